/// What an audit came to, in counts: one object for scripts, one text for people.
public struct AuditSummary: Sendable {
    /// Refunded and still granted, by currency.
    public struct Refunded: Sendable, Equatable {
        /// The currency; empty where none was told.
        public var currency: String
        /// The exact sum in decimal text.
        public var amount: String
        /// The purchases in it, each counted once.
        public var purchases: Int

        /// A sum in one currency.
        public init(currency: String, amount: String, purchases: Int) {
            self.currency = currency
            self.amount = amount
            self.purchases = purchases
        }
    }

    /// The instant at which an app's purchases were compared.
    public struct Instants: Sendable, Equatable {
        /// The app's bundle id; empty where records name none.
        public var app: String
        /// The environment's text; empty where records name none.
        public var environment: String
        /// Milliseconds since 1970; nil where the app has no horizon.
        public var asOf: Int64?
    }

    /// All rows of the source.
    public internal(set) var rows = 0
    /// Rows that a condition, the app or the environment left out.
    public internal(set) var filtered = 0
    /// Rows by class, unusable ones among them; and what no row mentions.
    public internal(set) var counts: [AuditClass: Int] = [:]
    /// Unusable rows by reason.
    public internal(set) var unusableByReason: [String: Int] = [:]
    /// Money of leaks that a refund took.
    public internal(set) var refunded: [Refunded] = []
    /// The instants of the comparison.
    public internal(set) var instants: [Instants] = []
    /// The classes that decide about the exit status.
    public internal(set) var told: Set<AuditClass> = []

    /// True if rows are exactly the filtered ones and those of each class.
    public var addsUp: Bool { rows == filtered + AuditSummary.rowClasses.reduce(0) { $0 + counts[$1, default: 0] } }

    /// True if a class that tells of a difference was found, among those asked for.
    public var differs: Bool { AuditClass.differences.intersection(told).contains { counts[$0, default: 0] > 0 } }

    /// True if a row could not be compared, whatever was asked for: what cannot be read is no agreement.
    public var hasUnusableRows: Bool { counts[.unusable, default: 0] > 0 }

    private static let rowClasses = AuditClass.allCases.filter { $0 != .unknownToYou }

    /// One JSON object; its keys are documented in docs/command-line.md.
    public var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("rows")
        writer.value(rows)
        writer.name("filtered")
        writer.value(filtered)
        writer.name("classes")
        writer.beginObject()
        for auditClass in AuditClass.allCases {
            writer.name(auditClass.rawValue)
            writer.value(counts[auditClass, default: 0])
        }
        writer.endObject()
        writer.name("differs")
        writer.value(differs)
        writer.name("unusableByReason")
        writer.beginObject()
        for (reason, count) in unusableByReason.sorted(by: { $0.key < $1.key }) {
            writer.name(reason)
            writer.value(count)
        }
        writer.endObject()
        writer.name("refunded")
        writer.beginArray()
        for sum in refunded {
            writer.beginObject()
            writer.name("currency")
            writer.value(sum.currency.isEmpty ? nil : sum.currency)
            writer.name("amount")
            writer.value(sum.amount)
            writer.name("purchases")
            writer.value(sum.purchases)
            writer.endObject()
        }
        writer.endArray()
        writer.name("asOf")
        writer.beginArray()
        for instant in instants {
            writer.beginObject()
            writer.name("bundleId")
            writer.value(instant.app.isEmpty ? nil : instant.app)
            writer.name("environment")
            writer.value(instant.environment.isEmpty ? nil : instant.environment)
            writer.name("asOf")
            writer.value(instant.asOf)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The counts for people.
    public var text: String {
        var lines = ["Grants"]
        let classes = Self.rowClasses.map { ($0.rawValue, counts[$0, default: 0]) }
        lines += table([("rows", rows), ("filtered", filtered)] + classes)
        let shown = [("filtered", filtered)] + classes.filter { $0.1 > 0 }
        lines.append("  \(rows) = " + shown.map { "\($0.1) \($0.0)" }.joined(separator: " + "))
        lines.append("Entitled in the ledger, and mentioned by no grant")
        lines += table([(AuditClass.unknownToYou.rawValue, counts[.unknownToYou, default: 0])])
        if !unusableByReason.isEmpty {
            lines.append("Unusable rows by reason")
            lines += table(unusableByReason.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        if !refunded.isEmpty {
            lines.append("Refunded, and still granted")
            for sum in refunded {
                let currency = sum.currency.isEmpty ? "(no currency)" : PrintableText.escape(sum.currency)
                lines.append(
                    "  \(currency) \(sum.amount) for \(sum.purchases) purchase\(sum.purchases == 1 ? "" : "s")"
                )
            }
        }
        lines.append("Compared as of")
        for instant in instants {
            let app = instant.app.isEmpty ? "(no app)" : PrintableText.escape(instant.app)
            let environment =
                instant.environment.isEmpty ? "(no environment)" : PrintableText.escape(instant.environment)
            lines.append("  \(app), \(environment)  \(instant.asOf.map(Instant.text) ?? "no instant known")")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ counts: [(String, Int)]) -> [String] {
        let width = counts.map(\.0.count).max() ?? 0
        return counts.map { name, count in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(count)"
        }
    }
}
