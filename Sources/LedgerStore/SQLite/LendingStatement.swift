internal import NotificationModel

/// An insertion whose texts and blobs are lent to SQLite until it has run, and never copied.
///
/// Values are added from left to right; NULL is what is not bound. Whoever adds bytes hands their span to
/// ``run(lent:_:_:_:)`` too: so the bytes stand where they are until the row is stored, and no binding is left after it.
final class LendingStatement {
    private let statement: Statement
    private let count: Int
    private var next = 0

    /// Compiles the insertion of a whole row.
    convenience init(insertingInto table: Table, on connection: Connection) throws(SQLiteError) {
        try self.init(table.insertion, of: table, on: connection)
    }

    /// Compiles a statement with a placeholder for each of a table's columns.
    init(_ sql: String, of table: Table, on connection: Connection) throws(SQLiteError) {
        statement = try Statement(sql, on: connection)
        count = table.columns.count
    }

    func addNull() {
        next += 1
    }

    func add(_ value: Int64?) throws(SQLiteError) {
        if let value { try statement.bind(value, at: next) }
        next += 1
    }

    func add(text: Span<UInt8>) throws(SQLiteError) {
        // Safe: the span is handed to `run`, which ends the binding.
        try unsafe statement.bind(lentText: text, at: next)
        next += 1
    }

    func add(blob: Span<UInt8>) throws(SQLiteError) {
        // Safe: as for text.
        try unsafe statement.bind(lentBlob: blob, at: next)
        next += 1
    }

    /// A text in an arena; NULL for nil.
    func add(_ slice: ByteSlice?, of arena: Span<UInt8>) throws(SQLiteError) {
        guard let slice else { return addNull() }
        try add(text: arena.extracting(slice.range))
    }

    /// A decoded member.
    func add(_ value: FieldValue, of arena: Span<UInt8>) throws(SQLiteError) {
        switch value {
        case .absent: next += 1
        case .integer(let value): try add(value)
        case .boolean(let value): try add(value ? 1 : 0)
        case .text(let slice), .json(let slice): try add(text: arena.extracting(slice.range))
        }
    }

    /// Runs the statement with the values added, all of them, out of the spans that their bytes stand in.
    func run(
        lent first: Span<UInt8>,
        _ second: Span<UInt8> = Span(),
        _ third: Span<UInt8> = Span(),
        _ fourth: Span<UInt8> = Span()
    ) throws(SQLiteError) {
        precondition(next == count, "a row statement runs with all its values")
        next = 0
        defer { statement.clearBindings() }
        try statement.run()
    }
}
