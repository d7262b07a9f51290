/// One table of the ledger: its name, its columns and its keys; the SQL that concerns a whole row is made from it.
///
/// Names come from the field tables and from this module's own constants, never from an input.
struct Table: Sendable {
    /// What a table's rows are, which decides whether a fingerprint covers them.
    enum Kind: Sendable {
        case fact
        case derived
        case book
    }

    let name: String
    let kind: Kind
    let columns: [Column]
    /// The primary key of a table without row ids; empty for a table with them.
    ///
    /// The columns it names stand first and in its order: SQLite 3.40's check of a whole file takes the columns of a
    /// key in another order for NULL.
    var primaryKey: [String] = []
    /// Further indexes, each a list of terms as SQL.
    var indexes: [Index] = []
    /// Rows that no fingerprint covers, as a condition for those that it does.
    var fingerprintCondition: String?

    struct Index: Sendable {
        let name: String
        let terms: String
        var isUnique = false
        var condition: String?
    }

    /// The position of a column.
    func position(of column: String) -> Int {
        guard let position = columns.firstIndex(where: { $0.name == column }) else {
            preconditionFailure("table \(name) has no column \(column)")
        }
        return position
    }

    /// The statements that make the table and the indexes that keep its rows apart.
    var definition: String {
        var parts = columns.map(\.definition)
        if !primaryKey.isEmpty { parts.append("PRIMARY KEY (\(primaryKey.joined(separator: ", ")))") }
        let options = primaryKey.isEmpty ? "STRICT" : "STRICT, WITHOUT ROWID"
        return "CREATE TABLE \(name) (\(parts.joined(separator: ", "))) \(options);\n" + identityIndexes
    }

    /// The statements that make the indexes that keep rows apart, where they are missing.
    var identityIndexes: String {
        indexes.filter(\.isUnique).map { $0.definition(on: name) }.joined()
    }

    /// The statements that take those indexes away.
    var droppingIdentity: String {
        indexes.filter(\.isUnique).map { "DROP INDEX IF EXISTS \($0.name);\n" }.joined()
    }

    /// The statements that make the indexes by which rows are found, where they are missing.
    ///
    /// A first run writes without them: making them once from all rows costs a fraction of keeping them row by row.
    var searchIndexes: String {
        indexes.filter { !$0.isUnique }.map { $0.definition(on: name) }.joined()
    }

    /// All columns' names, separated by commas.
    var columnList: String {
        columns.map(\.name).joined(separator: ", ")
    }

    /// Inserts one row, all columns in order.
    var insertion: String {
        "INSERT INTO \(name)(\(columnList)) VALUES (\(placeholders))"
    }

    /// Inserts one row unless it is there.
    var insertionOfMissing: String {
        "INSERT INTO \(name)(\(columnList)) VALUES (\(placeholders)) ON CONFLICT DO NOTHING"
    }

    /// Copies the row with a row id into another table of the same columns.
    func copy(to other: Table) -> String {
        "INSERT INTO \(other.name)(\(columnList)) SELECT \(columnList) FROM \(name) WHERE rowid = ?"
    }

    /// Deletes all rows of a subscription key.
    var deletionByKey: String {
        "DELETE FROM \(name) WHERE original_transaction_id = ? AND environment = ? AND app = ?"
    }

    private var placeholders: String {
        columns.map { _ in "?" }.joined(separator: ", ")
    }
}

extension Table.Index {
    fileprivate func definition(on table: String) -> String {
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX IF NOT EXISTS \(name) ON \(table)(\(terms))"
            + (condition.map { " WHERE \($0)" } ?? "") + ";\n"
    }

    /// The index by which a key's rows are found.
    static func byKey(of table: String) -> Table.Index {
        Table.Index(name: "\(table)_by_key", terms: "original_transaction_id, environment, app")
    }
}
