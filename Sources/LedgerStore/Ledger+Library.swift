internal import CSQLite

extension Ledger {
    /// The version text of the SQLite library in use.
    package static var sqliteVersion: String {
        // Safe: the library returns a constant, terminated text.
        unsafe String(cString: sqlite3_libversion())
    }
}
