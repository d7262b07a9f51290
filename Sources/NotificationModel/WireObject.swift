/// The objects of the domain and their members; the decoder, the ledger's columns and the exports read these tables.
///
/// Source: Apple, App Store Server Notifications V2 and App Store Server API object pages, versions 2.0 to 2.23.
public enum WireObject: UInt8, CaseIterable, Sendable, Hashable {
    case notification
    case data
    case appData
    case summary
    case externalPurchaseToken
    case unclaimInfo
    case transaction
    case renewal
    case appTransaction

    /// The object's members.
    public var table: FieldTable {
        Self.tables[Int(rawValue)]
    }

    private static let tables: [FieldTable] = allCases.map { FieldTable($0.fields) }

    private var fields: [WireField] {
        switch self {
        case .notification: Self.notificationFields
        case .data: Self.dataFields
        case .appData: Self.appDataFields
        case .summary: Self.summaryFields
        case .externalPurchaseToken: Self.externalPurchaseTokenFields
        case .unclaimInfo: Self.unclaimInfoFields
        case .transaction: Self.transactionFields
        case .renewal: Self.renewalFields
        case .appTransaction: Self.appTransactionFields
        }
    }

    private static let notificationFields: [WireField] = [
        WireField("notificationType", .identifier),
        WireField("subtype", .identifier),
        WireField("notificationUUID", .identifier, column: "notification_uuid"),
        WireField("version", .text),
        WireField("signedDate", .instant),
        WireField("data", .json),
        WireField("appData", .json),
        WireField("summary", .json),
        WireField("externalPurchaseToken", .json),
        WireField("unclaimInfo", .json),
    ]

    private static let dataFields: [WireField] = [
        WireField("environment", .identifier),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("bundleVersion", .text),
        WireField("signedTransactionInfo", .signed),
        WireField("signedRenewalInfo", .signed),
        WireField("status", .integer),
        WireField("consumptionRequestReason", .text),
    ]

    private static let appDataFields: [WireField] = [
        WireField("environment", .identifier),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("signedAppTransactionInfo", .signed),
    ]

    private static let summaryFields: [WireField] = [
        WireField("environment", .identifier),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("productId", .identifier),
        WireField("requestIdentifier", .identifier),
        WireField("storefrontCountryCodes", .json),
        WireField("succeededCount", .integer),
        WireField("failedCount", .integer),
    ]

    private static let externalPurchaseTokenFields: [WireField] = [
        WireField("externalPurchaseId", .identifier),
        WireField("tokenCreationDate", .instant),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("tokenType", .text),
        WireField("tokenExpirationDate", .instant),
    ]

    private static let unclaimInfoFields: [WireField] = [
        WireField("environment", .identifier),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("unclaimSeatIds", .json),
    ]

    private static let transactionFields: [WireField] = [
        WireField("transactionId", .identifier),
        WireField("originalTransactionId", .identifier),
        WireField("previousOriginalTransactionId", .identifier),
        WireField("webOrderLineItemId", .identifier),
        WireField("bundleId", .identifier),
        WireField("productId", .identifier),
        WireField("subscriptionGroupIdentifier", .identifier),
        WireField("purchaseDate", .instant),
        WireField("originalPurchaseDate", .instant),
        WireField("expiresDate", .instant),
        WireField("quantity", .integer),
        WireField("type", .text),
        WireField("appAccountToken", .text),
        WireField("inAppOwnershipType", .text),
        WireField("signedDate", .instant),
        WireField("revocationDate", .instant),
        WireField("revocationReason", .integer),
        WireField("revocationType", .text),
        WireField("revocationPercentage", .integer),
        WireField("isUpgraded", .boolean),
        WireField("offerType", .integer),
        WireField("offerIdentifier", .text),
        WireField("offerDiscountType", .text),
        WireField("offerPeriod", .text),
        WireField("environment", .identifier),
        WireField("storefront", .text),
        WireField("storefrontId", .identifier),
        WireField("transactionReason", .text),
        WireField("price", .integer),
        WireField("currency", .text),
        WireField("appTransactionId", .identifier),
        WireField("billingPlanType", .text),
        WireField("commitmentInfo", .json),
        WireField("multiSeatInfo", .json),
        WireField("additionalTransactionReason", .text),
        WireField("advancedCommerceInfo", .json),
    ]

    private static let renewalFields: [WireField] = [
        WireField("originalTransactionId", .identifier),
        WireField("productId", .identifier),
        WireField("autoRenewProductId", .identifier),
        WireField("autoRenewStatus", .integer),
        WireField("expirationIntent", .integer),
        WireField("isInBillingRetryPeriod", .boolean),
        WireField("gracePeriodExpiresDate", .instant),
        WireField("priceIncreaseStatus", .integer),
        WireField("offerType", .integer),
        WireField("offerIdentifier", .text),
        WireField("offerDiscountType", .text),
        WireField("offerPeriod", .text),
        WireField("recentSubscriptionStartDate", .instant),
        WireField("renewalDate", .instant),
        WireField("renewalPrice", .integer),
        WireField("currency", .text),
        WireField("eligibleWinBackOfferIds", .json),
        WireField("appAccountToken", .text),
        WireField("appTransactionId", .identifier),
        WireField("signedDate", .instant),
        WireField("environment", .identifier),
        WireField("renewalBillingPlanType", .text),
        WireField("commitmentInfo", .json),
        WireField("renewalQuantity", .integer),
        WireField("multiSeatInfo", .json),
        WireField("advancedCommerceInfo", .json),
    ]

    private static let appTransactionFields: [WireField] = [
        WireField("receiptType", .identifier),
        WireField("appAppleId", .integerIdentifier),
        WireField("bundleId", .identifier),
        WireField("appTransactionId", .identifier),
        WireField("originalApplicationVersion", .text),
        WireField("originalPurchaseDate", .instant),
        WireField("originalPlatform", .text),
        WireField("preorderDate", .instant),
        WireField("receiptCreationDate", .instant),
        WireField("applicationVersion", .text),
        WireField("versionExternalIdentifier", .integer),
        WireField("deviceVerification", .text),
        WireField("deviceVerificationNonce", .text),
        WireField("requestDate", .instant),
    ]
}
