internal import CSQLite

/// One connection to one database file; closed when it and all its statements are gone.
///
/// A connection belongs to one thread at a time. Statements keep their connection alive, so that closing comes last;
/// the file's lock, where the connection carries one, is released only after that.
@safe
final class Connection {
    enum Mode {
        case readOnly
        case readWrite
    }

    private let handle: OpaquePointer
    private let lock: LedgerLock?

    /// Opens the file at `path`; a writing connection creates what is missing.
    ///
    /// A relative path gets a `./`, so that no name is taken for memory or for a URI.
    init(path: String, mode: Mode, lock: LedgerLock? = nil) throws(SQLiteError) {
        let access = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // Safe: SQLite copies the path during the call and stores a handle that is closed on every way out.
        let file = path.hasPrefix("/") ? path : "./\(path)"
        let code = unsafe sqlite3_open_v2(file, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            let error = SQLiteError(code: code, message: Self.message(of: code))
            // Safe: SQLite accepts a null handle here, and nothing else refers to this one.
            unsafe sqlite3_close(opened)
            throw error
        }
        unsafe self.handle = handle
        self.lock = lock
    }

    deinit {
        // Safe: every statement holds a reference to this object, so none is left; `lock` goes after this body.
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements that take no values and give no rows.
    func execute(_ sql: String) throws(SQLiteError) {
        // Safe: the text lives during the call; no callback and no message pointer are passed.
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: sql) }
    }

    /// The first column of the first row as an integer; nil without a row or for NULL.
    func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try Statement(sql, on: self)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    /// The first column of the first row as text; nil without a row or for NULL.
    func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try Statement(sql, on: self)
        return try statement.step() ? statement.text(at: 0) : nil
    }

    /// Makes SQLite refuse every text, blob and row of more bytes.
    func limitValues(to count: Int) {
        // Safe: the handle is open as long as this object lives.
        _ = unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: count))
    }

    /// The rows that the last finished INSERT, UPDATE or DELETE changed.
    var changes: Int {
        // Safe: the handle is open as long as this object lives.
        Int(unsafe sqlite3_changes64(handle))
    }

    /// The row id of the last insertion.
    var lastInsertedID: Int64 {
        // Safe: the handle is open as long as this object lives.
        unsafe sqlite3_last_insert_rowid(handle)
    }

    /// True while a transaction is open.
    var isInTransaction: Bool {
        // Safe: the handle is open as long as this object lives.
        unsafe sqlite3_get_autocommit(handle) == 0
    }

    /// The error for a result code, with the connection's present message.
    func error(_ code: Int32, sql: String?) -> SQLiteError {
        // Safe: SQLite owns the message until the next call on the handle; it is copied at once.
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        return SQLiteError(code: code, message: message, sql: sql)
    }

    /// Compiles a statement; its owner must finalize it before letting this connection go.
    fileprivate func compile(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        var compiled: OpaquePointer?
        // Safe: the text lives during the call, and -1 lets SQLite read it to its terminator.
        let code = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
        guard code == SQLITE_OK, let statement = unsafe compiled else { throw error(code, sql: sql) }
        return unsafe statement
    }

    private static func message(of code: Int32) -> String {
        // Safe: SQLite returns a static string for every code.
        unsafe String(cString: sqlite3_errstr(code))
    }
}

extension Statement {
    /// Compiles one statement on a connection.
    init(_ sql: String, on connection: Connection) throws(SQLiteError) {
        // Safe: the pointer was just compiled on this connection and is handed to its only owner.
        unsafe self.init(owning: try connection.compile(sql), of: connection)
    }
}
