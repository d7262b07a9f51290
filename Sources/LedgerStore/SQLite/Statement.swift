internal import CSQLite

/// A compiled statement: bind, step, read, reset; finalized when it goes out of scope.
///
/// Placeholders and columns are counted from 0. Bound bytes are copied by SQLite, so they need not outlive the call.
@safe
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: Connection

    /// Takes over a statement compiled on `connection`.
    ///
    /// Only `Connection` calls this.
    @unsafe
    init(owning handle: OpaquePointer, of connection: Connection) {
        unsafe self.handle = handle
        self.connection = connection
    }

    deinit {
        // Safe: this value is the handle's only owner, and the connection is still held.
        unsafe sqlite3_finalize(handle)
    }

    /// Binds NULL.
    func bindNull(at index: Int) throws(SQLiteError) {
        // Safe: the handle is owned; SQLite checks the index.
        try check(unsafe sqlite3_bind_null(handle, Int32(index + 1)))
    }

    /// Binds an integer, or NULL for nil.
    func bind(_ value: Int64?, at index: Int) throws(SQLiteError) {
        guard let value else { return try bindNull(at: index) }
        // Safe: the handle is owned; SQLite checks the index.
        try check(unsafe sqlite3_bind_int64(handle, Int32(index + 1), value))
    }

    /// Binds text, or NULL for nil.
    func bind(_ text: String?, at index: Int) throws(SQLiteError) {
        guard let text else { return try bindNull(at: index) }
        try bind(text: text.utf8.span, at: index)
    }

    /// Binds UTF-8 text; NUL bytes in it are kept.
    func bind(text bytes: Span<UInt8>, at index: Int) throws(SQLiteError) {
        // Safe: SQLite copies exactly `count` bytes during the call; an empty span may have no address, and a null
        // address would mean NULL, so empty text has an address of its own.
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress else {
                return unsafe sqlite3_bind_text64(handle, Int32(index + 1), "", 0, Self.copying, UInt8(SQLITE_UTF8))
            }
            return unsafe sqlite3_bind_text64(
                handle,
                Int32(index + 1),
                address.assumingMemoryBound(to: CChar.self),
                UInt64(buffer.count),
                Self.copying,
                UInt8(SQLITE_UTF8)
            )
        }
        try check(code)
    }

    /// Binds a blob.
    func bind(blob bytes: Span<UInt8>, at index: Int) throws(SQLiteError) {
        // Safe: as for text; an empty blob is bound as such.
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(handle, Int32(index + 1), 0)
            }
            return unsafe sqlite3_bind_blob64(
                handle,
                Int32(index + 1),
                address,
                UInt64(buffer.count),
                Self.copying
            )
        }
        try check(code)
    }

    /// Binds UTF-8 text without a copy.
    ///
    /// - Safety: the bytes stand where they are until the statement has run or the value is bound anew or cleared.
    @unsafe
    func bind(lentText bytes: Span<UInt8>, at index: Int) throws(SQLiteError) {
        // Safe by what the caller promises; empty text has an address of its own, as above.
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress else {
                return unsafe sqlite3_bind_text(handle, Int32(index + 1), "", 0, Self.copying)
            }
            return unsafe sqlite3_bind_text64(
                handle,
                Int32(index + 1),
                address.assumingMemoryBound(to: CChar.self),
                UInt64(buffer.count),
                nil,
                UInt8(SQLITE_UTF8)
            )
        }
        try check(code)
    }

    /// Binds a blob without a copy.
    ///
    /// - Safety: as for lent text.
    @unsafe
    func bind(lentBlob bytes: Span<UInt8>, at index: Int) throws(SQLiteError) {
        // Safe by what the caller promises; an empty blob is bound as such.
        let code = unsafe bytes.withUnsafeBytes { buffer in
            guard let address = buffer.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(handle, Int32(index + 1), 0)
            }
            return unsafe sqlite3_bind_blob64(handle, Int32(index + 1), address, UInt64(buffer.count), nil)
        }
        try check(code)
    }

    /// Makes every bound value NULL.
    func clearBindings() {
        // Safe: the handle is owned; the call cannot fail.
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    /// Advances; true when a row is there to read.
    func step() throws(SQLiteError) -> Bool {
        // Safe: the handle is owned.
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = connection.error(code, sql: sql)
            reset()
            throw error
        }
    }

    /// Runs a statement whose rows are of no interest, and makes it ready for the next values.
    func run() throws(SQLiteError) {
        while try step() {}
        reset()
    }

    /// Ends the present run; bound values stay until they are bound anew.
    func reset() {
        // Safe: the handle is owned; the code repeats an error that `step` has reported.
        _ = unsafe sqlite3_reset(handle)
    }

    /// The statement's text with its placeholders.
    var sql: String? {
        // Safe: SQLite owns the text as long as the statement lives; it is copied at once.
        unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) }
    }

    /// The number of columns in a row.
    var columnCount: Int {
        // Safe: the handle is owned.
        Int(unsafe sqlite3_column_count(handle))
    }

    /// The name of a column.
    func columnName(at index: Int) -> String? {
        // Safe: SQLite answers null for an index out of range; the name is copied at once.
        unsafe sqlite3_column_name(handle, Int32(index)).map { unsafe String(cString: $0) }
    }

    /// The form of a value in the present row.
    func form(at index: Int) -> ValueForm {
        // Safe: the handle is owned; SQLite answers NULL for an index out of range.
        switch unsafe sqlite3_column_type(handle, Int32(index)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        case SQLITE_FLOAT: .real
        default: .null
        }
    }

    /// An integer of the present row; nil for NULL.
    func integer(at index: Int) -> Int64? {
        guard form(at: index) != .null else { return nil }
        // Safe: the handle is owned.
        return unsafe sqlite3_column_int64(handle, Int32(index))
    }

    /// A text of the present row; nil for NULL.
    func text(at index: Int) -> String? {
        guard form(at: index) != .null else { return nil }
        return withBytes(at: index) { bytes in
            // Safe: the buffer is only read, during the call.
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Lends the bytes of a text or blob of the present row; empty for NULL.
    func withBytes<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        // Safe: SQLite keeps the value until the next step or reset, and the statement is borrowed meanwhile.
        let address = unsafe sqlite3_column_blob(handle, Int32(index))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
        let buffer = unsafe UnsafeRawBufferPointer(start: address, count: address == nil ? 0 : count)
        return unsafe body(Span(_unsafeElements: buffer.bindMemory(to: UInt8.self)))
    }

    /// Lends the text of a value of the present row, of a number its decimal digits; empty for NULL.
    func withConvertedText(at index: Int, _ body: (Span<UInt8>) -> Void) {
        // Safe: SQLite converts in place and keeps the text until the next step or reset; the length is asked after it.
        let address = unsafe sqlite3_column_text(handle, Int32(index))
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(index)))
        let buffer = unsafe UnsafeBufferPointer(start: address, count: address == nil ? 0 : count)
        unsafe body(Span(_unsafeElements: buffer))
    }

    /// True if the statement changes no database.
    var isReadOnly: Bool {
        // Safe: the handle is owned.
        unsafe sqlite3_stmt_readonly(handle) != 0
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
    }

    /// Tells SQLite to copy a bound value during the call: the C header's `SQLITE_TRANSIENT`.
    private static var copying: sqlite3_destructor_type {
        // Safe: SQLite documents -1 as a mark; it never calls it.
        unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}

/// The forms a stored value can have.
enum ValueForm {
    case null
    case integer
    case real
    case text
    case blob
}
