import CorpusForge
import Foundation
import LedgerStore
import Testing

/// A simulated world's archive on a workbench of its own, with the truth about it.
struct SimulatedArchive {
    let workbench: Workbench
    /// `verdict source#index reason UUID` of each line of the truth, as ``answers(_:)`` gives them.
    let fates: [String]
    /// The rows of the truth, as ``rows(_:)`` gives them.
    let rows: Set<String>
    /// The times with and without access of each subject, as the truth has them.
    let timelines: [Timeline]
    /// The ids of purchases and withdrawals of which the archive lacks something.
    let incompleteKeys: Set<String>
    /// The folders under `archive`, one an app and environment.
    let folders: [String]

    /// Writes the archive of a world into `archive/` of a new workbench.
    ///
    /// With `saidBy` the archive ends there: what was told later is left out, while the truth tells the whole world.
    init(
        _ options: WorldOptions,
        saidBy limit: Moment? = nil,
        _ change: (inout WritingOptions) -> Void = { _ in }
    ) throws {
        var writing = WritingOptions()
        writing.seed = options.seed
        writing.start = options.start
        writing.days = options.days
        writing.jobs = 2
        change(&writing)
        let world = World(options)
        let folder = try TemporaryFolder()
        let target = folder.url.appending(path: "corpus")
        let history: any ToldHistory = limit.map { Past(of: world, until: $0) } ?? world
        _ = try HistoryWriter(history, writing).write(to: target) { lost, write in
            try world.forEachStateLine(lost: lost) { try write(Array(($0 + "\n").utf8)) }
        }
        workbench = try Workbench(root: folder.read("corpus/root.pem"))
        try FileManager.default.moveItem(
            at: target.appending(path: "archive"),
            to: workbench.folder.url.appending(path: "archive")
        )
        fates = try VerdictLine.lines(folder.read("corpus/truth.jsonl")).map { line in
            let verdict = ["new": "accepted"][line.text("fate") ?? ""] ?? line.text("fate") ?? ""
            return Self.fate(line, verdict, source: line.source)
        }
        let state = try VerdictLine.lines(folder.read("corpus/state.jsonl"))
        rows = Set(state.flatMap(Self.rows))
        timelines = state.compactMap(Timeline.init)
        incompleteKeys = Set(
            state.filter { $0.members["incomplete"] as? Bool == true }
                .compactMap { $0.text("originalTransactionId") ?? $0.text("notificationUUID") }
        )
        folders = world.streams.map { "archive/" + $0.name }
    }

    /// The truth's times of one subject.
    struct Timeline {
        let environment: String
        let id: String
        /// Start, end and what holds: `active transaction`, `expired voluntary` and the like; oldest first.
        let spans: [(start: Int64, end: Int64, state: String)]

        init?(_ line: VerdictLine) {
            guard let id = line.text("originalTransactionId"), let environment = line.text("environment") else {
                return nil
            }
            self.id = id
            self.environment = environment
            func spans(_ name: String, _ state: ([String: Any]) -> [String?]) -> [(Int64, Int64, String)] {
                (line.members[name] as? [[String: Any]] ?? []).map { span in
                    (
                        (span["from"] as? NSNumber)?.int64Value ?? .min,
                        (span["until"] as? NSNumber)?.int64Value ?? .max,
                        state(span).compactMap(\.self).joined(separator: " ")
                    )
                }
            }
            let access = spans("intervals") { span in
                let origin = span["origin"] as? String
                return [origin == "grace" ? "grace-period" : "active", origin]
            }
            let lapses = spans("lapses") { [$0["state"] as? String, $0["cause"] as? String] }
            self.spans = (access + lapses).sorted { $0.0 < $1.0 }
        }

        /// What holds at an instant.
        func state(at instant: Int64) -> String {
            spans.last { $0.start <= instant && instant < $0.end }?.state ?? "none"
        }
    }

    /// The lines of `verify`, each in one text.
    func answers(jobs: Int) throws -> [String] {
        let root = workbench.path("archive") + "/"
        return try workbench.verify(["archive"], jobs: jobs).lines.map { line in
            Self.fate(line, line.verdict, source: String(line.source.dropFirst(root.count)))
        }
    }

    /// What a ledger made from the archive says, a row a text.
    func rows(of ledger: String) throws -> Set<String> {
        func key(_ row: [String: LedgerValue]) -> String {
            "\(row["environment"]?.text ?? "") \(row["original_transaction_id"]?.text ?? "")"
        }
        func number(_ value: LedgerValue?) -> String { value?.number.map(String.init) ?? "-" }
        let intervals = try workbench.rows("access_intervals", of: ledger).map { row in
            [
                key(row), number(row["starts_at"]), number(row["ends_at"]), row["origin"]?.text, row["end_cause"]?.text,
                row["transaction_id"]?.text, row["product_id"]?.text,
            ]
        }
        let lapses = try workbench.rows("access_lapses", of: ledger).map { row in
            [key(row), number(row["starts_at"]), number(row["ends_at"]), row["state"]?.text, row["cause"]?.text]
        }
        let revocations = try workbench.rows("revocations", of: ledger)
            .filter { $0["original_transaction_id"]?.text != nil }
            .map { row in
                [
                    key(row), row["kind"]?.text, row["transaction_id"]?.text, number(row["revoked_at"]),
                    number(row["percentage"]), number(row["amount"]), row["currency"]?.text,
                    number(row["removed_from"]), number(row["removed_until"]), number(row["reversed_at"]),
                    row["reversal"]?.text, number(row["purchase_seen"]),
                ]
            }
        // What the archive lacks is no truth of a subject's.
        let discrepancies = try workbench.rows("discrepancies", of: ledger)
            .filter { $0["original_transaction_id"]?.text != nil && $0["code"]?.text != "never-delivered" }
            .map { row in [key(row), row["code"]?.text, number(row["instant"])] }
        let consents = try workbench.rows("consent_outcomes", of: ledger).map { row in
            [
                row["notification_uuid"]?.text, row["app_transaction_id"]?.text, number(row["withdrawn_at"]),
                number(row["returned_at"]), row["return_evidence"]?.text,
            ]
        }
        let joins = try workbench.rows("consent_joins", of: ledger).map { row in
            [row["notification_uuid"]?.text, row["original_transaction_id"]?.text, row["match"]?.text]
        }
        return Set(
            [
                "interval": intervals, "lapse": lapses, "revocation": revocations, "discrepancy": discrepancies,
                "consent": consents, "join": joins,
            ].flatMap { name, rows in rows.map { row in Self.text(name, row) } }
        )
    }

    private static func text(_ name: String, _ values: [String?]) -> String {
        ([name] + values.map { $0 ?? "-" }).joined(separator: " ")
    }

    private static func fate(_ line: VerdictLine, _ verdict: String, source: String) -> String {
        let accepted = verdict == "rejected" ? nil : line.text("notificationUUID")
        let index = line.index.map(String.init) ?? "-"
        return "\(verdict) \(source)#\(index) \(line.reason ?? "-") \(accepted?.lowercased() ?? "-")"
    }

    private static func rows(_ line: VerdictLine) -> [String] {
        func number(_ object: [String: Any], _ name: String) -> String {
            (object[name] as? NSNumber)?.stringValue ?? "-"
        }
        func objects(_ name: String) -> [[String: Any]] { line.members[name] as? [[String: Any]] ?? [] }
        guard line.text("subject") != "consent" else {
            let uuid = line.text("notificationUUID")
            let consent = text(
                "consent",
                [
                    uuid, line.text("appTransactionId"), number(line.members, "withdrawnAt"),
                    number(line.members, "returnedAt"), line.text("returnEvidence"),
                ]
            )
            return [consent]
                + objects("joins").map {
                    text("join", [uuid, $0["originalTransactionId"] as? String, $0["match"] as? String])
                }
        }
        let key = "\(line.text("environment") ?? "") \(line.text("originalTransactionId") ?? "")"
        let intervals = objects("intervals").map {
            text(
                "interval",
                [
                    key, number($0, "from"), number($0, "until"), $0["origin"] as? String, $0["endCause"] as? String,
                    $0["transactionId"] as? String, $0["productId"] as? String,
                ]
            )
        }
        let lapses = objects("lapses").map {
            text(
                "lapse",
                [key, number($0, "from"), number($0, "until"), $0["state"] as? String, $0["cause"] as? String]
            )
        }
        let revocations = objects("revocations").map {
            text(
                "revocation",
                [
                    key, $0["kind"] as? String, $0["transactionId"] as? String, number($0, "revokedAt"),
                    number($0, "percentage"), number($0, "amount"), $0["currency"] as? String,
                    number($0, "removedFrom"), number($0, "removedUntil"), number($0, "reversedAt"),
                    $0["reversal"] as? String, $0["purchaseSeen"] as? Bool == true ? "1" : "0",
                ]
            )
        }
        let discrepancies = objects("discrepancies").map {
            text("discrepancy", [key, $0["code"] as? String, number($0, "instant")])
        }
        return intervals + lapses + revocations + discrepancies
    }
}

/// A history up to an instant.
private struct Past: ToldHistory {
    let streams: [HistoryStream]
    private let whole: any ToldHistory
    private let originals: [String: HistoryStream]

    init(of whole: any ToldHistory, until limit: Moment) {
        self.whole = whole
        var originals: [String: HistoryStream] = [:]
        var streams: [HistoryStream] = []
        for stream in whole.streams {
            originals[stream.name] = stream
            let told = whole.told(0..<stream.count, of: stream)
            streams.append(
                HistoryStream(
                    app: stream.app,
                    isSandbox: stream.isSandbox,
                    count: told.prefix { $0.moment <= limit }.count
                )
            )
        }
        self.streams = streams
        self.originals = originals
    }

    func told(_ positions: Range<Int>, of stream: HistoryStream) -> [ToldNotification] {
        originals[stream.name].map { whole.told(positions, of: $0) } ?? []
    }
}
