internal import CSQLite

/// The rows of one SELECT over a database of somebody else's, which nothing can change.
package final class DatabaseQuery {
    /// Why a query is not run.
    package enum Refusal: Error, Equatable, Sendable {
        /// Not exactly one statement.
        case notOneStatement
        /// A statement that is no SELECT.
        case notASelect
    }

    private let statement: Statement
    /// The names of the columns.
    package let columns: [String]

    /// Opens the file read-only and compiles the query.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - sql: one SELECT.
    ///   - valueLimit: the bytes of the largest text, blob or row that SQLite may make, so that a huge one takes no memory.
    /// - Throws: ``Refusal`` for what is not one SELECT, ``SQLiteError`` for what SQLite refuses.
    package init(path: String, sql: String, valueLimit: Int) throws {
        guard Self.isQuery(sql) else { throw Refusal.notASelect }
        let connection = try Connection(path: path, mode: .readOnly)
        try connection.execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000")
        connection.limitValues(to: valueLimit)
        let statement = try Statement(sql, on: connection)
        guard Self.isWhole(sql, of: statement) else { throw Refusal.notOneStatement }
        guard statement.isReadOnly, statement.columnCount > 0 else { throw Refusal.notASelect }
        columns = (0..<statement.columnCount).map { statement.columnName(at: $0) ?? "" }
        self.statement = statement
    }

    /// Advances; true when a row is there to read.
    package func step() throws -> Bool {
        try statement.step()
    }

    /// Lends the text of a value of the present row; not at all for NULL.
    package func withText(at index: Int, _ body: (Span<UInt8>) -> Void) {
        guard statement.form(at: index) != .null else { return }
        statement.withConvertedText(at: index, body)
    }

    /// SQLite compiles the first statement of a text; nothing may stand behind it.
    private static func isWhole(_ sql: String, of statement: borrowing Statement) -> Bool {
        sql.utf8.dropFirst((statement.sql ?? "").utf8.count).allSatisfy { byte in
            byte == UInt8(ascii: ";") || byte == 0x20 || (0x09...0x0D).contains(byte)
        }
    }

    /// PRAGMA and EXPLAIN give rows too, but are no query of the team's data.
    private static func isQuery(_ sql: String) -> Bool {
        let word = sql.drop { $0.isWhitespace || $0 == "(" }.prefix { $0.isLetter }.lowercased()
        return ["select", "with", "values"].contains(word)
    }
}
