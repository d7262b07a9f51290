/// Why a customer asked for a refund: `consumptionRequestReason`, since version 2.11.
public enum ConsumptionRequestReason: CaseIterable, Sendable, Hashable, WireName {
    case unintendedPurchase
    case fulfillmentIssue
    case unsatisfiedWithPurchase
    case legal
    case other

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .unintendedPurchase: "UNINTENDED_PURCHASE"
        case .fulfillmentIssue: "FULFILLMENT_ISSUE"
        case .unsatisfiedWithPurchase: "UNSATISFIED_WITH_PURCHASE"
        case .legal: "LEGAL"
        case .other: "OTHER"
        }
    }
}
