internal import Reconciliation

/// The rows of a statement in ascending order of (original id, environment, app), taken key by key.
final class KeyedRows {
    static let key = "original_transaction_id, environment, app"

    let row: Statement
    private let keyIndex: Int
    private var isAtRow: Bool

    /// Sorts the rows of a query, whose three columns from `keyIndex` on are the key, and goes to the first.
    init(_ query: String, keyAt keyIndex: Int, on connection: Connection) throws(SQLiteError) {
        let rows = try Statement("\(query) ORDER BY \(keyIndex + 1), \(keyIndex + 2), \(keyIndex + 3)", on: connection)
        self.keyIndex = keyIndex
        isAtRow = try rows.step()
        row = rows
    }

    /// Passes over the rows of lesser keys; true when the present row is the key's.
    func isNext(_ key: SubscriptionKey) throws(SQLiteError) -> Bool {
        while isAtRow {
            let order = compare(key)
            if order == 0 { return true }
            if order > 0 { return false }
            try advance()
        }
        return false
    }

    /// Goes to the next row.
    func advance() throws(SQLiteError) {
        isAtRow = try row.step()
    }

    /// How the present row's key compares with another: negative when it is less.
    private func compare(_ key: SubscriptionKey) -> Int {
        var order = compare(key.originalTransactionId, at: keyIndex)
        if order == 0 { order = compare(key.environment, at: keyIndex + 1) }
        if order == 0 { order = compare(key.app, at: keyIndex + 2) }
        return order
    }

    /// Compares as SQLite does: byte by byte, a beginning before the whole.
    private func compare(_ text: String, at index: Int) -> Int {
        row.withBytes(at: index) { bytes in
            let other = text.utf8.span
            for place in 0..<min(bytes.count, other.count) where bytes[place] != other[place] {
                return bytes[place] < other[place] ? -1 : 1
            }
            return bytes.count - other.count
        }
    }
}
