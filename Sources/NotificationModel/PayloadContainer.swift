/// The object of a notification that carries its content; exactly one is documented to be present.
public enum PayloadContainer: UInt8, CaseIterable, Sendable, Hashable, WireName {
    case data
    case summary
    case externalPurchaseToken
    case appData
    case unclaimInfo

    /// The member's name.
    public var wireName: StaticString {
        switch self {
        case .data: "data"
        case .summary: "summary"
        case .externalPurchaseToken: "externalPurchaseToken"
        case .appData: "appData"
        case .unclaimInfo: "unclaimInfo"
        }
    }

    /// The object that the member holds.
    package var object: WireObject {
        switch self {
        case .data: .data
        case .summary: .summary
        case .externalPurchaseToken: .externalPurchaseToken
        case .appData: .appData
        case .unclaimInfo: .unclaimInfo
        }
    }
}
