/// How a transaction was revoked: `revocationType`, since version 2.20.
public enum RevocationType: CaseIterable, Sendable, Hashable, WireName {
    case refundFull
    case refundProrated
    case familyRevoke
    case assignmentRevoke

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .refundFull: "REFUND_FULL"
        case .refundProrated: "REFUND_PRORATED"
        case .familyRevoke: "FAMILY_REVOKE"
        case .assignmentRevoke: "ASSIGNMENT_REVOKE"
        }
    }
}
