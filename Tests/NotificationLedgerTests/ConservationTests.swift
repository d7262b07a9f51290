import CorpusForge
import NotificationLedger
import NotificationModel
import Testing

/// Nothing is lost, nothing is invented: counts, ledger and lines tell the same.
struct ConservationTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    @Test func countsOfTheSummaryAddUpWithTheLedger() throws {
        let good = try (1...8).map { try forge.signedPayload(Telling.renewed($0)) }
        let bad = try (1...8).map { try forge.spoilt(Telling.renewed($0)) }
        try bench.folder.write("a", itemLines(bad + good + bad + good.reversed()))
        for jobs in [1, 4] {
            let counts = try bench.reconcile(["a"], into: "ledger-\(jobs)", jobs: jobs).counts
            #expect(counts.recordsIn == 32)
            #expect(counts.new == 8)
            #expect(counts.duplicate == 8)
            #expect(counts.rejectedByReason == ["signature-invalid": 16])
            #expect(counts.byType.values.reduce(0, +) == 16)
            #expect(try bench.rows("notifications", of: "ledger-\(jobs)").count == 8)
            #expect(try bench.quarantine("ledger-\(jobs)").count == 8)
        }
    }

    @Test(arguments: [true, false]) func aForgedDuplicateNeverTakesTheGenuinePlace(isFirst: Bool) throws {
        let genuine = try forge.signedPayload(Telling.renewed(1))
        let other = Telling.renewed(1).with { $0.type = "REFUND" }
        let stranger = try Forge()
        let forged = try [
            forge.spoilt(other), stranger.signedPayload(other), stranger.signedPayload(Telling.renewed(1)),
        ]
        try bench.folder.write("a", itemLines(isFirst ? forged + [genuine] : [genuine] + forged))
        let counts = try bench.reconcile(["a"]).counts
        #expect(counts.new == 1)
        #expect(counts.duplicate == 0)
        #expect(counts.rejected == 3)
        #expect(try bench.rows("notifications").map { $0["notification_type"]?.text } == ["DID_RENEW"])
        let lines = try bench.verify(["a"]).lines
        #expect(lines.map(\.verdict).sorted() == ["accepted", "rejected", "rejected", "rejected"])
    }

    @Test func conflictingContentsGiveOneLedgerInEveryOrder() throws {
        let first = Telling.renewed(1)
        let contents = [
            first, first.with { $0.subtype = "BILLING_RECOVERY" }, first.with { $0.signedDate = "2024-03-05 10:14" },
        ]
        let payloads = try contents.map { try forge.signedPayload($0) }
        let orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]]
        var fingerprints: Set<String> = []
        for (number, order) in orders.enumerated() {
            try bench.folder.write("a", itemLines((order + order).map { payloads[$0] }))
            let summary = try bench.reconcile(["a"], into: "ledger-\(number)")
            #expect(summary.counts.new == 1)
            #expect(summary.counts.duplicate == 5)
            #expect(!summary.inputWasWhole)
            #expect(try bench.rows("conflicts", of: "ledger-\(number)").count == 2)
            let shown = try bench.rows("notifications", of: "ledger-\(number)").map { $0["signed_date"]?.number }
            #expect(shown == [Moment("2024-03-05 10:14").milliseconds])
            fingerprints.insert(try bench.fingerprint("ledger-\(number)"))
            let lines = try bench.verify(["a"]).lines
            #expect(lines.map(\.verdict) == ["accepted"] + Array(repeating: "duplicate", count: 5))
            let conflicting = Array(repeating: "conflicting-duplicate", count: 2)
            #expect(lines.dropFirst().prefix(2).map(\.reason) == conflicting)
            let again = try bench.reconcile(["a"], into: "ledger-\(number)", options: { $0.rereads = true })
            #expect(again.counts.new == 0)
            #expect(try bench.rows("conflicts", of: "ledger-\(number)").count == 2)
        }
        #expect(fingerprints.count == 1)
    }

    @Test func aRecordSignedAgainIsADuplicateAndNoConflict() throws {
        let notification = Telling.renewed(1)
        let again = try [forge.signedPayload(notification), forge.signedPayload(notification)]
        #expect(again[0] != again[1])
        try bench.folder.write("a", itemLines(again))
        let summary = try bench.reconcile(["a"])
        #expect(summary.counts.duplicate == 1)
        #expect(summary.inputWasWhole)
    }

    @Test func attemptsOfEveryCopyAreUnited() throws {
        let payload = try forge.signedPayload(Telling.renewed(1))
        let early = SendAttempt(at: "2024-03-05 10:16", "TIMED_OUT")
        let late = SendAttempt(at: "2024-03-05 11:16")
        let items = [HistoryItem(payload, attempts: [early]), HistoryItem(payload, attempts: [early, late])]
        for (name, order) in [("one", items), ("two", items.reversed())] {
            try bench.folder.write("a", order.map { $0.json.text + "\n" }.joined())
            try bench.reconcile(["a"], into: name)
        }
        #expect(try bench.rows("send_attempts", of: "one").count == 2)
        #expect(try bench.fingerprint("one") == bench.fingerprint("two"))
    }

    @Test(arguments: 1...4) func workersNeverAcceptOneIdentityTwice(round: Int) throws {
        let line = itemLines([try forge.signedPayload(Telling.renewed(round))])
        let names = try (0..<16).map { try bench.folder.write("f\($0)", String(repeating: line, count: 4)) }
        let counts = try bench.reconcile(names, jobs: 16).counts
        #expect(counts.new == 1)
        #expect(counts.duplicate == 63)
        #expect(try bench.verify(names, jobs: 16).summary.counts.new == 1)
    }

    @Test func theLastRecordOfEverySlabIsTaken() throws {
        let payload = try forge.signedPayload(Telling.renewed(1))
        let count = 700
        try bench.folder.write("a", itemLines(Array(repeating: payload, count: count)))
        let (lines, summary, _) = try bench.verify(["a"], jobs: 2)
        #expect(lines.count == count)
        #expect(lines.map(\.index) == (0..<count).map { $0 })
        #expect(summary.counts.duplicate == count - 1)
    }
}
