/// What a key's history comes to: the output of a derivation, a function of the history alone.
package struct DerivedPurchases: Sendable, Equatable {
    package var key: SubscriptionKey
    /// Sorted by (purchaseDate, transactionId).
    package var transactions: [DerivedTransaction]
    /// The subscription's summary; nil for one-time products.
    package var subscription: Subscription?
    /// Sorted by start, without overlaps.
    package var intervals: [AccessInterval]
    package var lapses: [AccessLapse]
    package var productChanges: [ProductChange]
    package var revocations: [Revocation]
    package var refundRequests: [RefundRequest]
    package var discrepancies: [Discrepancy]

    package init(key: SubscriptionKey) {
        self.key = key
        transactions = []
        intervals = []
        lapses = []
        productChanges = []
        revocations = []
        refundRequests = []
        discrepancies = []
    }

    /// Facts of an auto-renewable subscription that hold without an instant.
    package struct Subscription: Sendable, Equatable {
        package var productId: String?
        package var subscriptionGroupIdentifier: String?
        package var ownership: String?
        package var firstPurchaseDate: Int64?
        package var latestExpiresDate: Int64?
        package var autoRenewStatus: Int64?
        package var autoRenewProductId: String?
        package var renewalDate: Int64?
        package var appAccountToken: String?
        package var appTransactionId: String?
        /// Neighbours by migration.
        package var previousOriginalTransactionId: String?
        package var lastSaidAt: Int64?

        package init() {}
    }

    /// The subscription moved from one product to another.
    package struct ProductChange: Sendable, Equatable {
        package var instant: Int64
        package var fromProductId: String?
        package var toProductId: String
        package var transactionId: String

        package init(instant: Int64, fromProductId: String?, toProductId: String, transactionId: String) {
            self.instant = instant
            self.fromProductId = fromProductId
            self.toProductId = toProductId
            self.transactionId = transactionId
        }
    }

    /// A request for a refund with its outcome.
    package struct RefundRequest: Sendable, Equatable {
        package var transactionId: String
        package var firstRequestedAt: Int64
        package var requestCount: Int
        package var reason: String?
        /// `refunded`, `declined` or nil while open.
        package var outcome: String?
        package var outcomeAt: Int64?

        package init(transactionId: String, firstRequestedAt: Int64) {
            self.transactionId = transactionId
            self.firstRequestedAt = firstRequestedAt
            requestCount = 1
        }
    }
}
