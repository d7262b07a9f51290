/// What a run came to: one object for scripts, one text for people.
public struct RunSummary: Sendable {
    /// Subscriptions of one app and environment by their state at an instant.
    public struct States: Sendable, Equatable {
        /// The app's bundle id; empty where records name none.
        public var app: String
        /// The environment's text; empty where records name none.
        public var environment: String
        /// The instant asked for, milliseconds since 1970; nil where the app has no horizon.
        public var asOf: Int64?
        /// Subscriptions by state.
        public var subscriptions: [String: Int]
    }

    /// Why the archive is not whole, one cause.
    public struct MissingPart: Sendable, Equatable {
        /// The app's bundle id; empty where a source's pages are missing, which may be any app's.
        public var app: String
        /// The environment's text; empty likewise.
        public var environment: String
        /// Where a time without notifications begins, milliseconds since 1970; nil for missing pages.
        public var instant: Int64?
        /// One sentence for people.
        public var sentence: String
    }

    /// Notifications of one app and environment that never reached the team's server.
    public struct Undelivered: Sendable, Equatable {
        /// The app's bundle id.
        public var app: String
        /// The environment's text.
        public var environment: String
        /// How many.
        public var count: Int
        /// The UUIDs of the first few by their first attempt.
        public var examples: [String]
    }

    /// What the ledger holds after the run; absent for `verify`.
    public struct LedgerPart: Sendable, Equatable {
        /// The ledger's path as given.
        public var path = ""
        /// Subscriptions by app, environment and state.
        public var states: [States] = []
        /// Revocations by kind.
        public var revocations: [String: Int] = [:]
        /// Discrepancies by code.
        public var discrepancies: [String: Int] = [:]
        /// The first causes why the archive is not whole; all are counted among ``discrepancies``.
        public var missingParts: [MissingPart] = []
        /// Notifications that were never delivered, by app and environment.
        public var undelivered: [Undelivered] = []
    }

    package var counts: RunCounts
    /// The ledger's part.
    public var ledger: LedgerPart?
    /// The trust anchors' fingerprints.
    public var anchors: [String]
    /// Figures that differ from run to run.
    package var figures: RunFigures

    /// True if every record was accepted and none conflicted.
    public var inputWasWhole: Bool { counts.inputWasWhole }

    /// One JSON object; its keys are documented in docs/command-line.md.
    public var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("records")
        table(
            &writer,
            [
                ("in", counts.recordsIn), ("new", counts.new), ("duplicate", counts.duplicate),
                ("conflicting", counts.conflicting), ("rejected", counts.rejected),
            ]
        )
        writer.name("sources")
        table(&writer, [("read", counts.sourcesRead), ("skipped", counts.sourcesSkipped)])
        writer.name("documentsSkipped")
        writer.value(counts.documentsSkipped)
        writer.name("rejectedByReason")
        table(&writer, sorted(counts.rejectedByReason))
        writer.name("notes")
        table(&writer, sorted(counts.byNote))
        writer.name("types")
        writer.beginArray()
        for (key, count) in counts.byType.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.name("notificationType")
            writer.value(key.type)
            writer.name("subtype")
            writer.value(key.subtype)
            writer.name("count")
            writer.value(count)
            writer.endObject()
        }
        writer.endArray()
        writer.name("apps")
        writer.beginArray()
        for (key, count) in counts.byApp.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.name("bundleId")
            writer.value(key.app.isEmpty ? nil : key.app)
            writer.name("environment")
            writer.value(key.environment.isEmpty ? nil : key.environment)
            writer.name("count")
            writer.value(count)
            writer.endObject()
        }
        writer.endArray()
        if let ledger { write(ledger, &writer) }
        writer.name("anchors")
        writer.beginArray()
        for anchor in anchors { writer.value(anchor) }
        writer.endArray()
        writer.name("run")
        figures.write(to: &writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(_ ledger: LedgerPart, _ writer: inout JSONWriter) {
        writer.name("subscriptions")
        writer.beginArray()
        for states in ledger.states {
            writer.beginObject()
            writer.name("bundleId")
            writer.value(states.app.isEmpty ? nil : states.app)
            writer.name("environment")
            writer.value(states.environment.isEmpty ? nil : states.environment)
            writer.name("asOf")
            writer.value(states.asOf)
            writer.name("states")
            table(&writer, sorted(states.subscriptions))
            writer.endObject()
        }
        writer.endArray()
        writer.name("revocations")
        table(&writer, sorted(ledger.revocations))
        writer.name("discrepancies")
        table(&writer, sorted(ledger.discrepancies))
        writer.name("incompleteArchive")
        writer.beginArray()
        for part in ledger.missingParts {
            writer.beginObject()
            writer.name("bundleId")
            writer.value(part.app.isEmpty ? nil : part.app)
            writer.name("environment")
            writer.value(part.environment.isEmpty ? nil : part.environment)
            writer.name("from")
            writer.value(part.instant)
            writer.name("sentence")
            writer.value(part.sentence)
            writer.endObject()
        }
        writer.endArray()
        writer.name("neverDelivered")
        writer.beginArray()
        for entry in ledger.undelivered {
            writer.beginObject()
            writer.name("bundleId")
            writer.value(entry.app.isEmpty ? nil : entry.app)
            writer.name("environment")
            writer.value(entry.environment.isEmpty ? nil : entry.environment)
            writer.name("count")
            writer.value(entry.count)
            writer.name("examples")
            writer.beginArray()
            for uuid in entry.examples { writer.value(uuid) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    private func table(_ writer: inout JSONWriter, _ rows: [(String, Int)]) {
        writer.beginObject()
        for (name, count) in rows {
            writer.name(name)
            writer.value(count)
        }
        writer.endObject()
    }

    private func sorted(_ counts: [String: Int]) -> [(String, Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

// MARK: - Text

extension RunSummary {
    /// The summary for people.
    public var text: String {
        var lines: [String] = []
        lines.append("Records")
        lines += rows([
            ("in", counts.recordsIn), ("new", counts.new), ("duplicate", counts.duplicate),
            ("rejected", counts.rejected),
        ])
        if counts.conflicting > 0 {
            lines.append("  \(counts.conflicting) of the duplicates say something else under a known notificationUUID")
        }
        lines.append(
            "  \(counts.recordsIn) = \(counts.new) new + \(counts.duplicate) duplicate + \(counts.rejected) rejected"
        )
        lines.append("Sources")
        lines += rows([("read", counts.sourcesRead), ("skipped, finished before", counts.sourcesSkipped)])
        section("Rejected by reason", sorted(counts.rejectedByReason), &lines)
        section(
            "Accepted by type",
            counts.byType.sorted { $0.key < $1.key }.map { key, count in
                (PrintableText.escape(key.type + (key.subtype.map { " / \($0)" } ?? "")), count)
            },
            &lines
        )
        section(
            "Accepted by app and environment",
            counts.byApp.sorted { $0.key < $1.key }.map { key, count in
                (PrintableText.escape(name(key.app, key.environment)), count)
            },
            &lines
        )
        section("Remarks", sorted(counts.byNote), &lines)
        if let ledger { append(ledger, &lines) }
        lines.append("Trust anchors (SHA-256 of the public key)")
        lines += anchors.map { "  \($0)" }
        lines.append(figures.text)
        return lines.joined(separator: "\n") + "\n"
    }

    private func append(_ ledger: LedgerPart, _ lines: inout [String]) {
        for states in ledger.states where !states.subscriptions.isEmpty {
            let instant = states.asOf.map { Instant.text($0) } ?? "no instant known"
            section(
                "Subscriptions of \(PrintableText.escape(name(states.app, states.environment))) as of \(instant)",
                sorted(states.subscriptions),
                &lines
            )
        }
        section("Revocations by kind", sorted(ledger.revocations), &lines)
        section("Discrepancies by code", sorted(ledger.discrepancies), &lines)
        appendMissingParts(ledger, &lines)
        for entry in ledger.undelivered {
            let examples = entry.examples.joined(separator: ", ")
            lines.append("Never delivered to the server of \(PrintableText.escape(name(entry.app, entry.environment)))")
            lines.append("  \(entry.count), such as \(PrintableText.escape(examples))")
        }
    }

    private func appendMissingParts(_ ledger: LedgerPart, _ lines: inout [String]) {
        guard !ledger.missingParts.isEmpty else { return }
        lines.append("The archive is not whole: answers may rest on less than Apple said")
        for part in ledger.missingParts {
            let place = part.instant.map { "\(name(part.app, part.environment)), \(Instant.text($0)): " } ?? ""
            lines.append("  " + PrintableText.escape(place + part.sentence))
        }
        let others = ledger.discrepancies["incomplete-archive", default: 0] - ledger.missingParts.count
        if others > 0 { lines.append("  and \(others) more, in the table discrepancies") }
    }

    private func name(_ app: String, _ environment: String) -> String {
        "\(app.isEmpty ? "(no app)" : app), \(environment.isEmpty ? "(no environment)" : environment)"
    }

    private func section(_ title: String, _ counts: [(String, Int)], _ lines: inout [String]) {
        guard !counts.isEmpty else { return }
        lines.append(title)
        lines += rows(counts)
    }

    private func rows(_ counts: [(String, Int)]) -> [String] {
        let width = counts.map(\.0.count).max() ?? 0
        return counts.map { name, count in
            "  \(name)\(String(repeating: " ", count: width - name.count))  \(count)"
        }
    }
}
