/// How an offer is paid: `offerDiscountType`.
public enum OfferDiscountType: CaseIterable, Sendable, Hashable, WireName {
    case freeTrial
    case payAsYouGo
    case payUpFront
    case oneTime

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .freeTrial: "FREE_TRIAL"
        case .payAsYouGo: "PAY_AS_YOU_GO"
        case .payUpFront: "PAY_UP_FRONT"
        case .oneTime: "ONE_TIME"
        }
    }
}
