internal import NotificationModel
internal import Reconciliation

/// Replaces a key's rows in the derived tables.
final class DerivedWriter {
    private let deletions: [RowStatement]
    private let transaction: RowStatement
    private let subscription: RowStatement
    private let interval: RowStatement
    private let lapse: RowStatement
    private let change: RowStatement
    private let revocation: RowStatement
    private let refundRequest: RowStatement
    private let discrepancy: RowStatement
    private let identifier: RowStatement

    /// A writer that replaces former rows, or one for keys that have none.
    init(on connection: Connection, replaces: Bool) throws(SQLiteError) {
        var deletions: [RowStatement] = []
        for table in DerivedTables.byKey where replaces {
            deletions.append(try RowStatement(table.deletionByKey, count: 3, on: connection))
        }
        self.deletions = deletions
        transaction = try RowStatement(insertingInto: DerivedTables.transactions, on: connection)
        subscription = try RowStatement(insertingInto: DerivedTables.subscriptions, on: connection)
        interval = try RowStatement(insertingInto: DerivedTables.accessIntervals, on: connection)
        lapse = try RowStatement(insertingInto: DerivedTables.accessLapses, on: connection)
        change = try RowStatement(insertingInto: DerivedTables.productChanges, on: connection)
        revocation = try RowStatement(insertingInto: DerivedTables.revocations, on: connection)
        refundRequest = try RowStatement(insertingInto: DerivedTables.refundRequests, on: connection)
        discrepancy = try RowStatement(insertingInto: DerivedTables.discrepancies, on: connection)
        identifier = try RowStatement(
            DerivedTables.identifiers.insertionOfMissing,
            count: DerivedTables.identifiers.columns.count,
            on: connection
        )
    }

    /// Puts what a history comes to in the place of the key's present rows.
    func replace(_ derived: DerivedPurchases, from history: PurchaseHistory) throws(SQLiteError) {
        let key = derived.key
        for deletion in deletions {
            try deletion.add(key.originalTransactionId)
            try deletion.add(key.environment)
            try deletion.add(key.app)
            try deletion.run()
        }
        for row in derived.transactions { try add(row, key) }
        if let row = derived.subscription { try add(row, key) }
        for row in derived.intervals { try add(row, key) }
        for row in derived.lapses { try add(row, key) }
        for row in derived.productChanges { try add(row, key) }
        for row in derived.revocations { try add(row, app: key.app, environment: key.environment, key) }
        for row in derived.refundRequests { try add(row, key) }
        for row in derived.discrepancies { try add(row, app: key.app, environment: key.environment, key) }
        try addIdentifiers(of: history)
    }

    /// Writes a revocation; one of a consent belongs to no key.
    func add(
        _ row: Revocation,
        app: String,
        environment: String,
        _ key: SubscriptionKey?
    ) throws(SQLiteError) {
        try revocation.add(app)
        try revocation.add(environment)
        try revocation.add(key?.originalTransactionId)
        try revocation.add(row.kind.rawValue)
        try revocation.add(row.transactionId)
        try revocation.add(row.productId)
        try revocation.add(row.appTransactionId)
        try revocation.add(row.instant)
        try revocation.add(row.reason)
        try revocation.add(row.percentage)
        try revocation.add(row.amount)
        try revocation.add(row.currency)
        try revocation.add(row.removedAccess)
        try revocation.add(row.removedFrom)
        try revocation.add(row.removedUntil)
        try revocation.add(row.reversedAt)
        try revocation.add(row.reversal)
        try revocation.add(row.purchaseSeen)
        try revocation.run()
    }

    /// Writes a discrepancy; one of an orphan consent belongs to no key.
    func add(
        _ row: Discrepancy,
        app: String,
        environment: String,
        _ key: SubscriptionKey?
    ) throws(SQLiteError) {
        try discrepancy.add(app)
        try discrepancy.add(environment)
        try discrepancy.add(key?.originalTransactionId)
        try discrepancy.add(row.code.rawValue)
        try discrepancy.add(row.code.severity)
        try discrepancy.add(row.notificationUUID?.description)
        try discrepancy.add(row.transactionId)
        try discrepancy.add(row.instant)
        try discrepancy.add(row.sentence)
        try discrepancy.run()
    }

    private func add(_ row: DerivedTransaction, _ key: SubscriptionKey) throws(SQLiteError) {
        let snapshot = row.snapshot
        try transaction.add(key)
        try transaction.add(snapshot.transactionId)
        try transaction.add(snapshot.previousOriginalTransactionId)
        try transaction.add(snapshot.webOrderLineItemId)
        try transaction.add(snapshot.productId)
        try transaction.add(snapshot.subscriptionGroupIdentifier)
        try transaction.add(snapshot.purchaseDate)
        try transaction.add(snapshot.originalPurchaseDate)
        try transaction.add(snapshot.expiresDate)
        try transaction.add(snapshot.quantity)
        try transaction.add(snapshot.productType)
        try transaction.add(snapshot.appAccountToken)
        try transaction.add(snapshot.ownership)
        try transaction.add(snapshot.signedDate)
        try transaction.add(snapshot.revocationDate)
        try transaction.add(snapshot.revocationReason)
        try transaction.add(snapshot.revocationType)
        try transaction.add(snapshot.revocationPercentage)
        try transaction.add(snapshot.isUpgraded)
        try transaction.add(snapshot.transactionReason)
        try transaction.add(snapshot.price)
        try transaction.add(snapshot.currency)
        try transaction.add(snapshot.appTransactionId)
        try transaction.add(snapshot.billingPlanType)
        try transaction.add(snapshot.additionalTransactionReason)
        try transaction.add(snapshot.notification.notificationUUID)
        try transaction.add(row.supersededBy)
        try transaction.add(Int64(row.snapshotCount))
        try transaction.run()
    }

    private func add(_ row: DerivedPurchases.Subscription, _ key: SubscriptionKey) throws(SQLiteError) {
        try subscription.add(key)
        try subscription.add(row.productId)
        try subscription.add(row.subscriptionGroupIdentifier)
        try subscription.add(row.ownership)
        try subscription.add(row.firstPurchaseDate)
        try subscription.add(row.latestExpiresDate)
        try subscription.add(row.autoRenewStatus)
        try subscription.add(row.autoRenewProductId)
        try subscription.add(row.renewalDate)
        try subscription.add(row.appAccountToken)
        try subscription.add(row.appTransactionId)
        try subscription.add(row.previousOriginalTransactionId)
        try subscription.add(row.lastSaidAt)
        try subscription.run()
    }

    private func add(_ row: AccessInterval, _ key: SubscriptionKey) throws(SQLiteError) {
        try interval.add(key)
        try interval.add(row.start)
        try interval.add(row.end)
        try interval.add(row.origin.rawValue)
        try interval.add(row.endCause.rawValue)
        try interval.add(row.transactionId)
        try interval.add(row.productId)
        try interval.run()
    }

    private func add(_ row: AccessLapse, _ key: SubscriptionKey) throws(SQLiteError) {
        try lapse.add(key)
        try lapse.add(row.start)
        try lapse.add(row.end)
        try lapse.add(row.state.rawValue)
        try lapse.add(row.cause)
        try lapse.run()
    }

    private func add(_ row: DerivedPurchases.ProductChange, _ key: SubscriptionKey) throws(SQLiteError) {
        try change.add(key)
        try change.add(row.instant)
        try change.add(row.fromProductId)
        try change.add(row.toProductId)
        try change.add(row.transactionId)
        try change.run()
    }

    private func add(_ row: DerivedPurchases.RefundRequest, _ key: SubscriptionKey) throws(SQLiteError) {
        try refundRequest.add(key)
        try refundRequest.add(row.transactionId)
        try refundRequest.add(row.firstRequestedAt)
        try refundRequest.add(Int64(row.requestCount))
        try refundRequest.add(row.reason)
        try refundRequest.add(row.outcome)
        try refundRequest.add(row.outcomeAt)
        try refundRequest.run()
    }

    private func addIdentifiers(of history: PurchaseHistory) throws(SQLiteError) {
        for id in KeyIdentifier.all(of: history) {
            try identifier.add(history.key.originalTransactionId)
            try identifier.add(history.key.environment)
            try identifier.add(history.key.app)
            try identifier.add(id.kind.rawValue)
            try identifier.add(id.text)
            try identifier.run()
        }
    }
}

extension RowStatement {
    /// The three columns of a key.
    func add(_ key: SubscriptionKey) throws(SQLiteError) {
        try add(key.app)
        try add(key.environment)
        try add(key.originalTransactionId)
    }
}
