internal import NotificationModel

/// Appends one part of a row, a signed object or a container, to the part's table.
struct PartWriter {
    private let fields: WireColumns
    private let insertion: RowStatement

    init(_ table: Table, _ fields: WireColumns, on connection: Connection) throws(SQLiteError) {
        self.fields = fields
        insertion = try RowStatement(insertingInto: table, on: connection)
    }

    func append(_ part: ObjectColumns, of row: NotificationRow, in batch: RowBatch) throws(SQLiteError) {
        let arena = batch.arena.span
        try insertion.addLead(of: row, in: arena)
        for position in fields.positions {
            try insertion.add(batch.values[part.base + position], of: arena)
        }
        try insertion.add(part.unknownMembers, of: arena)
        try insertion.run()
    }
}

extension RowStatement {
    /// The columns that every fact begins with.
    func addLead(of row: NotificationRow, in arena: Span<UInt8>) throws(SQLiteError) {
        try add(orEmpty: row.bundleId, of: arena)
        try add(orEmpty: row.environment, of: arena)
        try add(row.notificationUUID)
        try add(row.contentDigest)
        try add(row.saidAt)
    }
}
