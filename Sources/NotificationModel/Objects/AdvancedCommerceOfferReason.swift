/// Why an Advanced Commerce item has an offer.
public enum AdvancedCommerceOfferReason: CaseIterable, Sendable, Hashable, WireName {
    case acquisition
    case winBack
    case retention

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .acquisition: "ACQUISITION"
        case .winBack: "WIN_BACK"
        case .retention: "RETENTION"
        }
    }
}
