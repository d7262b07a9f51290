internal import LedgerStore

extension LedgerReader {
    private static let chunk = 1 << 16

    /// Hands over a table, view or report as text, some 64 KiB at a time.
    ///
    /// All rows are of one state of the ledger, whatever a run commits meanwhile. They are ordered by their columns
    /// from left to right, which begin with the key; texts by their bytes, absent values first.
    ///
    /// - Throws: ``LedgerRunError`` for a ledger that cannot be read or that a run is at work on.
    public func export(
        _ table: ExportableTable,
        as format: ExportFormat,
        into sink: ([UInt8]) -> Void
    ) throws {
        switch format {
        case .csv: try export(table, by: CSVRowWriter(), into: sink)
        case .jsonl: try export(table, by: JSONRowWriter(), into: sink)
        }
    }

    private func export(
        _ table: ExportableTable,
        by writer: consuming some RowWriter,
        into sink: ([UInt8]) -> Void
    ) throws {
        var writer = writer
        try asking {
            try ledger.forEachRow(of: table.relation, start: { writer.begin($0) }) { row in
                writer.write(row)
                guard writer.bytes.count >= Self.chunk else { return }
                sink(writer.bytes)
                writer.reset()
            }
        }
        sink(writer.bytes)
    }
}
