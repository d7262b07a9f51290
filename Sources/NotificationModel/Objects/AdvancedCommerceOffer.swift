/// The offer of one Advanced Commerce item.
public struct AdvancedCommerceOffer: Equatable, Sendable {
    /// The length of one offer period.
    public var period: OpenValue<AdvancedCommercePeriod>?
    /// The number of offer periods.
    public var periodCount: Int64?
    /// Milliunits of the currency.
    public var price: Int64?
    /// Why the offer was made.
    public var reason: OpenValue<AdvancedCommerceOfferReason>?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
