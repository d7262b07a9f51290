/// The seats of a multiseat purchase, since version 2.23.
public struct MultiSeatInfo: Equatable, Sendable {
    /// Who invites members; the setting when the subscription began.
    public var invitationManagement: OpenValue<InvitationManagement>?
    /// Seats by price, in no fixed order.
    public var priceTiers: [SeatPriceTier]?
    /// Seats taken by seat refunds; only in the purchaser's transaction.
    public var revokedSeatQuantity: Int64?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
