import NotificationLedger
import NotificationModel
import Testing

/// The frozen archive against its truth, record by record.
struct FrozenCorpusTests {
    @Test(arguments: [1, 3]) func everyLineIsWhatTheTruthSays(jobs: Int) throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        let (lines, summary, _) = try bench.verify([FrozenCorpus.archive], jobs: jobs)
        let truth = try FrozenCorpus.truth()
        #expect(lines.count == truth.count)
        for (line, told) in zip(lines, truth) {
            let place = "\(told.source) \(told.index.map(String.init) ?? "fault")"
            #expect(line.source == FrozenCorpus.archive + "/" + told.source, "\(place)")
            #expect(line.index == told.index, "\(place)")
            #expect(line.verdict == (told.fate == "new" ? "accepted" : told.fate), "\(place): \(line.judgement)")
            #expect(line.reason == told.reason, "\(place)")
            #expect(line.text("notificationUUID") == told.notificationUUID, "\(place)")
            if let inner = told.innerReason { #expect(line.detail?.contains(inner) == true, "\(place)") }
        }
        #expect(summary.counts.new == truth.count { $0.fate == "new" })
        #expect(summary.counts.conflicting == truth.count { $0.reason == "conflicting-duplicate" })
    }

    @Test func everyBasePairIsMetAndNamed() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        let lines = try bench.verify([FrozenCorpus.archive]).lines.filter { $0.verdict != "rejected" }
        let met = Set(
            lines.map { "\($0.text("notificationType") ?? "")/\($0.text("subtype") ?? "") \($0.text("event") ?? "")" }
        )
        let base = NotificationTable.pairs.filter { $0.isDocumented && $0.since != "2.23" }
        #expect(base.count >= 39)
        let missing = NotificationTable.pairs.filter { pair in
            !met.contains("\(pair.type.text)/\(pair.subtype?.text ?? "") \(pair.event)")
        }
        #expect(missing.map { "\($0.type.text)/\($0.subtype?.text ?? "")" } == [])
    }

    @Test func ledgerHoldsEveryIdentityOnceAndEveryConflict() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        let summary = try bench.reconcile([FrozenCorpus.archive], jobs: 2)
        let truth = try FrozenCorpus.truth()
        #expect(summary.counts.recordsIn == truth.count)
        #expect(summary.counts.new == truth.count { $0.fate == "new" })
        #expect(summary.counts.rejected == truth.count { $0.fate == "rejected" })
        #expect(try bench.rows("notifications").count == truth.count { $0.fate == "new" })
        #expect(try bench.rows("conflicts").count == truth.count { $0.reason == "conflicting-duplicate" })
        let named = Set(try bench.rows("notifications").compactMap { $0["notification_uuid"]?.text })
        #expect(named == Set(truth.filter { $0.fate == "new" }.compactMap(\.notificationUUID)))
    }

    @Test func quarantineFedBackIsJudgedLikeTheOriginals() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        try bench.reconcile([FrozenCorpus.archive])
        let first = try bench.quarantine()
        let (lines, summary, _) = try bench.verify(["ledger.rejected"])
        #expect(first.count == lines.count)
        for (kept, again) in zip(first, lines) where kept.index != nil {
            #expect(again.judgement == "rejected \(kept.text("reason") ?? "")")
        }
        let before = summary.counts.rejected
        let second = try bench.reconcile(["ledger.rejected"])
        #expect(second.counts.new == 0)
        #expect(second.counts.rejected == before)
    }
}
