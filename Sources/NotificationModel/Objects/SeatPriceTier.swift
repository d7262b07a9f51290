/// A number of seats at one price, since version 2.23.
public struct SeatPriceTier: Equatable, Sendable {
    /// Milliunits of the currency for one seat.
    public var price: Int64?
    /// Seats at that price.
    public var quantity: Int64?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
