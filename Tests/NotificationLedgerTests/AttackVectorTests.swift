import Foundation
import LedgerStore
import NotificationLedger
import TestSupport
import Testing

/// Forged and odd tokens under a throw-away root, through the whole of both runs.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct AttackVectorTests {
    private struct Vectors: Decodable {
        struct Case: Decodable {
            let id: String
            let jws: String
            let expect: String
            let group: String?
        }

        struct OrderedSet: Decodable {
            struct Expectation: Decodable {
                let accepted_unique: Int
                let rejected: Int
                let accepted_type: String?
            }

            let id: String
            let notificationUUID: String
            let order: [String]
            let expect: Expectation
        }

        let pinned_root_der_base64: String
        let cases: [Case]
        let ordered_sets: [OrderedSet]
    }

    private let vectors: Vectors
    private let bench: Workbench

    init() throws {
        let data = try Data(contentsOf: SharedMaterial.url("vectors/jws-attacks/jws_attacks_dev.json"))
        vectors = try JSONDecoder().decode(Vectors.self, from: data)
        bench = try Workbench(root: Array(#require(Data(base64Encoded: vectors.pinned_root_der_base64))))
    }

    private func body(_ jws: String) throws -> String {
        let object = ["signedPayload": jws]
        let data = try JSONSerialization.data(withJSONObject: object, options: [.withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Reasons of a content that was signed properly and cannot be taken.
    private static let contentReasons: Set<String> = [
        "malformed-json", "payload-not-object", "missing-field", "wrong-field-type", "repeated-member",
        "limit-exceeded",
    ]

    @Test(arguments: [1, 2, 7]) func everyVerdictIsAsGiven(jobs: Int) throws {
        try bench.folder.write("cases.jsonl", vectors.cases.map { try body($0.jws) }.joined())
        let (lines, summary, _) = try bench.verify(["cases.jsonl"], jobs: jobs)
        #expect(lines.count == vectors.cases.count)
        for (line, one) in zip(lines, vectors.cases) {
            switch one.expect {
            case "accept": #expect(line.verdict != "rejected", "\(one.id): \(line.judgement)")
            case "quarantine":
                #expect(line.verdict == "rejected", "\(one.id)")
                #expect(Self.contentReasons.contains(line.reason ?? ""), "\(one.id): \(line.judgement)")
            default:
                #expect(line.verdict == "rejected", "\(one.id)")
                // A header may repeat a member too.
                let isContent = Self.contentReasons.subtracting(["repeated-member"]).contains(line.reason ?? "")
                #expect(!isContent, "\(one.id): \(line.judgement)")
            }
        }
        let alone = vectors.cases.count { $0.expect == "accept" && $0.group == nil }
        let groups = Set(vectors.cases.compactMap(\.group)).count
        #expect(summary.counts.conflicting == 0)
        #expect(summary.counts.new == alone + groups)
    }

    @Test func everyCaseHasItsVerdictAloneAndInReverseOrder() throws {
        try bench.folder.write("reversed.jsonl", vectors.cases.reversed().map { try body($0.jws) }.joined())
        let (lines, _, _) = try bench.verify(["reversed.jsonl"])
        for (line, one) in zip(lines, vectors.cases.reversed()) {
            #expect((line.verdict == "rejected") == (one.expect != "accept"), "\(one.id): \(line.judgement)")
        }
        for one in vectors.cases {
            try bench.folder.write("one.jsonl", body(one.jws))
            let lines = try bench.verify(["one.jsonl"]).lines
            #expect(lines.map(\.verdict) == [one.expect == "accept" ? "accepted" : "rejected"], "\(one.id)")
        }
    }

    @Test(arguments: [1, 2, 7]) func ledgerKeepsWhatIsAcceptedAndTheBytesOfTheRest(jobs: Int) throws {
        try bench.folder.write("cases.jsonl", vectors.cases.map { try body($0.jws) }.joined())
        let summary = try bench.reconcile(["cases.jsonl"], jobs: jobs)
        let refused = vectors.cases.filter { $0.expect != "accept" }
        #expect(summary.counts.rejected == refused.count)
        #expect(try bench.rows("notifications").count == summary.counts.new)
        #expect(try bench.rows("conflicts").isEmpty)
        let kept = Set(try bench.quarantine().compactMap { $0.text("bytesBase64") })
        for one in refused {
            let bytes = Data(try body(one.jws).dropLast().utf8)
            #expect(kept.contains(bytes.base64EncodedString()), "\(one.id)")
        }
    }

    @Test func aForgedRecordNeverClaimsTheIdentity() throws {
        for set in vectors.ordered_sets {
            var numbers = SystemRandomNumberGenerator()
            let orders = [set.order, set.order.reversed(), set.order.shuffled(using: &numbers)]
            for (number, order) in orders.enumerated() {
                let name = set.id.replacing("/", with: "-") + "-\(number)"
                try bench.folder.write("\(name).jsonl", order.map(body).joined())
                for jobs in [1, 2, 7] {
                    try bench.reconcile(["\(name).jsonl"], into: "\(name)-\(jobs)", jobs: jobs)
                    try expect(set, "\(name)-\(jobs)")
                }
                let halves = [order.prefix(order.count / 2), order.suffix(order.count - order.count / 2)]
                let files = try halves.enumerated().map { half, tokens in
                    try bench.folder.write("\(name)/\(half).jsonl", tokens.map(body).joined() + "\n")
                }
                try bench.reconcile(files.reversed(), into: "\(name)-files", jobs: 2)
                try expect(set, "\(name)-files")
                for file in files { try bench.reconcile([file], into: "\(name)-runs") }
                try expect(set, "\(name)-runs")
            }
        }
    }

    private func expect(_ set: Vectors.OrderedSet, _ ledger: String) throws {
        let rows = try bench.rows("notifications", of: ledger)
        #expect(rows.count == set.expect.accepted_unique, "\(ledger)")
        #expect(rows.first?["notification_type"]?.text == set.expect.accepted_type, "\(ledger)")
        #expect(rows.allSatisfy { $0["notification_uuid"]?.text == set.notificationUUID }, "\(ledger)")
        #expect(try bench.rows("conflicts", of: ledger).isEmpty, "\(ledger)")
        let distinct = Set(set.order).count - set.expect.accepted_unique
        #expect(try bench.quarantine(ledger).count { $0.text("bytesBase64") != "" } == distinct, "\(ledger)")
        let seen = try Ledger.openForReading(path: bench.path(ledger)).rejectCounts().filter {
            $0.reason != "empty-input"
        }
        #expect(seen.reduce(0) { $0 + $1.seen } == set.expect.rejected, "\(ledger)")
    }
}
