internal import NotificationModel

/// One row's values in the order of the columns of `notifications` and `conflicts`.
struct NotificationColumns {
    private let row: NotificationRow
    private let batch: RowBatch
    private let provenance: Provenance

    init(_ row: NotificationRow, in batch: RowBatch, provenance: Provenance) {
        self.row = row
        self.batch = batch
        self.provenance = provenance
    }

    /// Fills and runs the insertion.
    func add(to insertion: RowStatement) throws(SQLiteError) {
        let arena = batch.arena.span
        try insertion.addLead(of: row, in: arena)
        for position in FactTables.notificationFields.positions {
            try insertion.add(batch.values[row.notification.base + position], of: arena)
        }
        try addContent(to: insertion, arena)
        let pair = row.pair.map { NotificationTable.pairs[$0] }
        try insertion.add(pair?.event)
        try insertion.add(pair?.effect.rawValue)
        try insertion.add(row.container?.text)
        try insertion.add(firstOf(row.transaction, row.renewal, nil, "originalTransactionId"), of: arena)
        try insertion.add(batch.value(.transaction, row.transaction, "transactionId"), of: arena)
        try insertion.add(firstOf(row.transaction, row.renewal, row.appTransaction, "appTransactionId"), of: arena)
        try insertion.add(productId, of: arena)
        try insertion.add(row.leafSerial, of: arena)
        try insertion.add(row.notes.isEmpty ? nil : row.notes.codes.joined(separator: " "))
        try insertion.add(row.notification.unknownMembers, of: arena)
        try insertion.add(row.content?.unknownMembers, of: arena)
        try insertion.add(row.rawContent, of: arena)
        try insertion.add(provenance.sourceID)
        try insertion.add(provenance.recordIndex)
        try insertion.add(provenance.streamOffset)
        try insertion.add(provenance.runID)
        try insertion.run()
    }

    private func addContent(to insertion: RowStatement, _ arena: Span<UInt8>) throws(SQLiteError) {
        let fields = FactTables.contentFields
        guard let container = row.container, container != .data else {
            for position in fields.positions {
                let value = row.content.map { batch.values[$0.base + position] }
                try insertion.add(value ?? .absent, of: arena)
            }
            return
        }
        for position in fields.positions {
            let name = WireObject.data.table.fields[position].name
            try insertion.add(batch.value(container.object, row.content, name), of: arena)
        }
    }

    private var productId: FieldValue {
        let own = firstOf(row.transaction, row.renewal, nil, "productId")
        guard own == .absent, row.container == .summary else { return own }
        return batch.value(.summary, row.content, "productId")
    }

    private func firstOf(
        _ transaction: ObjectColumns?,
        _ renewal: ObjectColumns?,
        _ appTransaction: ObjectColumns?,
        _ name: String
    ) -> FieldValue {
        let candidates = [
            batch.value(.transaction, transaction, name), batch.value(.renewal, renewal, name),
            batch.value(.appTransaction, appTransaction, name),
        ]
        return candidates.first { $0 != .absent } ?? .absent
    }
}
