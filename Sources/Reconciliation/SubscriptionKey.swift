/// What a purchase history is kept under: an app, an environment and an original transaction id.
package struct SubscriptionKey: Hashable, Sendable, Comparable {
    /// The app's bundle id; empty where no record names one.
    package let app: String
    /// The environment's text; empty where no record names one.
    package let environment: String
    /// `originalTransactionId`.
    package let originalTransactionId: String

    package init(app: String, environment: String, originalTransactionId: String) {
        self.app = app
        self.environment = environment
        self.originalTransactionId = originalTransactionId
    }

    package static func < (left: SubscriptionKey, right: SubscriptionKey) -> Bool {
        (left.app, left.environment, left.originalTransactionId)
            < (right.app, right.environment, right.originalTransactionId)
    }
}
