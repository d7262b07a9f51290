/// The documented value lists of members that Apple may extend: a value outside is kept raw and noted.
///
/// Source: the field pages of App Store Server Notifications and the App Store Server API up to version 2.23.
public enum ListedValues {
    /// False if the member has a documented list and the text is not on it.
    public static func permits(_ member: String, text: Span<UInt8>) -> Bool {
        guard let list = TextList(ofMember: member) else { return true }
        return list.contains(text)
    }

    /// False if the member has a documented range and the number is outside it.
    public static func permits(_ member: String, integer: Int64) -> Bool {
        range(of: member).contains(integer)
    }

    /// The documented range of a member's numbers; all numbers where none is documented.
    static func range(of member: String) -> ClosedRange<Int64> {
        switch member {
        case "status", "expirationIntent", "offerType": 1...5
        case "autoRenewStatus", "priceIncreaseStatus", "revocationReason": 0...1
        case "revocationPercentage": 0...100_000
        case "price", "renewalPrice", "quantity": 0...Int64.max
        default: Int64.min...Int64.max
        }
    }
}
