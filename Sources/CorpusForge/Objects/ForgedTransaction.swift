/// The payload of `signedTransactionInfo` before it is signed.
///
/// Every member is optional and left out where it is nil; the order on the wire is the order here.
package struct ForgedTransaction: Hashable, Sendable {
    /// The id of this purchase or period, digits.
    package var transactionId: String?
    /// The id of the first purchase, digits: the subscription's identity.
    package var originalTransactionId: String?
    /// The identity before a migration (2.16).
    package var previousOriginalTransactionId: String?
    /// The id of the subscription purchase across devices, digits.
    package var webOrderLineItemId: String?
    /// The app.
    package var bundleId: String?
    /// The product.
    package var productId: String?
    /// The subscription group, digits.
    package var subscriptionGroupIdentifier: String?
    /// The start of this period or the purchase.
    package var purchaseDate: Moment?
    /// The first purchase.
    package var originalPurchaseDate: Moment?
    /// The end of this period; auto-renewables only.
    package var expiresDate: Moment?
    /// The number of units or seats.
    package var quantity: Int64?
    /// The product's kind in Apple's words.
    package var type: String?
    /// The developer's own account id, a UUID.
    package var appAccountToken: String?
    /// `PURCHASED`, `FAMILY_SHARED`, `ASSIGNED`.
    package var inAppOwnershipType: String?
    /// The signing instant.
    package var signedDate: Moment?
    /// The instant of a refund or revocation.
    package var revocationDate: Moment?
    /// 0 other, 1 a problem with the app.
    package var revocationReason: Int64?
    /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`, `ASSIGNMENT_REVOKE` (2.20).
    package var revocationType: String?
    /// Thousandths of a percent, 0 to 100000 (2.20).
    package var revocationPercentage: Int64?
    /// True on a transaction that an upgrade replaced.
    package var isUpgraded: Bool?
    /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
    package var offerType: Int64?
    /// The offer's id.
    package var offerIdentifier: String?
    /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`.
    package var offerDiscountType: String?
    /// The offer's duration, ISO 8601 (2.15).
    package var offerPeriod: String?
    /// `Production`, `Sandbox`.
    package var environment: String?
    /// The storefront's country, alpha-3 (2.8).
    package var storefront: String?
    /// The storefront's id, digits (2.8).
    package var storefrontId: String?
    /// `PURCHASE`, `RENEWAL` (2.8).
    package var transactionReason: String?
    /// Thousandths of the currency's unit (2.9).
    package var price: Int64?
    /// ISO 4217 (2.9).
    package var currency: String?
    /// The account's download of the app, digits (2.15).
    package var appTransactionId: String?
    /// `BILLED_UPFRONT`, `MONTHLY` (2.21).
    package var billingPlanType: String?
    /// The commitment (2.21).
    package var commitmentInfo: ForgedJSON?
    /// Seats and their prices (2.23).
    package var multiSeatInfo: ForgedJSON?
    /// `SEAT_ADDITION` (2.23).
    package var additionalTransactionReason: String?
    /// Advanced Commerce details (2.14).
    package var advancedCommerceInfo: ForgedJSON?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedTransaction { $0.transactionId = … }`.
    package init(_ describe: (inout ForgedTransaction) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedTransaction) -> Void) -> ForgedTransaction {
        var copy = self
        change(&copy)
        return copy
    }

    /// The JSON object.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("transactionId", transactionId)
        list.add("originalTransactionId", originalTransactionId)
        list.add("previousOriginalTransactionId", previousOriginalTransactionId)
        list.add("webOrderLineItemId", webOrderLineItemId)
        list.add("bundleId", bundleId)
        list.add("productId", productId)
        list.add("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
        list.add("purchaseDate", purchaseDate)
        list.add("originalPurchaseDate", originalPurchaseDate)
        list.add("expiresDate", expiresDate)
        list.add("quantity", quantity)
        list.add("type", type)
        list.add("appAccountToken", appAccountToken)
        list.add("inAppOwnershipType", inAppOwnershipType)
        list.add("signedDate", signedDate)
        list.add("revocationDate", revocationDate)
        list.add("revocationReason", revocationReason)
        list.add("revocationType", revocationType)
        list.add("revocationPercentage", revocationPercentage)
        list.add("isUpgraded", isUpgraded)
        list.add("offerType", offerType)
        list.add("offerIdentifier", offerIdentifier)
        list.add("offerDiscountType", offerDiscountType)
        list.add("offerPeriod", offerPeriod)
        list.add("environment", environment)
        list.add("storefront", storefront)
        list.add("storefrontId", storefrontId)
        list.add("transactionReason", transactionReason)
        list.add("price", price)
        list.add("currency", currency)
        list.add("appTransactionId", appTransactionId)
        list.add("billingPlanType", billingPlanType)
        list.add("commitmentInfo", commitmentInfo)
        list.add("multiSeatInfo", multiSeatInfo)
        list.add("additionalTransactionReason", additionalTransactionReason)
        list.add("advancedCommerceInfo", advancedCommerceInfo)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}
