/// The documented value lists of members that Apple may extend: a value outside is kept raw and noted.
///
/// Source: the field pages of App Store Server Notifications and the App Store Server API up to version 2.23.
public enum ListedValues {
    /// False if the member has a documented list and the text is not on it.
    public static func permits(_ member: String, text: Span<UInt8>) -> Bool {
        guard let list = texts[member] else { return true }
        return list.contains { candidate in
            candidate.count == text.count && text.indices.allSatisfy { candidate[$0] == text[$0] }
        }
    }

    /// False if the member has a documented range and the number is outside it.
    public static func permits(_ member: String, integer: Int64) -> Bool {
        ranges[member].map { $0.contains(integer) } ?? true
    }

    private static let texts: [String: [[UInt8]]] = [
        "environment": ["Production", "Sandbox", "Xcode", "LocalTesting"],
        "receiptType": ["Production", "Sandbox", "Xcode", "LocalTesting"],
        "type": ["Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription"],
        "inAppOwnershipType": ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"],
        "revocationType": ["REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE", "ASSIGNMENT_REVOKE"],
        "offerDiscountType": ["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME"],
        "transactionReason": ["PURCHASE", "RENEWAL"],
        "billingPlanType": ["BILLED_UPFRONT", "MONTHLY"],
        "renewalBillingPlanType": ["BILLED_UPFRONT", "MONTHLY"],
        "additionalTransactionReason": ["SEAT_ADDITION"],
        "tokenType": ["SERVICES", "ACQUISITION"],
        "consumptionRequestReason": [
            "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
        ],
        "originalPlatform": ["iOS", "macOS", "tvOS", "visionOS"],
    ].mapValues { $0.map { Array($0.utf8) } }

    private static let ranges: [String: ClosedRange<Int64>] = [
        "status": 1...5,
        "autoRenewStatus": 0...1,
        "expirationIntent": 1...5,
        "priceIncreaseStatus": 0...1,
        "revocationReason": 0...1,
        "revocationPercentage": 0...100_000,
        "offerType": 1...5,
        "price": 0...Int64.max,
        "renewalPrice": 0...Int64.max,
        "quantity": 0...Int64.max,
    ]
}
