/// The seats of the next renewal, since version 2.23.
public struct RenewalMultiSeatInfo: Equatable, Sendable {
    /// Seats by price, in no fixed order.
    public var renewalPriceTiers: [SeatPriceTier]?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
