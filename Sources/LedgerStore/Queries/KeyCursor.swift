internal import Reconciliation

/// The rows of a derived table in the order of keys, taken key by key.
///
/// Every key of a derived table has identifiers; so cursors that follow the identifiers' keys meet all their rows.
struct KeyCursor: ~Copyable {
    private let statement: Statement
    private var isAtRow = false
    private var hasStarted = false

    /// The columns that `list` names, behind the key's three, of all rows of a table that meet a condition.
    ///
    /// Names come from the caller's own constants. A key's rows come in the order in which its derivation wrote them,
    /// which is that of time; the index gives it without sorting.
    init(
        _ list: String,
        of table: Table,
        where condition: String = "original_transaction_id IS NOT NULL",
        thenBy order: String = "rowid",
        on connection: Connection
    ) throws(SQLiteError) {
        statement = try Statement(
            """
            SELECT app, environment, original_transaction_id, \(list) FROM \(table.name) WHERE \(condition)
            ORDER BY original_transaction_id, environment, app, \(order)
            """,
            on: connection
        )
    }

    /// The key of the row that is next; nil behind the last.
    mutating func nextKey() throws(SQLiteError) -> SubscriptionKey? {
        if !hasStarted {
            hasStarted = true
            isAtRow = try statement.step()
        }
        return isAtRow ? statement.key(at: 0) : nil
    }

    /// Lends the rows of a key, if it is the next one; columns count from 3.
    mutating func rows(of key: SubscriptionKey, _ body: (borrowing Statement) -> Void) throws(SQLiteError) {
        while try isNext(key) {
            body(statement)
            isAtRow = try statement.step()
        }
    }

    private mutating func isNext(_ key: SubscriptionKey) throws(SQLiteError) -> Bool {
        if !hasStarted {
            hasStarted = true
            isAtRow = try statement.step()
        }
        return isAtRow && holds(key.originalTransactionId, at: 2) && holds(key.environment, at: 1)
            && holds(key.app, at: 0)
    }

    private func holds(_ text: String, at index: Int) -> Bool {
        statement.withBytes(at: index) { bytes in
            let expected = text.utf8.span
            guard bytes.count == expected.count else { return false }
            for index in bytes.indices where bytes[index] != expected[index] { return false }
            return true
        }
    }
}
