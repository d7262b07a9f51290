internal import NotificationModel

/// Appends rows to `notifications` or to `conflicts`, whose columns are the same.
struct NotificationWriter {
    private let insertion: LendingStatement
    private let texts: FactTexts
    private let positions = FactTables.notificationFields.positions
    private let contentPositions: [[Int?]]

    init(_ table: Table, _ texts: FactTexts, on connection: Connection) throws(SQLiteError) {
        self.texts = texts
        insertion = try LendingStatement(insertingInto: table, on: connection)
        contentPositions = PayloadContainer.allCases.map(Self.contentPositions)
    }

    /// Appends one row; `lead` holds its UUID's text and its digest.
    func append(
        _ row: NotificationRow,
        _ lead: Span<UInt8>,
        in batch: RowBatch,
        _ provenance: Provenance
    ) throws(SQLiteError) {
        let (arena, values, constants) = (batch.arena.span, batch.values.span, texts.bytes.span)
        try insertion.addLead(of: row, lead, in: arena)
        for position in positions { try insertion.add(values[row.notification.base + position], of: arena) }
        for position in contentPositions[Int((row.container ?? .data).rawValue)] {
            if let content = row.content, let position {
                try insertion.add(values[content.base + position], of: arena)
            } else {
                insertion.addNull()
            }
        }
        try insertion.add(row.pair.map { texts.events[$0] }, of: constants)
        try insertion.add(row.pair.map { texts.effects[$0] }, of: constants)
        try insertion.add(row.container.map { texts.containers[Int($0.rawValue)] }, of: constants)
        try insertion.add(FactPositions.originalTransactionId.value(in: row, values), of: arena)
        try insertion.add(FactPositions.transactionId.value(in: row, values), of: arena)
        try insertion.add(FactPositions.appTransactionId.value(in: row, values), of: arena)
        try insertion.add(FactPositions.productId.value(in: row, values), of: arena)
        try insertion.add(row.leafSerial, of: arena)
        let notes = row.notes.isEmpty ? "" : row.notes.codes.joined(separator: " ")
        let noteBytes = notes.utf8.span
        if row.notes.isEmpty { insertion.addNull() } else { try insertion.add(text: noteBytes) }
        try insertion.add(row.notification.unknownMembers, of: arena)
        try insertion.add(row.content?.unknownMembers, of: arena)
        try insertion.add(row.rawContent, of: arena)
        try insertion.add(provenance.sourceID)
        try insertion.add(provenance.recordIndex)
        try insertion.add(provenance.streamOffset)
        try insertion.add(provenance.runID)
        try insertion.run(lent: lead, arena, constants, noteBytes)
    }

    /// Where a container has the members that the columns are for; nil for those that it does not know.
    private static func contentPositions(of container: PayloadContainer) -> [Int?] {
        let fields = FactTables.contentFields
        guard container != .data else { return fields.positions }
        return fields.positions.map { container.object.table.position(of: WireObject.data.table.fields[$0].name) }
    }
}
