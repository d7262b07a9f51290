internal import LedgerStore
internal import NotificationModel
internal import Reconciliation
internal import SignatureVerification

/// A ledger opened to be asked.
public struct LedgerReader {
    let ledger: Ledger
    private let path: String

    /// Opens a ledger read-only; one whose last derivation was interrupted is finished first.
    ///
    /// - Throws: ``LedgerRunError`` for a file that is not there, is no ledger, or is one of a newer version.
    public init(path: String) throws {
        self.path = path
        ledger = try Self.reading(path) {
            if let settings = try Self.settingsIfDirty(path) {
                try Ledger.openForWriting(path: path, settings: settings).deriveDirty()
            }
            return try Ledger.openForReading(path: path)
        }
    }

    /// Asks one state of the ledger, in which everything derived follows from the facts.
    func asking<Result>(_ body: () throws -> Result) throws -> Result {
        try Self.reading(path) {
            try ledger.snapshot {
                guard try !ledger.isDirty else {
                    throw LedgerRunError(
                        .failed,
                        "a run into the ledger \(PrintableText.escape(path)) is under way; ask again when it has ended"
                    )
                }
                return try body()
            }
        }
    }

    /// Tells the failures of a ledger in words.
    private static func reading<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as LedgerError {
            throw LedgerRunError(.failed, error.description)
        } catch let error as SQLiteError {
            throw LedgerRunError(
                .failed,
                "the ledger \(PrintableText.escape(path)) cannot be read: SQLite \(error.code), \(error.message); "
                    + "take a copy aside and reconcile the archives into a new ledger"
            )
        }
    }

    /// The settings of a ledger that is to be finished; nil for one that is whole.
    private static func settingsIfDirty(_ path: String) throws -> LedgerSettings? {
        let ledger = try Ledger.openForReading(path: path)
        return try ledger.isDirty ? ledger.settings : nil
    }

    /// The SHA-256 of the ledger's facts and of what is derived from them without an instant, in hexadecimal.
    public func fingerprint() throws -> String {
        var hasher = SHA256Hasher()
        try asking { try ledger.fingerprint { hasher.update($0) } }
        return hasher.finalize().description
    }

    /// The story of everything that an id names.
    ///
    /// - Parameters:
    ///   - id: an original transaction id, transaction id, web order line item id, app transaction id, app account
    ///     token or notification UUID.
    ///   - asOf: the instant of the states, milliseconds since 1970; nil for each app's horizon.
    ///   - knownBy: leaves out what was said later.
    /// - Returns: the story of every match.
    /// - Throws: ``LedgerRunError`` of kind `notFound` for an id that the ledger does not know.
    public func explain(_ id: String, asOf: Int64?, knownBy: Int64?) throws -> Explanation {
        try asking { try story(of: id, asOf: asOf, knownBy: knownBy) }
    }

    private func story(of id: String, asOf: Int64?, knownBy: Int64?) throws -> Explanation {
        let matches = try ledger.lookup(id)
        guard !matches.isEmpty else {
            throw LedgerRunError(
                .notFound,
                "the ledger \(PrintableText.escape(path)) knows no id \(PrintableText.escape(id)); it looks for original "
                    + "transaction ids, transaction ids, web order line item ids, app transaction ids, app account "
                    + "tokens and notification UUIDs"
            )
        }
        var book = try StoryBook(ledger, asOf: asOf, knownBy: knownBy)
        var explanation = Explanation(id: id)
        var told: Set<SubscriptionKey> = []
        for match in matches {
            explanation.matches.append(
                Explanation.Match(
                    kind: match.kind,
                    app: match.app,
                    environment: match.environment,
                    originalTransactionId: match.key?.originalTransactionId
                )
            )
            if let key = match.key {
                guard told.insert(key).inserted else { continue }
                explanation.purchases.append(try book.story(of: key))
            } else if let uuid = match.notificationUUID {
                explanation.notifications += book.known(try ledger.notificationRows(for: uuid))
            }
        }
        return explanation
    }
}
