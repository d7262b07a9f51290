/// The price increase of one Advanced Commerce item: `priceIncreaseInfo`, since version 2.20.
public struct AdvancedCommercePriceIncrease: Equatable, Sendable {
    /// The SKUs whose increase this one depends on.
    public var dependentSKUs: [String]?
    /// Milliunits of the currency.
    public var price: Int64?
    /// How far the increase has come.
    public var status: OpenValue<AdvancedCommercePriceIncreaseStatus>?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
