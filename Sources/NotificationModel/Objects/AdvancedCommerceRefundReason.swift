/// Why an Advanced Commerce item was refunded: `refundReason`.
public enum AdvancedCommerceRefundReason: CaseIterable, Sendable, Hashable, WireName {
    case unintendedPurchase
    case fulfillmentIssue
    case unsatisfiedWithPurchase
    case legal
    case other
    case modifyItemsRefund
    case simulateRefundDecline

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .unintendedPurchase: "UNINTENDED_PURCHASE"
        case .fulfillmentIssue: "FULFILLMENT_ISSUE"
        case .unsatisfiedWithPurchase: "UNSATISFIED_WITH_PURCHASE"
        case .legal: "LEGAL"
        case .other: "OTHER"
        case .modifyItemsRefund: "MODIFY_ITEMS_REFUND"
        case .simulateRefundDecline: "SIMULATE_REFUND_DECLINE"
        }
    }
}
