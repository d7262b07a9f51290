/// The days on which the store, or a price, changed what the world's accounts can meet.
enum Milestone {
    /// `signedDate` stands in every notification (seen: missing in March 2022).
    static let datedNotifications: Moment = "2022-04-10"
    /// The Extend Renewal Date API for all subscribers.
    static let massExtensions: Moment = "2023-02-01"
    /// REFUND_REVERSED (2.8).
    static let refundReversed: Moment = "2023-06-05"
    /// Prices rise.
    static let firstPriceRise: Moment = "2023-07-01"
    /// Offer codes of lapsed customers are told as SUBSCRIBED.
    static let offersToldAsSubscribed: Moment = "2024-01-23"
    /// External purchase tokens (2.10).
    static let externalPurchaseTokens: Moment = "2024-03-01"
    /// CONSUMPTION_REQUEST for subscriptions, with its reason (2.11).
    static let consumptionReasons: Moment = "2024-04-01"
    /// Win-back offers (2.13).
    static let winBackOffers: Moment = "2024-07-01"
    /// Sandbox records carry `appAppleId`.
    static let sandboxAppNumbers: Moment = "2024-06-10"
    /// ONE_TIME_CHARGE in Production.
    static let oneTimeCharges: Moment = "2025-05-01"
    /// MIGRATION and METADATA_UPDATE (2.16).
    static let migrations: Moment = "2025-03-25"
    /// Custom link tokens (2.17).
    static let customLinkTokens: Moment = "2025-07-01"
    /// Prices rise again.
    static let secondPriceRise: Moment = "2025-07-01"
    /// `ONE_TIME` discounts (2.18).
    static let oneTimeDiscounts: Moment = "2025-10-29"
    /// RESCIND_CONSENT (2.19).
    static let consents: Moment = "2025-11-05"
    /// Commitment plans (2.21).
    static let commitments: Moment = "2026-04-28"
    /// Multiseat subscriptions (2.22, 2.23).
    static let seats: Moment = "2026-09-20"
}
