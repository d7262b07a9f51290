internal import NotificationModel

/// One record's line of `verify`, a JSON object with the same members for every verdict; absent is null.
struct VerifyLine {
    /// Adds the decoded objects to accepted lines.
    let includesPayload: Bool
    private(set) var writer = JSONWriter()

    init(includesPayload: Bool) {
        self.includesPayload = includesPayload
    }

    /// Takes what was written.
    mutating func take() -> [UInt8] {
        defer { writer.reset() }
        return writer.bytes
    }

    /// Writes the line of an accepted record.
    mutating func accepted(
        _ row: NotificationRow,
        _ batch: RowBatch,
        source: String,
        index: Int,
        fate: AcceptedFate
    ) {
        head(source: source, index: index, verdict: fate == .new ? "accepted" : "duplicate")
        member("reason", text: fate == .conflicting ? RejectionReason.conflictingDuplicate.rawValue : nil)
        member(
            "detail",
            text: fate == .conflicting ? "another content was accepted under the same notificationUUID" : nil
        )
        writer.name("notes")
        writer.beginArray()
        for code in row.notes.codes { writer.value(code) }
        writer.endArray()
        let pair = row.pair.map { NotificationTable.pairs[$0] }
        member("notificationUUID", text: row.notificationUUID.description)
        member("notificationType", batch.value(.notification, row.notification, "notificationType"), batch)
        member("subtype", subtype(row, batch), batch)
        member("event", text: pair?.event)
        member("effect", text: pair?.effect.rawValue)
        member("signedDate", batch.value(.notification, row.notification, "signedDate"), batch)
        member("environment", slice: row.environment, batch)
        member("bundleId", slice: row.bundleId, batch)
        member("appAppleId", content(row, "appAppleId", batch), batch)
        member("originalTransactionId", firstPart(row, "originalTransactionId", batch), batch)
        member("transactionId", batch.value(.transaction, row.transaction, "transactionId"), batch)
        member("appTransactionId", firstPart(row, "appTransactionId", batch), batch)
        member("productId", productId(row, batch), batch)
        member("status", content(row, "status", batch), batch)
        member("leafSerial", slice: row.leafSerial.length == 0 ? nil : row.leafSerial, batch)
        if includesPayload { payload(row, batch) }
        writer.endObject()
        writer.newline()
    }

    /// Writes the line of a rejected record, or of a file fault, whose index is nil.
    mutating func rejected(_ rejection: Rejection, source: String, index: Int?) {
        head(source: source, index: index, verdict: "rejected")
        member("reason", text: rejection.reason.rawValue)
        member("detail", text: rejection.detail)
        writer.name("notes")
        writer.beginArray()
        writer.endArray()
        for name in Self.columns {
            writer.name(name)
            writer.null()
        }
        if includesPayload {
            writer.name("payload")
            writer.null()
        }
        writer.endObject()
        writer.newline()
    }

    private static let columns = [
        "notificationUUID", "notificationType", "subtype", "event", "effect", "signedDate", "environment", "bundleId",
        "appAppleId", "originalTransactionId", "transactionId", "appTransactionId", "productId", "status",
        "leafSerial",
    ]

    private mutating func head(source: String, index: Int?, verdict: String) {
        writer.beginObject()
        member("source", text: source)
        writer.name("index")
        writer.value(index.map(Int64.init))
        member("verdict", text: verdict)
    }

    private mutating func member(_ name: String, text: String?) {
        writer.name(name)
        writer.value(text)
    }

    private mutating func member(_ name: String, slice: ByteSlice?, _ batch: RowBatch) {
        member(name, slice.map { .text($0) } ?? .absent, batch)
    }

    private mutating func member(_ name: String, _ value: FieldValue, _ batch: RowBatch) {
        writer.name(name)
        switch value {
        case .absent: writer.null()
        case .integer(let number): writer.value(number)
        case .boolean(let truth): writer.value(truth)
        case .text(let slice): writer.value(utf8: batch.arena[slice.range])
        case .json(let slice): writer.raw(batch.arena[slice.range])
        }
    }

    private func subtype(_ row: NotificationRow, _ batch: RowBatch) -> FieldValue {
        let value = batch.value(.notification, row.notification, "subtype")
        if case .text(let slice) = value, slice.length == 0 { return .absent }
        return value
    }

    private func content(_ row: NotificationRow, _ name: String, _ batch: RowBatch) -> FieldValue {
        row.container.map { batch.value($0.object, row.content, name) } ?? .absent
    }

    /// The member as the first part that has it tells it: transaction, renewal info, app transaction.
    private func firstPart(_ row: NotificationRow, _ name: String, _ batch: RowBatch) -> FieldValue {
        let sides: [(WireObject, ObjectColumns?)] = [
            (.transaction, row.transaction), (.renewal, row.renewal), (.appTransaction, row.appTransaction),
        ]
        for (object, columns) in sides {
            let value = batch.value(object, columns, name)
            if value != .absent { return value }
        }
        return .absent
    }

    private func productId(_ row: NotificationRow, _ batch: RowBatch) -> FieldValue {
        let found = firstPart(row, "productId", batch)
        return found == .absent ? content(row, "productId", batch) : found
    }

    private mutating func payload(_ row: NotificationRow, _ batch: RowBatch) {
        writer.name("payload")
        writer.beginObject()
        object("notification", .notification, row.notification, batch)
        if let container = row.container { object(container.text, container.object, row.content, batch) }
        object("transaction", .transaction, row.transaction, batch)
        object("renewal", .renewal, row.renewal, batch)
        object("appTransaction", .appTransaction, row.appTransaction, batch)
        writer.endObject()
    }

    /// Writes an object's members as they were decoded; a container and a signed part stand beside, not inside.
    private mutating func object(_ name: String, _ object: WireObject, _ columns: ObjectColumns?, _ batch: RowBatch) {
        writer.name(name)
        guard let columns else { return writer.null() }
        writer.beginObject()
        for (position, field) in object.table.fields.enumerated() {
            let value = batch.values[columns.base + position]
            let isContainer = object == .notification && field.form == .json
            guard value != .absent, field.form != .signed, !isContainer else { continue }
            member(field.name, value, batch)
        }
        if let unknown = columns.unknownMembers {
            writer.name("unknownMembers")
            writer.raw(batch.arena[unknown.range])
        }
        writer.endObject()
    }
}
