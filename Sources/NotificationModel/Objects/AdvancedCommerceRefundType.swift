/// How much of an Advanced Commerce item was refunded: `refundType`.
public enum AdvancedCommerceRefundType: CaseIterable, Sendable, Hashable, WireName {
    case full
    case prorated
    case custom

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .full: "FULL"
        case .prorated: "PRORATED"
        case .custom: "CUSTOM"
        }
    }
}
