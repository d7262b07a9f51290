internal import NotificationModel
internal import Reconciliation

/// Reads what was said about a key from the fact tables, through their indexes.
final class HistoryReader {
    private let facts: Statement
    private let factByIdentity: Statement
    private let transactions: Statement
    private let successors: Statement
    private let renewals: Statement
    private let items: ItemRefundReader
    private let texts = TextPool()

    private static let keyCondition = "original_transaction_id = ? AND environment = ? AND app = ?"

    init(on connection: Connection) throws(SQLiteError) {
        facts = try Statement(
            """
            SELECT \(HistoryRows.factColumns) FROM notifications WHERE \(Self.keyCondition)
            UNION ALL SELECT \(HistoryRows.factColumns) FROM conflicts WHERE \(Self.keyCondition)
            """,
            on: connection
        )
        factByIdentity = try Statement(
            """
            SELECT \(HistoryRows.factColumns) FROM notifications
            WHERE notification_uuid = ?1 AND environment = ?2 AND content_digest = ?3
            UNION ALL SELECT \(HistoryRows.factColumns) FROM conflicts
            WHERE notification_uuid = ?1 AND environment = ?2 AND content_digest = ?3
            """,
            on: connection
        )
        transactions = try Statement(
            "SELECT \(HistoryRows.transactionColumns) FROM transaction_snapshots WHERE \(Self.keyCondition)",
            on: connection
        )
        successors = try Statement(
            """
            SELECT \(HistoryRows.transactionColumns) FROM transaction_snapshots
            WHERE previous_original_transaction_id = ? AND environment = ? AND app = ?
            """,
            on: connection
        )
        renewals = try Statement(
            "SELECT \(HistoryRows.renewalColumns) FROM renewal_snapshots WHERE \(Self.keyCondition)",
            on: connection
        )
        items = try ItemRefundReader(on: connection)
    }

    /// Everything said about a key, in no order; empty for a key that nothing names.
    ///
    /// A renewal info of a migrated subscription stands under the old id while its notification stands under the new
    /// one; such notifications are fetched by identity.
    func history(of key: SubscriptionKey) throws(SQLiteError) -> PurchaseHistory {
        var known = KnownFacts()
        try facts.bind(key, at: 0)
        try facts.bind(key, at: 3)
        defer { facts.reset() }
        while try facts.step() {
            if let fact = NotificationFact(facts, texts) { known.add(fact) }
        }
        var history = PurchaseHistory(key: key)
        try transactions.bind(key, at: 0)
        defer { transactions.reset() }
        while try transactions.step() {
            if let snapshot = try snapshot(transactions, of: key, &known) { history.transactions.append(snapshot) }
        }
        try renewals.bind(key, at: 0)
        defer { renewals.reset() }
        while try renewals.step() {
            if let snapshot = try renewal(renewals, of: key, &known) { history.renewals.append(snapshot) }
        }
        history.notifications = known.facts
        history.transactions += try successors(of: key)
        return history
    }

    /// The purchases of the id that a migration led to; its notifications do not speak of this key.
    func successors(of key: SubscriptionKey) throws(SQLiteError) -> [TransactionSnapshot] {
        var known = KnownFacts()
        var result: [TransactionSnapshot] = []
        try successors.bind(key, at: 0)
        defer { successors.reset() }
        while try successors.step() {
            if let snapshot = try snapshot(successors, of: key, &known) { result.append(snapshot) }
        }
        return result
    }

    /// The transaction in a row of ``HistoryRows/transactionColumns``.
    ///
    /// Nil without an id of its own: such a transaction cannot be told from another; its row stays a fact.
    func snapshot(
        _ row: borrowing Statement,
        of key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> TransactionSnapshot? {
        guard let fact = try fact(of: row, in: key, &known), let id = texts.text(of: row, at: 2),
            let originalId = texts.text(of: row, at: 29)
        else { return nil }
        var snapshot = TransactionSnapshot(notification: fact, transactionId: id, originalTransactionId: originalId)
        snapshot.read(row, texts)
        if let info = snapshot.advancedCommerceInfo { snapshot.itemRefunds = try items.refunds(in: info) }
        return snapshot
    }

    /// The renewal info in a row of ``HistoryRows/renewalColumns``.
    func renewal(
        _ row: borrowing Statement,
        of key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> RenewalSnapshot? {
        guard let fact = try fact(of: row, in: key, &known) else { return nil }
        var snapshot = RenewalSnapshot(notification: fact, originalTransactionId: key.originalTransactionId)
        snapshot.read(row, texts)
        return snapshot
    }

    /// The notification in a row of ``HistoryRows/factColumns``.
    func fact(_ row: borrowing Statement) -> NotificationFact? {
        NotificationFact(row, texts)
    }

    private func fact(
        of statement: borrowing Statement,
        in key: SubscriptionKey,
        _ known: inout KnownFacts
    ) throws(SQLiteError) -> NotificationFact? {
        guard let digest = statement.digest(at: 1) else { return nil }
        if let fact = known.fact(of: digest) { return fact }
        guard let uuid = statement.identity(at: 0) else { return nil }
        let (text, bytes) = (IdentityText.bytes(of: uuid), IdentityText.bytes(of: digest))
        try factByIdentity.bind(text: text.span, at: 0)
        try factByIdentity.bind(key.environment, at: 1)
        try factByIdentity.bind(blob: bytes.span, at: 2)
        defer { factByIdentity.reset() }
        guard try factByIdentity.step(), let fact = NotificationFact(factByIdentity, texts) else { return nil }
        known.add(fact)
        return fact
    }
}
