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

    /// The position of the member that holds the object among those of ``WireObject/notification``.
    package var position: Int {
        switch self {
        case .data: 5
        case .appData: 6
        case .summary: 7
        case .externalPurchaseToken: 8
        case .unclaimInfo: 9
        }
    }
}
