/// A transaction as one notification showed it.
///
/// Instants are milliseconds since 1970; absent is nil.
package struct TransactionSnapshot: Sendable, Equatable {
    package var notification: NotificationFact
    package var transactionId: String
    package var originalTransactionId: String
    package var previousOriginalTransactionId: String?
    package var webOrderLineItemId: String?
    package var productId: String?
    package var subscriptionGroupIdentifier: String?
    package var purchaseDate: Int64?
    package var originalPurchaseDate: Int64?
    package var expiresDate: Int64?
    package var quantity: Int64?
    /// `type`: `Auto-Renewable Subscription`, `Non-Consumable`, `Consumable`, `Non-Renewing Subscription`, or other.
    package var productType: String?
    package var appAccountToken: String?
    /// `inAppOwnershipType`: `PURCHASED`, `FAMILY_SHARED`, `ASSIGNED`, or other.
    package var ownership: String?
    package var signedDate: Int64?
    package var revocationDate: Int64?
    package var revocationReason: Int64?
    package var revocationType: String?
    /// Thousandths of a percent.
    package var revocationPercentage: Int64?
    package var isUpgraded: Bool?
    package var transactionReason: String?
    /// Milliunits of ``currency``.
    package var price: Int64?
    package var currency: String?
    package var appTransactionId: String?
    package var billingPlanType: String?
    package var additionalTransactionReason: String?
    /// JSON text as it came.
    package var commitmentInfo: String?
    package var multiSeatInfo: String?
    package var advancedCommerceInfo: String?
    /// What the items of an Advanced Commerce transaction tell of refunds.
    package var itemRefunds: [ItemRefund] = []

    package init(notification: NotificationFact, transactionId: String, originalTransactionId: String) {
        self.notification = notification
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
    }
}
