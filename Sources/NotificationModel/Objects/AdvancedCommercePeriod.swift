/// A duration that Advanced Commerce takes for periods and offers, ISO 8601.
public enum AdvancedCommercePeriod: CaseIterable, Sendable, Hashable, WireName {
    case threeDays
    case oneWeek
    case oneMonth
    case twoMonths
    case threeMonths
    case sixMonths
    case nineMonths
    case oneYear

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .threeDays: "P3D"
        case .oneWeek: "P1W"
        case .oneMonth: "P1M"
        case .twoMonths: "P2M"
        case .threeMonths: "P3M"
        case .sixMonths: "P6M"
        case .nineMonths: "P9M"
        case .oneYear: "P1Y"
        }
    }
}
