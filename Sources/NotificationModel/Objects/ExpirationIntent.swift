/// Why a subscription expired: `expirationIntent`.
public enum ExpirationIntent: Int64, CaseIterable, Sendable, Hashable {
    case customerCancelled = 1
    case billingError = 2
    case noConsentToPriceIncrease = 3
    case productNotAvailable = 4
    case other = 5
}
