/// How a subscription is billed: `billingPlanType` and its renewal forms, since version 2.21.
public enum BillingPlanType: CaseIterable, Sendable, Hashable, WireName {
    case billedUpfront
    case monthly

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .billedUpfront: "BILLED_UPFRONT"
        case .monthly: "MONTHLY"
        }
    }
}
