internal import NotificationModel

/// A statement whose placeholders are filled from left to right, then run.
///
/// A class, so that several can be kept in an array.
final class RowStatement {
    private let statement: Statement
    private let count: Int
    private var next = 0

    /// Compiles a statement with `count` placeholders.
    init(_ sql: String, count: Int, on connection: Connection) throws(SQLiteError) {
        statement = try Statement(sql, on: connection)
        self.count = count
    }

    /// Compiles the insertion of a whole row.
    convenience init(insertingInto table: Table, on connection: Connection) throws(SQLiteError) {
        try self.init(table.insertion, count: table.columns.count, on: connection)
    }

    func add(_ value: Int64?) throws(SQLiteError) {
        try statement.bind(value, at: advance())
    }

    func add(_ value: Bool?) throws(SQLiteError) {
        try statement.bind(value.map { $0 ? 1 : 0 }, at: advance())
    }

    func add(_ text: String?) throws(SQLiteError) {
        try statement.bind(text, at: advance())
    }

    func add(text: Span<UInt8>) throws(SQLiteError) {
        try statement.bind(text: text, at: advance())
    }

    func add(blob: Span<UInt8>) throws(SQLiteError) {
        try statement.bind(blob: blob, at: advance())
    }

    func add(_ identity: Identity128) throws(SQLiteError) {
        let text = IdentityText.bytes(of: identity)
        try statement.bind(text: text.span, at: advance())
    }

    func add(_ digest: Digest256) throws(SQLiteError) {
        let bytes = IdentityText.bytes(of: digest)
        try statement.bind(blob: bytes.span, at: advance())
    }

    /// A text in an arena; NULL for nil.
    func add(_ slice: ByteSlice?, of arena: Span<UInt8>) throws(SQLiteError) {
        guard let slice else { return try statement.bindNull(at: advance()) }
        try statement.bind(text: arena.extracting(slice.range), at: advance())
    }

    /// A text in an arena; the empty text for nil.
    func add(orEmpty slice: ByteSlice?, of arena: Span<UInt8>) throws(SQLiteError) {
        guard let slice else { return try statement.bind("", at: advance()) }
        try statement.bind(text: arena.extracting(slice.range), at: advance())
    }

    /// A decoded member.
    func add(_ value: FieldValue, of arena: Span<UInt8>) throws(SQLiteError) {
        switch value {
        case .absent: try statement.bindNull(at: advance())
        case .integer(let value): try statement.bind(value, at: advance())
        case .boolean(let value): try statement.bind(value ? 1 : 0, at: advance())
        case .text(let slice), .json(let slice):
            try statement.bind(text: arena.extracting(slice.range), at: advance())
        }
    }

    /// Runs the statement with the values added, all of them.
    func run() throws(SQLiteError) {
        precondition(next == count, "a row statement runs with all its values")
        next = 0
        try statement.run()
    }

    private func advance() -> Int {
        defer { next += 1 }
        return next
    }
}
