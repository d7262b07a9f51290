internal import CSQLite
internal import Glibc
internal import Reconciliation

/// A ledger: the facts of verified notifications, what follows from them, and the books about the runs.
///
/// A ledger belongs to one thread at a time. It is closed when the last reference goes; a writing one holds its file
/// until then. A transaction that was begun and not committed leaves nothing.
package final class Ledger {
    /// The ledger's file.
    package let path: String
    /// False for a ledger opened for reading.
    package let isWritable: Bool
    let connection: Connection
    /// The statements by which facts enter; made on first use.
    var factWriter: FactWriter?
    var bookWriter: BookWriter?
    var bookOfPages: PageBook?
    /// The delivery attempts that a load keeps in mind beside two a notification, 14 bytes each.
    package var attemptsInMemory = 1 << 20
    /// True once the present transaction has marked the archive findings.
    var hasMarkedFindings = false

    private static let quickCheckLimit = 256 << 20
    /// The page size of a new ledger: rows of half a KiB fill 4 KiB pages badly.
    private static let pageSize = 8_192
    /// The write-ahead log is moved into the file when it has grown by so much.
    private static let checkpointBytes = 64 << 20

    /// Opens a ledger for a run, or creates it, and holds it until it is closed.
    ///
    /// A file that is no ledger, that is damaged, that another run holds or that was made under other settings is
    /// refused and not changed. Ledgers up to 256 MiB are checked as a whole; larger ones by header and schema.
    package static func openForWriting(path: String, settings: LedgerSettings) throws -> Ledger {
        let lock = try LedgerLock(path: path)
        let finding = try LedgerHeader.judge(lock.beginning(100), size: lock.size, path: path)
        if finding == .ledger { try check(path: path, isWhole: lock.size <= quickCheckLimit) }
        return try diagnosing(path) {
            let connection = try Connection(path: path, mode: .readWrite, lock: lock)
            try connection.execute("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF")
            let ledger = Ledger(path: path, isWritable: true, connection: connection)
            if try connection.integer("PRAGMA application_id") == 0 {
                try connection.execute("PRAGMA page_size = \(pageSize)")
                try ledger.create(under: settings)
            } else {
                try requireLedger(connection, path: path)
                try ledger.requireSettings(settings)
            }
            try connection.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA cache_size = -98304; PRAGMA mmap_size = 0;
                PRAGMA wal_autocheckpoint = \(checkpointBytes / pageSize)
                """
            )
            try ledger.adoptRules()
            return ledger
        }
    }

    /// Opens an existing ledger for reading; nothing of it can be changed.
    package static func openForReading(path: String) throws -> Ledger {
        // Safe: the path lives during the call. No descriptor is opened: closing one would drop a writer's locks.
        guard unsafe access(path, F_OK) == 0 else { throw LedgerError.missing(path: path) }
        var status = stat()
        // Safe: the path lives during the call, the structure is the callee's to fill. A FIFO would keep SQLite waiting.
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw LedgerError.notALedger(path: path, found: "not a regular file")
        }
        return try diagnosing(path) {
            let connection = try Connection(path: path, mode: .readOnly)
            try connection.execute(
                "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -65536"
            )
            try requireLedger(connection, path: path)
            return Ledger(path: path, isWritable: false, connection: connection)
        }
    }

    private init(path: String, isWritable: Bool, connection: Connection) {
        self.path = path
        self.isWritable = isWritable
        self.connection = connection
    }

    /// Begins a transaction; facts and progress written from here on stand or fall together.
    package func begin() throws {
        try connection.execute("BEGIN IMMEDIATE")
    }

    /// Makes everything since ``begin()`` durable.
    package func commit() throws {
        try connection.execute("COMMIT")
        factWriter?.hasMarkedConsents = false
        hasMarkedFindings = false
    }

    /// Forgets everything since ``begin()``; nothing happens outside a transaction.
    package func rollback() throws {
        // A failure may have left a statement half filled; the next transaction compiles its own.
        factWriter = nil
        bookWriter = nil
        bookOfPages = nil
        hasMarkedFindings = false
        guard connection.isInTransaction else { return }
        try connection.execute("ROLLBACK")
    }

    /// Runs `body` over one state of the ledger, whatever a writer commits meanwhile.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try connection.execute("BEGIN")
        // Nothing was written: ending it in either way is the same, and the body's error is the one that tells.
        defer { try? connection.execute("ROLLBACK") }
        return try body()
    }

    /// Runs `body` inside a transaction, and leaves nothing of it if it throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            // The first error is the one that tells; after it a failing ROLLBACK only repeats it.
            try? rollback()
            throw error
        }
    }

    /// Moves the write-ahead log into the file; only the writing ledger does so.
    package func checkpoint() throws {
        precondition(isWritable, "only the writing ledger checkpoints")
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func create(under settings: LedgerSettings) throws {
        try transaction {
            try connection.execute(LedgerSchema.definition)
            try setMeta(.rulesVersion, to: Int64(Derivation.rulesVersion))
            try setMeta(.anchors, to: settings.anchorFingerprints.joined(separator: "\n"))
            try setMeta(.allowsUnsigned, to: settings.allowsUnsignedTestEnvironments ? 1 : 0)
        }
    }

    private func requireSettings(_ settings: LedgerSettings) throws {
        let recorded = try self.settings
        guard recorded.anchorFingerprints == settings.anchorFingerprints else {
            throw LedgerError.otherAnchors(path: path, recorded: recorded.anchorFingerprints)
        }
        guard recorded.allowsUnsignedTestEnvironments == settings.allowsUnsignedTestEnvironments else {
            throw LedgerError.otherUnsignedRule(path: path, recorded: recorded.allowsUnsignedTestEnvironments)
        }
    }

    /// Reads the whole file through a connection that cannot write, so that a damaged file stays as it is.
    private static func check(path: String, isWhole: Bool) throws {
        try diagnosing(path) {
            let connection = try Connection(path: path, mode: .readOnly)
            try requireLedger(connection, path: path)
            guard isWhole, let finding = try connection.text("PRAGMA quick_check(1)"), finding != "ok" else { return }
            throw LedgerError.damaged(path: path, finding: finding.split(separator: "\n").first.map(String.init) ?? "")
        }
    }

    private static func requireLedger(_ connection: Connection, path: String) throws {
        guard try connection.integer("PRAGMA application_id") == Int64(LedgerSchema.applicationID) else {
            throw LedgerError.notALedger(path: path, found: "an SQLite database of another application")
        }
        let version = Int(try connection.integer("PRAGMA user_version") ?? 0)
        guard version == LedgerSchema.version else {
            throw LedgerError.newerVersion(path: path, found: version, supported: LedgerSchema.version)
        }
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE type = 'table'")
        guard tables == Int64(LedgerSchema.tables.count) else {
            throw LedgerError.damaged(path: path, finding: "tables are missing")
        }
    }

    /// Tells what SQLite's answers about a file as such mean for a ledger.
    private static func diagnosing<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            switch error.primaryCode {
            case SQLITE_NOTADB: throw LedgerError.notALedger(path: path, found: "not an SQLite database")
            case SQLITE_READONLY: throw LedgerError.interrupted(path: path)
            case SQLITE_CORRUPT: throw LedgerError.damaged(path: path, finding: error.message)
            default: throw error
            }
        }
    }
}
