/// How far a price increase of an Advanced Commerce item has come.
public enum AdvancedCommercePriceIncreaseStatus: CaseIterable, Sendable, Hashable, WireName {
    case scheduled
    case pending
    case accepted

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .scheduled: "SCHEDULED"
        case .pending: "PENDING"
        case .accepted: "ACCEPTED"
        }
    }
}
