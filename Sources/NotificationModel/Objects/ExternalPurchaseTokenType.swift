/// The kind of a custom link token: `tokenType`, since version 2.17.
public enum ExternalPurchaseTokenType: CaseIterable, Sendable, Hashable, WireName {
    case services
    case acquisition

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .services: "SERVICES"
        case .acquisition: "ACQUISITION"
        }
    }
}
