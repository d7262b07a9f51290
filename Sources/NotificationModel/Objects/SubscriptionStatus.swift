/// The state of an auto-renewable subscription as of the outer signing instant: `status`.
public enum SubscriptionStatus: Int64, CaseIterable, Sendable, Hashable {
    case active = 1
    case expired = 2
    case billingRetry = 3
    case billingGracePeriod = 4
    case revoked = 5
}
