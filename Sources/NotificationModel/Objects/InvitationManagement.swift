/// Who invites the members of a group: `invitationManagement`, since version 2.23.
public enum InvitationManagement: CaseIterable, Sendable, Hashable, WireName {
    case apple
    case developer

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .apple: "APPLE"
        case .developer: "DEVELOPER"
        }
    }
}
