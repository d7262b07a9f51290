/// The platform on which an app was first obtained: `originalPlatform`.
public enum PurchasePlatform: CaseIterable, Sendable, Hashable, WireName {
    case iOS
    case macOS
    case tvOS
    case visionOS

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .iOS: "iOS"
        case .macOS: "macOS"
        case .tvOS: "tvOS"
        case .visionOS: "visionOS"
        }
    }
}
