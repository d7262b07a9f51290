internal import NotificationModel
internal import Reconciliation

/// Reads the histories of many keys, in key order, out of one sorted pass over the fact tables.
///
/// Reading by key costs some look-ups at random places for every statement; where most of a ledger is to be derived,
/// sorting everything once is cheaper. Memory: one sorter's share of ``sorterKibibytes`` for each of three passes;
/// what exceeds it is sorted in temporary files.
final class HistoryScan {
    static let sorterKibibytes = 16_384

    private let reader: HistoryReader
    private let facts: KeyedRows
    private let transactions: KeyedRows
    private let renewals: KeyedRows

    init(on connection: Connection, reader: HistoryReader) throws(SQLiteError) {
        self.reader = reader
        // A sorter takes its share of memory from the cache's size at its first step.
        let cache = try connection.integer("PRAGMA cache_size") ?? 0
        try connection.execute("PRAGMA cache_size = -\(Self.sorterKibibytes)")
        let named = "original_transaction_id IS NOT NULL"
        facts = try KeyedRows(
            """
            SELECT \(HistoryRows.factColumns), \(KeyedRows.key) FROM notifications NOT INDEXED WHERE \(named)
            UNION ALL SELECT \(HistoryRows.factColumns), \(KeyedRows.key) FROM conflicts NOT INDEXED WHERE \(named)
            """,
            keyAt: 7,
            on: connection
        )
        transactions = try KeyedRows(
            """
            SELECT \(HistoryRows.transactionColumns), environment, app FROM transaction_snapshots NOT INDEXED
            WHERE \(named)
            """,
            keyAt: 29,
            on: connection
        )
        renewals = try KeyedRows(
            """
            SELECT \(HistoryRows.renewalColumns), \(KeyedRows.key) FROM renewal_snapshots NOT INDEXED WHERE \(named)
            """,
            keyAt: 16,
            on: connection
        )
        try connection.execute("PRAGMA cache_size = \(cache)")
    }

    /// What ``HistoryReader/history(of:)`` gives; keys come in ascending order of (original id, environment, app).
    func history(of key: SubscriptionKey) throws(SQLiteError) -> PurchaseHistory {
        var known = KnownFacts()
        var history = PurchaseHistory(key: key)
        while try facts.isNext(key) {
            if let fact = reader.fact(facts.row) { known.add(fact) }
            try facts.advance()
        }
        while try transactions.isNext(key) {
            if let snapshot = try reader.snapshot(transactions.row, of: key, &known) {
                history.transactions.append(snapshot)
            }
            try transactions.advance()
        }
        while try renewals.isNext(key) {
            if let snapshot = try reader.renewal(renewals.row, of: key, &known) { history.renewals.append(snapshot) }
            try renewals.advance()
        }
        history.notifications = known.facts
        history.transactions += try reader.successors(of: key)
        return history
    }
}
