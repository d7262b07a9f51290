/// One refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: Equatable, Sendable {
    /// Milliunits of the currency.
    public var refundAmount: Int64?
    /// When it was refunded.
    public var refundDate: Milliseconds?
    /// Why it was refunded.
    public var refundReason: OpenValue<AdvancedCommerceRefundReason>?
    /// How much was refunded.
    public var refundType: OpenValue<AdvancedCommerceRefundType>?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
