internal import NotificationModel

/// Appends one part of a row, a signed object or a container, to the part's table.
struct PartWriter {
    private let positions: [Int]
    private let insertion: LendingStatement

    init(_ table: Table, _ fields: WireColumns, on connection: Connection) throws(SQLiteError) {
        positions = fields.positions
        insertion = try LendingStatement(insertingInto: table, on: connection)
    }

    func append(
        _ part: ObjectColumns,
        of row: NotificationRow,
        _ lead: Span<UInt8>,
        in batch: RowBatch
    ) throws(SQLiteError) {
        let (arena, values) = (batch.arena.span, batch.values.span)
        try insertion.addLead(of: row, lead, in: arena)
        for position in positions { try insertion.add(values[part.base + position], of: arena) }
        try insertion.add(part.unknownMembers, of: arena)
        try insertion.run(lent: lead, arena)
    }
}

extension LendingStatement {
    /// The columns that every fact begins with; `lead` holds the UUID's text and the digest.
    func addLead(of row: NotificationRow, _ lead: Span<UInt8>, in arena: Span<UInt8>) throws(SQLiteError) {
        try add(text: arena.extracting(row.bundleId.place))
        try add(text: arena.extracting(row.environment.place))
        try add(text: lead.extracting(first: 36))
        try add(blob: lead.extracting(droppingFirst: 36))
        try add(row.saidAt)
    }
}
