/// Whether the customer consented to a price increase, or was told of one that needs no consent.
public enum PriceIncreaseStatus: Int64, CaseIterable, Sendable, Hashable {
    case notAnswered = 0
    case consentedOrNotified = 1
}
