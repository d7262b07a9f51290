/// Whether the customer bought the product or uses it through others: `inAppOwnershipType`.
public enum OwnershipType: CaseIterable, Sendable, Hashable, WireName {
    case purchased
    case familyShared
    case assigned

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .purchased: "PURCHASED"
        case .familyShared: "FAMILY_SHARED"
        case .assigned: "ASSIGNED"
        }
    }
}
