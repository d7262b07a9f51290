internal import NotificationModel

/// Tells which notifications and delivery attempts a ledger has while it is loaded without the indexes that do.
///
/// Made from the tables, so that a load goes on where another ended. Hashes are seeded anew in every process: delivery
/// attempts are not signed, and none of their writers can make them collide.
final class LoadedRows {
    private var notifications = RowIndex()
    private var attempts = RowIndex()
    private let notification: Statement
    private let attempt: Statement
    private let connection: Connection

    init(on connection: Connection, withAttempts: Bool) throws(SQLiteError) {
        self.connection = connection
        notification = try Statement(
            """
            SELECT notification_uuid, environment, content_digest, said_at FROM notifications WHERE rowid = ?
            """,
            on: connection
        )
        attempt = try Statement(
            """
            SELECT notification_uuid, environment, app, attempt_date, result FROM send_attempts WHERE rowid = ?
            """,
            on: connection
        )
        try readNotifications()
        if withAttempts { try readAttempts() }
    }

    /// Gives back the memory of the delivery attempts.
    func forgetAttempts() {
        attempts = RowIndex()
    }

    /// The number of delivery attempts known.
    var attemptCount: Int { attempts.count }

    /// The number of notifications known.
    var notificationCount: Int { notifications.count }

    /// What is shown under an identity; nil for one that is not there.
    func shownContent(of identity: FactIdentity, _ environment: Span<UInt8>) throws(SQLiteError) -> ShownContent? {
        var found: ShownContent?
        _ = try notifications.row(under: identity.hash) { rowID throws(SQLiteError) in
            try notification.bind(rowID, at: 0)
            defer { notification.reset() }
            guard try notification.step(), notification.identity(at: 0) == identity.uuid,
                notification.equals(environment, at: 1), let digest = notification.digest(at: 2)
            else { return false }
            found = ShownContent(
                rowID: rowID,
                order: ContentOrder(saidAt: notification.integer(at: 3), digest: digest)
            )
            return true
        }
        return found
    }

    /// Remembers the notification that was inserted last; `former` is the one that it is shown instead of.
    func remember(_ identity: FactIdentity, insteadOf former: Int64? = nil) {
        let (hash, rowID) = (identity.hash, connection.lastInsertedID)
        if let former {
            notifications.replace(former, by: rowID, under: hash)
        } else {
            notifications.insert(rowID, under: hash)
        }
    }

    /// True if a delivery attempt is stored; `hash` is ``FactIdentity/hash(app:_:_:)``.
    func hasAttempt(
        under hash: UInt64,
        of identity: FactIdentity,
        _ environment: Span<UInt8>,
        app: Span<UInt8>,
        _ date: Int64?,
        _ result: Span<UInt8>
    ) throws(SQLiteError) -> Bool {
        try attempts.row(under: hash) { rowID throws(SQLiteError) in
            try attempt.bind(rowID, at: 0)
            defer { attempt.reset() }
            return try attempt.step() && attempt.identity(at: 0) == identity.uuid && attempt.equals(environment, at: 1)
                && attempt.equals(app, at: 2) && attempt.integer(at: 3) == date && attempt.equals(result, at: 4)
        } != nil
    }

    /// Remembers the delivery attempt that was inserted last.
    func rememberAttempt(under hash: UInt64) {
        attempts.insert(connection.lastInsertedID, under: hash)
    }

    private func readNotifications() throws(SQLiteError) {
        let rows = try Statement("SELECT rowid, notification_uuid, environment FROM notifications", on: connection)
        while try rows.step() {
            guard let rowID = rows.integer(at: 0), let uuid = rows.identity(at: 1) else { continue }
            let hash = rows.withBytes(at: 2) { FactIdentity(uuid, $0).hash }
            notifications.insert(rowID, under: hash)
        }
    }

    private func readAttempts() throws(SQLiteError) {
        let rows = try Statement(
            "SELECT rowid, notification_uuid, environment, app, attempt_date, result FROM send_attempts",
            on: connection
        )
        while try rows.step() {
            guard let rowID = rows.integer(at: 0), let uuid = rows.identity(at: 1) else { continue }
            let date = rows.integer(at: 4)
            let hash = rows.withBytes(at: 2) { environment in
                rows.withBytes(at: 3) { app in
                    rows.withBytes(at: 5) { FactIdentity(uuid, environment).hash(app: app, date, $0) }
                }
            }
            attempts.insert(rowID, under: hash)
        }
    }
}

/// What sets a notification apart: its UUID, and a hash of it and its environment.
struct FactIdentity {
    let uuid: Identity128
    let hash: UInt64

    init(_ uuid: Identity128, _ environment: Span<UInt8>) {
        self.uuid = uuid
        var hasher = Hasher()
        hasher.combine(uuid)
        hasher.combine(bytesOf: environment)
        hash = UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// A hash of one of the notification's delivery attempts.
    func hash(app: Span<UInt8>, _ date: Int64?, _ result: Span<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(hash)
        hasher.combine(bytesOf: app)
        hasher.combine(date)
        hasher.combine(bytesOf: result)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// The content that an identity shows: its row, and how it competes.
struct ShownContent {
    let rowID: Int64
    let order: ContentOrder
}

extension Hasher {
    /// Mixes in a text or blob and its length.
    fileprivate mutating func combine(bytesOf bytes: Span<UInt8>) {
        combine(bytes.count)
        // Safe: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBytes { unsafe combine(bytes: $0) }
    }
}

extension ByteSlice? {
    /// Where a text stands in its arena; an empty place for nil.
    var place: Range<Int> { self?.range ?? 0..<0 }
}

extension Statement {
    /// True if a text or blob of the present row has exactly these bytes.
    fileprivate func equals(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        withBytes(at: index) { own in
            own.count == bytes.count && own.indices.allSatisfy { own[$0] == bytes[$0] }
        }
    }
}
