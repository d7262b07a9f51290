/// Everything said about one key: the input of a derivation, in any order.
package struct PurchaseHistory: Sendable {
    package var key: SubscriptionKey
    package var transactions: [TransactionSnapshot]
    package var renewals: [RenewalSnapshot]
    /// Every notification that concerns the key, also those that carry no snapshot.
    package var notifications: [NotificationFact]

    package init(
        key: SubscriptionKey,
        transactions: [TransactionSnapshot] = [],
        renewals: [RenewalSnapshot] = [],
        notifications: [NotificationFact] = []
    ) {
        self.key = key
        self.transactions = transactions
        self.renewals = renewals
        self.notifications = notifications
    }

    /// The history as it was known at an instant: what was said later is hidden; undated records stay.
    package func known(by instant: Int64) -> PurchaseHistory {
        func isKnown(_ fact: NotificationFact) -> Bool { fact.saidAt.map { $0 <= instant } ?? true }
        return PurchaseHistory(
            key: key,
            transactions: transactions.filter { isKnown($0.notification) },
            renewals: renewals.filter { isKnown($0.notification) },
            notifications: notifications.filter(isKnown)
        )
    }
}
