/// The forms in which a table leaves the ledger.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// A header row and RFC 4180 lines.
    case csv
    /// One JSON object a line.
    case jsonl
}
