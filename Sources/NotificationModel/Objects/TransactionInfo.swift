/// The payload of a signed transaction.
///
/// Source: App Store Server API, `JWSTransactionDecodedPayload`, up to version 2.23 of the notifications.
public struct TransactionInfo: Equatable, Sendable {
    /// The id of this transaction; new for every renewal.
    public var transactionId: String?
    /// The id that stays across renewals.
    public var originalTransactionId: String?
    /// The id before a migration; since version 2.16.
    public var previousOriginalTransactionId: String?
    /// One subscription purchase event across devices.
    public var webOrderLineItemId: String?
    /// The app's bundle id.
    public var bundleId: String?
    /// The product.
    public var productId: String?
    /// The subscription group.
    public var subscriptionGroupIdentifier: String?
    /// The start of the period that was bought; may lie after the signing instant.
    public var purchaseDate: Milliseconds?
    /// The first purchase under the original id.
    public var originalPurchaseDate: Milliseconds?
    /// The end of the period; auto-renewable subscriptions only.
    public var expiresDate: Milliseconds?
    /// Units of a consumable, or seats that this transaction covers.
    public var quantity: Int64?
    /// The kind of product.
    public var type: OpenValue<ProductType>?
    /// The UUID that the app set, as it came.
    public var appAccountToken: String?
    /// How the customer holds the product.
    public var inAppOwnershipType: OpenValue<OwnershipType>?
    /// When Apple signed this payload.
    public var signedDate: Milliseconds?
    /// When the transaction was refunded or revoked.
    public var revocationDate: Milliseconds?
    /// Why it was revoked.
    public var revocationReason: OpenNumber<RevocationReason>?
    /// How it was revoked; since version 2.20.
    public var revocationType: OpenValue<RevocationType>?
    /// Thousandths of a percent, 0 to 100000; since version 2.20.
    public var revocationPercentage: Int64?
    /// True on a transaction that an upgrade replaced.
    public var isUpgraded: Bool?
    /// The kind of offer.
    public var offerType: OpenNumber<OfferType>?
    /// The offer's id; not for introductory offers.
    public var offerIdentifier: String?
    /// How the offer is paid.
    public var offerDiscountType: OpenValue<OfferDiscountType>?
    /// The offer's length, ISO 8601; since version 2.15.
    public var offerPeriod: String?
    /// `environment`.
    public var environment: StoreEnvironment?
    /// ISO 3166-1 alpha-3 code.
    public var storefront: String?
    /// The storefront's number, as text.
    public var storefrontId: String?
    /// Who began the transaction; since version 2.8.
    public var transactionReason: OpenValue<TransactionReason>?
    /// Milliunits of the currency; of a multiseat purchase the average for one seat.
    public var price: Int64?
    /// ISO 4217 code.
    public var currency: String?
    /// The customer's download of the app; since version 2.15.
    public var appTransactionId: String?
    /// How the subscription is billed; since version 2.21.
    public var billingPlanType: OpenValue<BillingPlanType>?
    /// The commitment; since version 2.21.
    public var commitmentInfo: CommitmentInfo?
    /// The seats; since version 2.23.
    public var multiSeatInfo: MultiSeatInfo?
    /// On every transaction of a period that has several; since version 2.23.
    public var additionalTransactionReason: OpenValue<AdditionalTransactionReason>?
    /// Only Advanced Commerce products; since version 2.14.
    public var advancedCommerceInfo: AdvancedCommerceInfo?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
