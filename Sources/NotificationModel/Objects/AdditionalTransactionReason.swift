/// Why more than one transaction stands for a period: `additionalTransactionReason`, since version 2.23.
public enum AdditionalTransactionReason: CaseIterable, Sendable, Hashable, WireName {
    case seatAddition

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .seatAddition: "SEAT_ADDITION"
        }
    }
}
