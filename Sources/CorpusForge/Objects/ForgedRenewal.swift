/// The payload of `signedRenewalInfo` before it is signed.
///
/// Every member is optional and left out where it is nil; the order on the wire is the order here.
package struct ForgedRenewal: Hashable, Sendable {
    /// The subscription's identity.
    package var originalTransactionId: String?
    /// The present product.
    package var productId: String?
    /// The product of the next renewal.
    package var autoRenewProductId: String?
    /// 0 off, 1 on.
    package var autoRenewStatus: Int64?
    /// 1 customer, 2 billing, 3 price, 4 not for sale, 5 other; expired only.
    package var expirationIntent: Int64?
    /// True in retry, grace included.
    package var isInBillingRetryPeriod: Bool?
    /// The end of the grace period.
    package var gracePeriodExpiresDate: Moment?
    /// 0 no answer yet, 1 consented or no consent needed.
    package var priceIncreaseStatus: Int64?
    /// The next renewal's offer: 1 introductory, 2 promotional, 3 code, 4 win-back.
    package var offerType: Int64?
    /// The next renewal's offer.
    package var offerIdentifier: String?
    /// The next renewal's kind of discount.
    package var offerDiscountType: String?
    /// The next renewal's offer duration (2.15).
    package var offerPeriod: String?
    /// The start of the latest purchase after a gap in paid service (2.5).
    package var recentSubscriptionStartDate: Moment?
    /// The end of the latest purchase (2.8).
    package var renewalDate: Moment?
    /// Thousandths of the currency's unit (2.12).
    package var renewalPrice: Int64?
    /// ISO 4217 (2.12).
    package var currency: String?
    /// Win-back offers, best first (2.13).
    package var eligibleWinBackOfferIds: [String]?
    /// The upcoming renewal's account token (2.15).
    package var appAccountToken: String?
    /// The account's download of the app (2.15).
    package var appTransactionId: String?
    /// The signing instant.
    package var signedDate: Moment?
    /// `Production`, `Sandbox`.
    package var environment: String?
    /// `BILLED_UPFRONT`, `MONTHLY` (2.21).
    package var renewalBillingPlanType: String?
    /// What follows after the commitment (2.21).
    package var commitmentInfo: ForgedJSON?
    /// Seats at the next renewal (2.23).
    package var renewalQuantity: Int64?
    /// Seat prices at the next renewal (2.23).
    package var multiSeatInfo: ForgedJSON?
    /// Advanced Commerce details (2.14).
    package var advancedCommerceInfo: ForgedJSON?
    /// Members beyond the documented ones, written last.
    package var others: [ForgedJSON.Member] = []

    /// Nothing said yet.
    package init() {}

    /// Says what the closure says: `ForgedRenewal { $0.originalTransactionId = … }`.
    package init(_ describe: (inout ForgedRenewal) -> Void) {
        describe(&self)
    }

    /// The same with some of it changed.
    package func with(_ change: (inout ForgedRenewal) -> Void) -> ForgedRenewal {
        var copy = self
        change(&copy)
        return copy
    }

    /// The JSON object.
    package var json: ForgedJSON {
        var list = MemberList()
        list.add("originalTransactionId", originalTransactionId)
        list.add("productId", productId)
        list.add("autoRenewProductId", autoRenewProductId)
        list.add("autoRenewStatus", autoRenewStatus)
        list.add("expirationIntent", expirationIntent)
        list.add("isInBillingRetryPeriod", isInBillingRetryPeriod)
        list.add("gracePeriodExpiresDate", gracePeriodExpiresDate)
        list.add("priceIncreaseStatus", priceIncreaseStatus)
        list.add("offerType", offerType)
        list.add("offerIdentifier", offerIdentifier)
        list.add("offerDiscountType", offerDiscountType)
        list.add("offerPeriod", offerPeriod)
        list.add("recentSubscriptionStartDate", recentSubscriptionStartDate)
        list.add("renewalDate", renewalDate)
        list.add("renewalPrice", renewalPrice)
        list.add("currency", currency)
        list.add("eligibleWinBackOfferIds", eligibleWinBackOfferIds.map { .array($0.map { .string($0) }) })
        list.add("appAccountToken", appAccountToken)
        list.add("appTransactionId", appTransactionId)
        list.add("signedDate", signedDate)
        list.add("environment", environment)
        list.add("renewalBillingPlanType", renewalBillingPlanType)
        list.add("commitmentInfo", commitmentInfo)
        list.add("renewalQuantity", renewalQuantity)
        list.add("multiSeatInfo", multiSeatInfo)
        list.add("advancedCommerceInfo", advancedCommerceInfo)
        list.add(contentsOf: others)
        return .object(list.members)
    }
}
