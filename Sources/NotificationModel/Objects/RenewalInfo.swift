/// The payload of a signed renewal info; it names no app.
///
/// Source: App Store Server API, `JWSRenewalInfoDecodedPayload`, up to version 2.23 of the notifications.
public struct RenewalInfo: Equatable, Sendable {
    /// Joins it to the transactions.
    public var originalTransactionId: String?
    /// The present product.
    public var productId: String?
    /// The product of the next renewal.
    public var autoRenewProductId: String?
    /// Whether it renews; with a commitment it speaks of the next month.
    public var autoRenewStatus: OpenNumber<AutoRenewStatus>?
    /// Only expired subscriptions.
    public var expirationIntent: OpenNumber<ExpirationIntent>?
    /// True during a grace period too.
    public var isInBillingRetryPeriod: Bool?
    /// Until when service must last in a grace period.
    public var gracePeriodExpiresDate: Milliseconds?
    /// The answer to a price increase.
    public var priceIncreaseStatus: OpenNumber<PriceIncreaseStatus>?
    /// The kind of offer.
    public var offerType: OpenNumber<OfferType>?
    /// The offer's id; not for introductory offers.
    public var offerIdentifier: String?
    /// How the offer is paid.
    public var offerDiscountType: OpenValue<OfferDiscountType>?
    /// The offer's length, ISO 8601; since version 2.15.
    public var offerPeriod: String?
    /// The latest start after a gap in paid service; since version 2.5.
    public var recentSubscriptionStartDate: Milliseconds?
    /// The end of the latest purchase; may lie in the past.
    public var renewalDate: Milliseconds?
    /// Milliunits of the currency; since version 2.12.
    public var renewalPrice: Int64?
    /// ISO 4217 code.
    public var currency: String?
    /// Win-back offers, best first; since version 2.13.
    public var eligibleWinBackOfferIds: [String]?
    /// The UUID of the upcoming renewal, as it came.
    public var appAccountToken: String?
    /// The customer's download of the app; since version 2.15.
    public var appTransactionId: String?
    /// When Apple signed this payload.
    public var signedDate: Milliseconds?
    /// `environment`.
    public var environment: StoreEnvironment?
    /// The billing plan of the next renewal; since version 2.21.
    public var renewalBillingPlanType: OpenValue<BillingPlanType>?
    /// What follows the commitment; since version 2.21.
    public var commitmentInfo: RenewalCommitmentInfo?
    /// Seats at the next renewal; since version 2.23.
    public var renewalQuantity: Int64?
    /// Only what renews as multiseat; since version 2.23.
    public var multiSeatInfo: RenewalMultiSeatInfo?
    /// Only Advanced Commerce products; since version 2.14.
    public var advancedCommerceInfo: RenewalAdvancedCommerceInfo?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
