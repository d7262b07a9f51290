/// The environment that a record names: two that Apple signs, two that are local and unsigned, and what is yet unknown.
public enum StoreEnvironment: Hashable, Sendable {
    case production
    case sandbox
    case xcode
    case localTesting
    case unknown(String)

    /// Reads the member's text; text outside the list is kept.
    public init(_ text: String) {
        switch text {
        case "Production": self = .production
        case "Sandbox": self = .sandbox
        case "Xcode": self = .xcode
        case "LocalTesting": self = .localTesting
        default: self = .unknown(text)
        }
    }

    /// Reads the member's text; nil for text outside the list.
    package init?(known text: Span<UInt8>) {
        guard let known = WireText(wire: text) else { return nil }
        switch known {
        case .production: self = .production
        case .sandbox: self = .sandbox
        case .xcode: self = .xcode
        case .localTesting: self = .localTesting
        }
    }

    /// The member's text.
    public var text: String {
        switch self {
        case .production: "Production"
        case .sandbox: "Sandbox"
        case .xcode: "Xcode"
        case .localTesting: "LocalTesting"
        case .unknown(let text): text
        }
    }

    /// True for the environments whose data carries no signature of Apple's.
    public var isUnsigned: Bool {
        self == .xcode || self == .localTesting
    }

    /// The texts on the list.
    private enum WireText: WireName {
        case production
        case sandbox
        case xcode
        case localTesting

        var wireName: StaticString {
            switch self {
            case .production: "Production"
            case .sandbox: "Sandbox"
            case .xcode: "Xcode"
            case .localTesting: "LocalTesting"
            }
        }
    }
}
