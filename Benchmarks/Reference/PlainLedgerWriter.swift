internal import CSQLite
package import NotificationModel

/// Writes verified rows into a ledger's fact tables by plain upserts: every index is there from the start, each
/// identity is looked for by the insertion itself, rows come in the order of the input.
///
/// The file must be a ledger with all its indexes. Columns are filled by their names, so that the writer shares no
/// statement with the product's.
@safe
package final class PlainLedgerWriter {
    /// What became of a row.
    package enum Fate: String, Sendable {
        case new
        case duplicate
        case conflicting
    }

    /// A failing statement.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let recordsPerTransaction = 40_000

    private let handle: OpaquePointer
    private let notification: Insertion
    private let conflict: Insertion
    private let parts: [WireObject: Insertion]
    private let attempt: OpaquePointer
    private let dirtyKey: OpaquePointer
    private let find: OpaquePointer
    private let findConflict: OpaquePointer
    private let copyToConflicts: OpaquePointer
    private let deleteShown: OpaquePointer
    private var recordsInTransaction = 0

    /// A prepared insertion with the source of each column.
    @safe
    private struct Insertion {
        let statement: OpaquePointer
        let columns: [ColumnSource]
    }

    /// Where a column's value comes from.
    private enum ColumnSource {
        case app, environment, uuid, digest, saidAt
        case event, effect, container, originalTransactionID, transactionID, appTransactionID, productID
        case leafSerial, notes, unknownMembers, contentUnknownMembers, rawContent
        case zero
        /// A member of the object that the table is about.
        case own(position: Int)
        /// A member of the container, by name.
        case content(name: String)
    }

    /// Opens a ledger that nothing else has open.
    package init(path: String) throws {
        var opened: OpaquePointer?
        guard unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            let handle = unsafe opened
        else { throw Failure(description: "\(path) cannot be opened") }
        unsafe self.handle = handle
        try unsafe Self.execute(
            "PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL; PRAGMA cache_size = -131072;"
                + "PRAGMA wal_autocheckpoint = 16000",
            handle
        )
        notification = try unsafe Self.insertion(
            "notifications",
            .notification,
            "ON CONFLICT (notification_uuid, environment) DO NOTHING",
            handle
        )
        conflict = try unsafe Self.insertion("conflicts", .notification, "", handle)
        let tables: [(WireObject, String)] = [
            (.transaction, "transaction_snapshots"), (.renewal, "renewal_snapshots"), (.appTransaction, "consents"),
            (.externalPurchaseToken, "external_purchase_tokens"), (.summary, "extension_summaries"),
        ]
        parts = try Dictionary(
            uniqueKeysWithValues: tables.map { object, table in
                (object, try unsafe Self.insertion(table, object, "", handle))
            }
        )
        unsafe attempt = try unsafe Self.prepare(
            "INSERT INTO send_attempts(app, environment, notification_uuid, attempt_date, result)"
                + " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            handle
        )
        unsafe dirtyKey = try unsafe Self.prepare(
            "INSERT INTO dirty_keys(app, environment, original_transaction_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            handle
        )
        unsafe find = try unsafe Self.prepare(
            "SELECT rowid, content_digest, said_at FROM notifications WHERE notification_uuid = ? AND environment = ?",
            handle
        )
        unsafe findConflict = try unsafe Self.prepare(
            "SELECT 1 FROM conflicts WHERE notification_uuid = ? AND environment = ? AND content_digest = ?",
            handle
        )
        let columns = try unsafe Self.columnNames(of: "notifications", handle).joined(separator: ", ")
        unsafe copyToConflicts = try unsafe Self.prepare(
            "INSERT INTO conflicts(\(columns)) SELECT \(columns) FROM notifications WHERE rowid = ?",
            handle
        )
        unsafe deleteShown = try unsafe Self.prepare("DELETE FROM notifications WHERE rowid = ?", handle)
    }

    deinit {
        let statements =
            unsafe [notification.statement, conflict.statement] + parts.values.map { unsafe $0.statement }
            + [attempt, dirtyKey, find, findConflict, copyToConflicts, deleteShown]
        unsafe statements.forEach { unsafe sqlite3_finalize($0) }
        unsafe sqlite3_close(handle)
    }

    /// Writes a row, its parts and its attempts.
    @discardableResult
    package func write(_ index: Int, of batch: RowBatch, attempts: [SendAttempt]) throws -> Fate {
        if recordsInTransaction == 0 { try unsafe Self.execute("BEGIN IMMEDIATE", handle) }
        recordsInTransaction += 1
        let fate = try writeRow(index, of: batch)
        let row = batch.rows[index]
        for sent in attempts {
            unsafe bind(row.bundleId, orEmpty: true, batch, attempt, 1)
            unsafe bind(row.environment, orEmpty: true, batch, attempt, 2)
            unsafe bind(row.notificationUUID.description, attempt, 3)
            unsafe bind(sent.attemptDate, attempt, 4)
            unsafe bind(sent.result, attempt, 5)
            try unsafe run(attempt)
        }
        if recordsInTransaction == Self.recordsPerTransaction { try commit() }
        return fate
    }

    /// Ends what was begun, and marks what a derivation must look at again.
    package func finish() throws {
        try unsafe Self.execute(
            "INSERT OR REPLACE INTO meta(key, value) VALUES ('consents_dirty', 1), ('findings_dirty', 1)",
            handle
        )
        try commit()
        try unsafe Self.execute("PRAGMA wal_checkpoint(TRUNCATE)", handle)
    }

    private func commit() throws {
        guard recordsInTransaction > 0 else { return }
        try unsafe Self.execute("COMMIT", handle)
        recordsInTransaction = 0
    }

    private func writeRow(_ index: Int, of batch: RowBatch) throws -> Fate {
        let row = batch.rows[index]
        try insert(notification, row.notification, row, batch)
        if unsafe sqlite3_changes(handle) > 0 {
            try writeParts(of: row, batch)
            return .new
        }
        unsafe bind(row.notificationUUID.description, find, 1)
        unsafe bind(row.environment, orEmpty: true, batch, find, 2)
        guard unsafe sqlite3_step(find) == SQLITE_ROW else { throw unsafe Self.failure(handle) }
        let shown = unsafe (
            id: sqlite3_column_int64(find, 0), digest: Self.digest(find, 1),
            saidAt: sqlite3_column_type(find, 2) == SQLITE_NULL ? Int64.max : sqlite3_column_int64(find, 2)
        )
        unsafe sqlite3_reset(find)
        if shown.digest == row.contentDigest { return .duplicate }
        unsafe bind(row.notificationUUID.description, findConflict, 1)
        unsafe bind(row.environment, orEmpty: true, batch, findConflict, 2)
        unsafe bind(row.contentDigest, findConflict, 3)
        let isKnown = unsafe sqlite3_step(findConflict) == SQLITE_ROW
        unsafe sqlite3_reset(findConflict)
        if isKnown { return .duplicate }
        if (row.saidAt ?? .max, row.contentDigest) < (shown.saidAt, shown.digest) {
            unsafe bind(shown.id, copyToConflicts, 1)
            try unsafe run(copyToConflicts)
            unsafe bind(shown.id, deleteShown, 1)
            try unsafe run(deleteShown)
            try insert(notification, row.notification, row, batch)
        } else {
            try insert(conflict, row.notification, row, batch)
        }
        try writeParts(of: row, batch)
        return .conflicting
    }

    private func writeParts(of row: NotificationRow, _ batch: RowBatch) throws {
        if let columns = row.transaction {
            try insert(.transaction, columns, row, batch)
            try markKey("originalTransactionId", .transaction, columns, row, batch)
            try markKey("previousOriginalTransactionId", .transaction, columns, row, batch)
        }
        if let columns = row.renewal {
            try insert(.renewal, columns, row, batch)
            try markKey("originalTransactionId", .renewal, columns, row, batch)
        }
        let type = batch.text(.notification, row.notification, "notificationType")
        if let columns = row.appTransaction, type == NotificationType.rescindConsent.text {
            try insert(.appTransaction, columns, row, batch)
        }
        guard let content = row.content, let container = row.container else { return }
        if container == .externalPurchaseToken || container == .summary {
            try insert(container.object, content, row, batch)
        }
    }

    private func insert(_ object: WireObject, _ columns: ObjectColumns, _ row: NotificationRow, _ batch: RowBatch)
        throws
    {
        guard let insertion = parts[object] else { throw Failure(description: "no table for \(object)") }
        try insert(insertion, columns, row, batch)
    }

    private func markKey(
        _ member: String,
        _ object: WireObject,
        _ columns: ObjectColumns,
        _ row: NotificationRow,
        _ batch: RowBatch
    ) throws {
        guard case .text(let id) = batch.value(object, columns, member) else { return }
        unsafe bind(row.bundleId, orEmpty: true, batch, dirtyKey, 1)
        unsafe bind(row.environment, orEmpty: true, batch, dirtyKey, 2)
        unsafe bind(id, orEmpty: false, batch, dirtyKey, 3)
        try unsafe run(dirtyKey)
    }

    // MARK: - Columns

    private func insert(
        _ insertion: Insertion,
        _ columns: ObjectColumns,
        _ row: NotificationRow,
        _ batch: RowBatch
    ) throws {
        let statement = unsafe insertion.statement
        for (offset, source) in insertion.columns.enumerated() {
            let place = Int32(offset + 1)
            switch source {
            case .app: unsafe bind(row.bundleId, orEmpty: true, batch, statement, place)
            case .environment: unsafe bind(row.environment, orEmpty: true, batch, statement, place)
            case .uuid: unsafe bind(row.notificationUUID.description, statement, place)
            case .digest: unsafe bind(row.contentDigest, statement, place)
            case .saidAt: unsafe bind(row.saidAt, statement, place)
            case .event: unsafe bind(row.pair.map { NotificationTable.pairs[$0].event }, statement, place)
            case .effect: unsafe bind(row.pair.map { NotificationTable.pairs[$0].effect.rawValue }, statement, place)
            case .container: unsafe bind(row.container?.text, statement, place)
            case .originalTransactionID:
                unsafe bind(first("originalTransactionId", row, batch), batch, statement, place)
            case .transactionID:
                unsafe bind(batch.value(.transaction, row.transaction, "transactionId"), batch, statement, place)
            case .appTransactionID: unsafe bind(first("appTransactionId", row, batch), batch, statement, place)
            case .productID: unsafe bind(productID(row, batch), batch, statement, place)
            case .leafSerial: unsafe bind(row.leafSerial, orEmpty: true, batch, statement, place)
            case .notes:
                unsafe bind(row.notes.isEmpty ? nil : row.notes.codes.joined(separator: " "), statement, place)
            case .unknownMembers: unsafe bind(columns.unknownMembers, orEmpty: false, batch, statement, place)
            case .contentUnknownMembers:
                unsafe bind(row.content?.unknownMembers, orEmpty: false, batch, statement, place)
            case .rawContent: unsafe bind(row.rawContent, orEmpty: false, batch, statement, place)
            case .zero: unsafe bind(Int64(0), statement, place)
            case .own(let position): unsafe bind(batch.values[columns.base + position], batch, statement, place)
            case .content(let name):
                let value = row.container.map { batch.value($0.object, row.content, name) }
                unsafe bind(value ?? .absent, batch, statement, place)
            }
        }
        try unsafe run(statement)
    }

    private func first(_ name: String, _ row: NotificationRow, _ batch: RowBatch) -> FieldValue {
        let sides = [
            batch.value(.transaction, row.transaction, name), batch.value(.renewal, row.renewal, name),
            batch.value(.appTransaction, row.appTransaction, name),
        ]
        return sides.first { $0 != .absent } ?? .absent
    }

    private func productID(_ row: NotificationRow, _ batch: RowBatch) -> FieldValue {
        let own = first("productId", row, batch)
        return own == .absent && row.container == .summary ? batch.value(.summary, row.content, "productId") : own
    }

    private static func source(of column: String, in object: WireObject) -> ColumnSource? {
        switch column {
        case "app": return .app
        case "environment": return .environment
        case "notification_uuid": return .uuid
        case "content_digest": return .digest
        case "said_at": return .saidAt
        case "unknown_members": return .unknownMembers
        default: break
        }
        if object == .notification {
            switch column {
            case "event": return .event
            case "effect": return .effect
            case "container": return .container
            case "original_transaction_id": return .originalTransactionID
            case "transaction_id": return .transactionID
            case "app_transaction_id": return .appTransactionID
            case "product_id": return .productID
            case "leaf_serial": return .leafSerial
            case "notes": return .notes
            case "content_unknown_members": return .contentUnknownMembers
            case "raw_content": return .rawContent
            case "source_id", "record_index", "stream_offset", "run_id": return .zero
            default: break
            }
        }
        if let position = object.table.fields.firstIndex(where: { $0.column == column }) {
            return .own(position: position)
        }
        guard object == .notification else { return nil }
        return WireObject.data.table.fields.first { $0.column == column }.map { .content(name: $0.name) }
    }

    private static func insertion(
        _ table: String,
        _ object: WireObject,
        _ clause: String,
        _ handle: OpaquePointer
    ) throws -> Insertion {
        let names = try unsafe columnNames(of: table, handle)
        let columns = try names.map { name in
            guard let source = source(of: name, in: object) else {
                throw Failure(description: "\(table) has a column that the reference does not know: \(name)")
            }
            return source
        }
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let statement = try unsafe prepare(
            "INSERT INTO \(table)(\(names.joined(separator: ", "))) VALUES (\(places)) \(clause)",
            handle
        )
        return unsafe Insertion(statement: statement, columns: columns)
    }

    private static func columnNames(of table: String, _ handle: OpaquePointer) throws -> [String] {
        let statement = try unsafe prepare("SELECT name FROM pragma_table_info('\(table)')", handle)
        defer { unsafe sqlite3_finalize(statement) }
        var names: [String] = []
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            if let text = unsafe sqlite3_column_text(statement, 0) { names.append(unsafe String(cString: text)) }
        }
        return names
    }

    // MARK: - SQLite

    private static let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private static func prepare(_ sql: String, _ handle: OpaquePointer) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
            let statement = unsafe statement
        else { throw unsafe failure(handle) }
        return unsafe statement
    }

    private static func execute(_ sql: String, _ handle: OpaquePointer) throws {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw unsafe failure(handle) }
    }

    private static func failure(_ handle: OpaquePointer) -> Failure {
        Failure(description: unsafe String(cString: sqlite3_errmsg(handle)))
    }

    private func run(_ statement: OpaquePointer) throws {
        let code = unsafe sqlite3_step(statement)
        unsafe sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw unsafe Self.failure(handle) }
    }

    private func bind(_ value: Int64?, _ statement: OpaquePointer, _ place: Int32) {
        if let value {
            unsafe sqlite3_bind_int64(statement, place, value)
        } else {
            unsafe sqlite3_bind_null(statement, place)
        }
    }

    private func bind(_ text: String?, _ statement: OpaquePointer, _ place: Int32) {
        if let text {
            unsafe sqlite3_bind_text(statement, place, text, -1, Self.copying)
        } else {
            unsafe sqlite3_bind_null(statement, place)
        }
    }

    private func bind(
        _ slice: ByteSlice?,
        orEmpty: Bool,
        _ batch: RowBatch,
        _ statement: OpaquePointer,
        _ place: Int32
    ) {
        guard let slice else {
            if orEmpty {
                unsafe bind("", statement, place)
            } else {
                unsafe sqlite3_bind_null(statement, place)
            }
            return
        }
        // Safe: SQLite copies the bytes during the call; an empty text gets an address of its own.
        unsafe batch.arena.withUnsafeBytes { arena in
            guard slice.length > 0, let base = arena.baseAddress else { return unsafe bind("", statement, place) }
            unsafe sqlite3_bind_text(
                statement,
                place,
                (base + Int(slice.offset)).assumingMemoryBound(to: CChar.self),
                Int32(slice.length),
                Self.copying
            )
        }
    }

    private func bind(_ value: FieldValue, _ batch: RowBatch, _ statement: OpaquePointer, _ place: Int32) {
        switch value {
        case .absent: unsafe sqlite3_bind_null(statement, place)
        case .integer(let number): unsafe bind(number, statement, place)
        case .boolean(let truth): unsafe bind(Int64(truth ? 1 : 0), statement, place)
        case .text(let slice), .json(let slice): unsafe bind(slice, orEmpty: false, batch, statement, place)
        }
    }

    private func bind(_ digest: Digest256, _ statement: OpaquePointer, _ place: Int32) {
        let bytes = digest.bytes
        unsafe sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), Self.copying)
    }

    private static func digest(_ statement: OpaquePointer, _ column: Int32) -> Digest256 {
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
        let copy = unsafe Array(bytes)
        return Digest256(bytes: copy.span)
    }
}
