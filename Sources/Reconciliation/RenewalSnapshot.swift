/// A subscription's renewal info as one notification showed it.
///
/// Instants are milliseconds since 1970; absent is nil.
package struct RenewalSnapshot: Sendable, Equatable {
    package var notification: NotificationFact
    package var originalTransactionId: String
    package var productId: String?
    package var autoRenewProductId: String?
    /// 0 off, 1 on.
    package var autoRenewStatus: Int64?
    package var expirationIntent: Int64?
    package var isInBillingRetryPeriod: Bool?
    package var gracePeriodExpiresDate: Int64?
    package var priceIncreaseStatus: Int64?
    package var renewalDate: Int64?
    /// Milliunits of ``currency``.
    package var renewalPrice: Int64?
    package var currency: String?
    package var signedDate: Int64?
    package var appTransactionId: String?
    package var appAccountToken: String?
    package var renewalBillingPlanType: String?

    package init(notification: NotificationFact, originalTransactionId: String) {
        self.notification = notification
        self.originalTransactionId = originalTransactionId
    }
}
