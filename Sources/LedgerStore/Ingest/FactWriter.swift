internal import NotificationModel

/// The statements by which verified rows enter the fact tables.
final class FactWriter {
    /// True once the present transaction has marked the consents.
    var hasMarkedConsents = false

    private let connection: Connection
    /// What a load has; nil while the indexes tell.
    private let loaded: LoadedRows?
    /// True while ``loaded`` tells the delivery attempts apart; further ones than it has room for are told by an index.
    private var attemptsAreLoaded: Bool
    /// False during a load, whose end marks all keys.
    private let marksKeys: Bool
    private let attemptsInMemory: Int
    private let find: Statement
    private let findConflict: Statement
    private let copyToConflicts: Statement
    private let deleteShown: Statement
    private let markConsents: Statement
    private let notification: NotificationWriter
    private let conflict: NotificationWriter
    private let transaction: PartWriter
    private let renewal: PartWriter
    private let consent: PartWriter
    private let token: PartWriter
    private let summary: PartWriter
    private let attempt: LendingStatement
    private let dirtyKey: LendingStatement

    /// Compiles the statements; a load keeps `attemptsInMemory` delivery attempts in mind beside two a notification.
    init(on connection: Connection, attemptsInMemory: Int) throws(SQLiteError) {
        self.connection = connection
        self.attemptsInMemory = attemptsInMemory
        marksKeys = try connection.integer("SELECT value FROM meta WHERE key = '\(MetaKey.isLoading.rawValue)'") != 1
        let areNotificationsIndexed = try connection.hasIdentityIndex(FactTables.notifications)
        attemptsAreLoaded = try !connection.hasIdentityIndex(FactTables.sendAttempts)
        loaded =
            attemptsAreLoaded || !areNotificationsIndexed
            ? try LoadedRows(on: connection, withAttempts: attemptsAreLoaded) : nil
        find = try Statement(
            """
            SELECT rowid, content_digest, said_at FROM notifications
            WHERE notification_uuid = ? AND environment = ?
            """,
            on: connection
        )
        findConflict = try Statement(
            """
            SELECT 1 FROM conflicts WHERE notification_uuid = ? AND environment = ? AND content_digest = ?
            """,
            on: connection
        )
        copyToConflicts = try Statement(FactTables.notifications.copy(to: FactTables.conflicts), on: connection)
        deleteShown = try Statement("DELETE FROM notifications WHERE rowid = ?", on: connection)
        markConsents = try Statement(
            "INSERT OR REPLACE INTO meta(key, value) VALUES ('\(MetaKey.consentsDirty.rawValue)', 1)",
            on: connection
        )
        let texts = FactTexts()
        notification = try NotificationWriter(FactTables.notifications, texts, on: connection)
        conflict = try NotificationWriter(FactTables.conflicts, texts, on: connection)
        transaction = try PartWriter(FactTables.transactionSnapshots, FactTables.transactionFields, on: connection)
        renewal = try PartWriter(FactTables.renewalSnapshots, FactTables.renewalFields, on: connection)
        consent = try PartWriter(FactTables.consents, FactTables.consentFields, on: connection)
        token = try PartWriter(FactTables.externalPurchaseTokens, FactTables.tokenFields, on: connection)
        summary = try PartWriter(FactTables.extensionSummaries, FactTables.summaryFields, on: connection)
        attempt = try LendingStatement(
            FactTables.sendAttempts.insertionOfMissing,
            of: FactTables.sendAttempts,
            on: connection
        )
        dirtyKey = try LendingStatement(
            BookTables.dirtyKeys.insertionOfMissing,
            of: BookTables.dirtyKeys,
            on: connection
        )
    }

    /// Stores a row unless its content is there; decides which content its identity shows.
    func append(_ batch: RowBatch, row index: Int, provenance: Provenance) throws(SQLiteError) -> IngestFate {
        let row = batch.rows[index]
        let arena = batch.arena.span
        let environment = arena.extracting(row.environment.place)
        let identity = FactIdentity(row.notificationUUID, environment)
        let known: ShownContent? =
            if let loaded { try loaded.shownContent(of: identity, environment) } else {
                try shownContent(of: row, in: arena)
            }
        let order = ContentOrder(saidAt: row.saidAt, digest: row.contentDigest)
        if let known {
            if known.order.digest == row.contentDigest { return .duplicate }
            if try isStoredConflict(row, in: arena) { return .duplicate }
        }
        let leadBytes = IdentityText.bytes(of: row.notificationUUID, row.contentDigest)
        let lead = leadBytes.span
        if let known, known.order < order {
            try conflict.append(row, lead, in: batch, provenance)
        } else {
            if let known {
                try run(copyToConflicts, rowID: known.rowID)
                try run(deleteShown, rowID: known.rowID)
            }
            try notification.append(row, lead, in: batch, provenance)
            loaded?.remember(identity, insteadOf: known?.rowID)
        }
        try appendParts(of: row, lead, in: batch)
        try markConsentsOnce()
        return known == nil ? .new : .conflicting
    }

    /// Unites delivery attempts with those known of the row's notification.
    func append(_ attempts: ArraySlice<SendAttempt>, of row: NotificationRow, in batch: RowBatch) throws(SQLiteError) {
        let arena = batch.arena.span
        let (environment, app) = (arena.extracting(row.environment.place), arena.extracting(row.bundleId.place))
        let identity = FactIdentity(row.notificationUUID, environment)
        let uuid = IdentityText.bytes(of: row.notificationUUID)
        for sent in attempts {
            let result = sent.result.utf8.span
            let hash = identity.hash(app: app, sent.attemptDate, result)
            if attemptsAreLoaded, let loaded,
                try loaded.hasAttempt(under: hash, of: identity, environment, app: app, sent.attemptDate, result)
            {
                continue
            }
            try attempt.add(text: app)
            try attempt.add(text: environment)
            try attempt.add(text: uuid.span)
            try attempt.add(sent.attemptDate)
            try attempt.add(text: result)
            try attempt.run(lent: arena, uuid.span, result)
            if attemptsAreLoaded { loaded?.rememberAttempt(under: hash) }
        }
        try boundAttempts()
    }

    /// Has delivery attempts told apart by their index once they are more than memory is set aside for.
    private func boundAttempts() throws(SQLiteError) {
        guard attemptsAreLoaded, let loaded,
            loaded.attemptCount > 2 * loaded.notificationCount + attemptsInMemory
        else { return }
        try connection.execute(FactTables.sendAttempts.identityIndexes)
        attemptsAreLoaded = false
        loaded.forgetAttempts()
    }

    private func shownContent(
        of row: NotificationRow,
        in arena: Span<UInt8>
    ) throws(SQLiteError) -> ShownContent? {
        try bindIdentity(of: row, in: arena, to: find)
        defer { find.reset() }
        guard try find.step(), let rowID = find.integer(at: 0), let digest = find.digest(at: 1) else { return nil }
        return ShownContent(rowID: rowID, order: ContentOrder(saidAt: find.integer(at: 2), digest: digest))
    }

    private func isStoredConflict(_ row: NotificationRow, in arena: Span<UInt8>) throws(SQLiteError) -> Bool {
        try bindIdentity(of: row, in: arena, to: findConflict)
        let digest = IdentityText.bytes(of: row.contentDigest)
        try findConflict.bind(blob: digest.span, at: 2)
        defer { findConflict.reset() }
        return try findConflict.step()
    }

    private func bindIdentity(
        of row: NotificationRow,
        in arena: Span<UInt8>,
        to statement: borrowing Statement
    ) throws(SQLiteError) {
        let uuid = IdentityText.bytes(of: row.notificationUUID)
        try statement.bind(text: uuid.span, at: 0)
        if let environment = row.environment {
            try statement.bind(text: arena.extracting(environment.range), at: 1)
        } else {
            try statement.bind("", at: 1)
        }
    }

    private func run(_ statement: borrowing Statement, rowID: Int64) throws(SQLiteError) {
        try statement.bind(rowID, at: 0)
        try statement.run()
    }

    private func appendParts(
        of row: NotificationRow,
        _ lead: Span<UInt8>,
        in batch: RowBatch
    ) throws(SQLiteError) {
        let values = batch.values.span
        if let columns = row.transaction {
            try transaction.append(columns, of: row, lead, in: batch)
            if marksKeys {
                try markKey(FactPositions.originalTransactionId.value(ofTransaction: columns, values), of: row, batch)
                let previous = FactPositions.previousOriginalTransactionId
                try markKey(previous.value(ofTransaction: columns, values), of: row, batch)
            }
        }
        if let columns = row.renewal {
            try renewal.append(columns, of: row, lead, in: batch)
            if marksKeys {
                try markKey(FactPositions.originalTransactionId.value(ofRenewal: columns, values), of: row, batch)
            }
        }
        if let columns = row.appTransaction, row.isConsentWithdrawal(in: batch) {
            try consent.append(columns, of: row, lead, in: batch)
        }
        guard let content = row.content else { return }
        switch row.container {
        case .externalPurchaseToken: try token.append(content, of: row, lead, in: batch)
        case .summary: try summary.append(content, of: row, lead, in: batch)
        case .data, .appData, .unclaimInfo, nil: return
        }
    }

    /// Marks the key that a part names; a migrated transaction names two, for the old one's access ends with it.
    private func markKey(_ id: FieldValue, of row: NotificationRow, _ batch: RowBatch) throws(SQLiteError) {
        guard case .text = id else { return }
        let arena = batch.arena.span
        try dirtyKey.add(id, of: arena)
        try dirtyKey.add(text: arena.extracting(row.environment.place))
        try dirtyKey.add(text: arena.extracting(row.bundleId.place))
        try dirtyKey.run(lent: arena)
    }

    /// A new purchase may join an old withdrawal, and any new word may move its app's horizon: so consents and horizons
    /// are looked at again whenever anything is new.
    private func markConsentsOnce() throws(SQLiteError) {
        guard !hasMarkedConsents else { return }
        try markConsents.run()
        hasMarkedConsents = true
    }
}

extension NotificationRow {
    /// True for the notification type that withdraws consent, whatever its subtype.
    fileprivate func isConsentWithdrawal(in batch: RowBatch) -> Bool {
        batch.text(.notification, notification, "notificationType") == NotificationType.rescindConsent.text
    }
}

extension Connection {
    /// True if the index that keeps a table's rows apart is there.
    fileprivate func hasIdentityIndex(_ table: Table) throws(SQLiteError) -> Bool {
        for index in table.indexes where index.isUnique {
            let found = try integer("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '\(index.name)')")
            if found != 1 { return false }
        }
        return true
    }
}
