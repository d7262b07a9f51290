/// One item of an Advanced Commerce subscription's next renewal.
public struct RenewalAdvancedCommerceItem: Equatable, Sendable {
    /// `SKU`.
    public var sku: String?
    /// The longer text.
    public var description: String?
    /// The name.
    public var displayName: String?
    /// The item's offer.
    public var offer: AdvancedCommerceOffer?
    /// Milliunits of the currency.
    public var price: Int64?
    /// The item's price increase; since version 2.20.
    public var priceIncreaseInfo: AdvancedCommercePriceIncrease?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
