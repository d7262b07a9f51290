/// What SQLite answered when it refused: its extended code, its message and the statement, never a bound value.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code.
    package let code: Int32
    /// SQLite's own message.
    package let message: String
    /// The statement's text with its placeholders; nil where no statement was concerned.
    package let sql: String?

    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The result code without its extension.
    package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        "SQLite \(code): \(message)" + (sql.map { " in: \($0)" } ?? "")
    }
}
