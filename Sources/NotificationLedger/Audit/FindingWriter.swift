/// Writes findings as lines for people, as CSV or as JSON lines.
struct FindingWriter {
    private let format: AuditOptions.FindingsFormat
    private var writer = JSONWriter()
    private var cells = CSVWriter()
    private var bytes: [UInt8] = []
    private let output: ([UInt8]) throws -> Void
    private static let bufferSize = 64 << 10

    /// A writer that hands whole lines to `output`, many at a time.
    init(_ format: AuditOptions.FindingsFormat, output: @escaping ([UInt8]) throws -> Void) {
        self.format = format
        self.output = output
        if format == .csv { bytes = Array((Self.columns.joined(separator: ",") + "\r\n").utf8) }
    }

    /// Adds a finding.
    mutating func write(_ finding: Finding) throws {
        switch format {
        case .table: bytes.append(contentsOf: Self.line(finding).utf8)
        case .csv: appendCSV(finding)
        case .jsonl: appendJSON(finding)
        }
        if bytes.count >= Self.bufferSize { try flush() }
    }

    /// Hands over what is left.
    mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        try output(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    private enum Value {
        case text(String?)
        case number(Int64?)
        case instant(Int64?)
        case flag(Bool?)
    }

    private static let columns = values(of: Finding(auditClass: .agrees)).map(\.name)

    private static func values(of finding: Finding) -> [(name: String, value: Value)] {
        let purchase = finding.purchase
        return [
            ("row", .number(finding.row.map(Int64.init))), ("class", .text(finding.auditClass.rawValue)),
            ("idColumn", .text(finding.idColumn)), ("id", .text(finding.id)), ("account", .text(finding.account)),
            ("granted", .flag(finding.isGranted)), ("product", .text(finding.product)),
            ("expires", .instant(finding.expires)), ("bundleId", .text(purchase?.app)),
            ("environment", .text(purchase?.environment)),
            ("originalTransactionId", .text(purchase?.originalTransactionId)), ("state", .text(purchase?.state)),
            ("cause", .text(purchase?.cause)), ("since", .instant(purchase?.since)),
            ("ledgerProduct", .text(purchase?.product)), ("ledgerExpires", .instant(purchase?.until)),
            ("ownership", .text(purchase?.ownership)),
            ("consentWithdrawnAt", .instant(purchase?.consentWithdrawnAt.flatMap { $0 == 0 ? nil : $0 })),
            ("revocationKind", .text(purchase?.revocationKind)), ("refund", .text(purchase?.refund)),
            ("currency", .text(purchase?.currency)), ("firstRow", .number(finding.firstRow.map(Int64.init))),
            ("asOf", .instant(purchase?.asOf)), ("detail", .text(finding.sentence)),
        ]
    }

    private static func line(_ finding: Finding) -> String {
        let row = finding.row.map { "row \($0)" } ?? "-"
        let id = finding.id ?? finding.purchase?.originalTransactionId ?? "-"
        return padded(row, 12) + "  " + padded(finding.auditClass.rawValue, 17) + "  "
            + padded(PrintableText.escape(id, limit: 80), 16) + "  "
            + PrintableText.escape(finding.sentence, limit: 400) + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private mutating func appendCSV(_ finding: Finding) {
        cells.reset()
        for (_, value) in Self.values(of: finding) {
            switch value {
            case .text(let text): cells.value(text)
            case .number(let number): cells.value(number)
            case .flag(let flag): cells.value(flag.map { $0 ? "true" : "false" })
            case .instant(let instant): cells.value(instant.map { $0 == .max ? "never" : Instant.text($0) })
            }
        }
        cells.endRow()
        bytes.append(contentsOf: cells.bytes)
    }

    private mutating func appendJSON(_ finding: Finding) {
        writer.reset()
        writer.beginObject()
        for (name, value) in Self.values(of: finding) {
            writer.name(name)
            switch value {
            case .text(let text): writer.value(text)
            case .number(let number): writer.value(number)
            case .flag(let flag): if let flag { writer.value(flag) } else { writer.null() }
            case .instant(let instant): if instant == .max { writer.value("never") } else { writer.value(instant) }
            }
        }
        writer.endObject()
        writer.newline()
        bytes.append(contentsOf: writer.bytes)
    }
}
