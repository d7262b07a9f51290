import CorpusForge
import LedgerStore
import NotificationModel
import Reconciliation
import Testing

/// A world that writes its own truth judges what is made of its archive.
@Suite("Simulated histories")
struct SimulationTests {
    @Test("every record's fate and every subject's truth", arguments: [1, 2, 3] as [UInt64])
    func truth(seed: UInt64) throws {
        let simulated = try SimulatedArchive(WorldOptions(seed: seed, notifications: 900)) { $0.pagesPerFile = 10 }
        #expect(try simulated.answers(jobs: 2) == simulated.fates)
        try simulated.workbench.reconcile(["archive"], jobs: 2)
        let rows = try simulated.rows(of: "ledger")
        #expect(rows.count > 500)
        #expect(Array(rows.subtracting(simulated.rows).sorted().prefix(5)) == [])
        #expect(Array(simulated.rows.subtracting(rows).sorted().prefix(5)) == [])
    }

    @Test("at 10,000 random instants the state is the simulated one")
    func states() throws {
        let options = WorldOptions(seed: 21, notifications: 1000)
        let simulated = try SimulatedArchive(options) { $0.damage = Share(partsPerMillion: 0) }
        try simulated.workbench.reconcile(["archive"], jobs: 2)
        var derived: [String: DerivedPurchases] = [:]
        let ledger = try Ledger.openForReading(path: simulated.workbench.path("ledger"))
        try ledger.forEachTimeline { derived["\($0.key.environment) \($0.key.originalTransactionId)"] = $0 }
        var numbers = SeededNumbers(seed: 21, name: "instants")
        var wrong: [String] = []
        var asked = 0
        while asked < 10_000 {
            for timeline in simulated.timelines where !timeline.spans.isEmpty {
                let first = timeline.spans[0].start - 86_400_000
                let last = options.end.milliseconds
                let instant = first + Int64(numbers.next() % UInt64(max(1, last - first)))
                let answer = try #require(derived["\(timeline.environment) \(timeline.id)"])
                    .state(at: instant, horizon: last)
                let text = [answer.kind.rawValue, answer.cause].compactMap(\.self).joined(separator: " ")
                asked += 1
                if text != timeline.state(at: instant) {
                    wrong.append("\(timeline.id) at \(instant): \(text), not \(timeline.state(at: instant))")
                }
            }
        }
        #expect(Array(wrong.prefix(5)) == [])
    }

    @Test(
        "what was known by a past day is what a ledger of what had been said by then tells",
        arguments: [
            "2023-03-15 12:00", "2025-08-20 06:00",
        ] as [Moment]
    )
    func knownBy(day: Moment) throws {
        let options = WorldOptions(seed: 31, notifications: 700)
        let whole = try SimulatedArchive(options) { $0.damage = Share(partsPerMillion: 0) }
        let past = try SimulatedArchive(options, saidBy: day) { $0.damage = Share(partsPerMillion: 0) }
        for simulated in [whole, past] { try simulated.workbench.reconcile(["archive"], jobs: 2) }
        func counts(_ simulated: SimulatedArchive, _ limit: Int64?) throws -> [String] {
            let ledger = try Ledger.openForReading(path: simulated.workbench.path("ledger"))
            let counts = try limit.map { try ledger.stateCounts(asOf: nil, knownBy: $0) } ?? ledger.stateCounts()
            // A key of which nothing was known yet is in no state.
            return counts.filter { $0.state != .none || limit == nil }.map {
                "\($0.app) \($0.environment) \($0.isSubscription) \($0.state) \($0.count) \($0.asOf)"
            }
        }
        #expect(try counts(whole, day.milliseconds) == counts(past, nil).filter { !$0.contains(" none ") })
    }

    @Test("one fingerprint for one seed, whatever keys, layout, compression, workers, order and split")
    func fingerprint() throws {
        let options = WorldOptions(seed: 11, notifications: 300)
        var fingerprints: Set<String> = []
        for (layout, compression, jobs) in [
            (.pages, .lz4, 1), (.lines, .gzip, 3), (.pages, .zstd, 2), (.lines, .none, 2),
        ] as [(WritingOptions.Layout, ArchiveEncoding, Int)] {
            let simulated = try SimulatedArchive(options) {
                $0.layout = layout
                $0.compression = compression
                $0.pagesPerFile = jobs * 3
            }
            let workbench = simulated.workbench
            try workbench.reconcile(["archive"], jobs: jobs)
            fingerprints.insert(try workbench.fingerprint())
            let folders = simulated.folders
            for folder in folders.reversed() { try workbench.reconcile([folder], into: "portions", jobs: 4 - jobs) }
            #expect(folders.count > 2)
            fingerprints.insert(try workbench.fingerprint("portions"))
        }
        #expect(fingerprints.count == 1)
    }

    @Test("bodies carry no attempts; but for these their ledger is that of the pages")
    func bodies() throws {
        let options = WorldOptions(seed: 12, notifications: 400)
        let pages = try SimulatedArchive(options)
        let bodies = try SimulatedArchive(options) {
            $0.layout = .bodies
            // Damaged files are pages, whatever the layout.
            $0.damageReasons = [.signatureInvalid]
        }
        for simulated in [pages, bodies] { try simulated.workbench.reconcile(["archive"], jobs: 2) }
        #expect(try pages.rows(of: "ledger") == bodies.rows(of: "ledger"))
        #expect(try bodies.workbench.rows("send_attempts").isEmpty)
    }

    @Test("what a lossy archive lacks shows only where the truth says so")
    func lossy() throws {
        let simulated = try SimulatedArchive(WorldOptions(seed: 4, notifications: 800)) {
            $0.isLossy = true
            $0.damage = Share(partsPerMillion: 20_000)
        }
        #expect(try simulated.answers(jobs: 2) == simulated.fates)
        try simulated.workbench.reconcile(["archive"], jobs: 2)
        let rows = try simulated.rows(of: "ledger")
        #expect(!simulated.incompleteKeys.isEmpty)
        func isJudged(_ row: String) -> Bool { !simulated.incompleteKeys.contains { row.contains($0) } }
        #expect(Array(simulated.rows.subtracting(rows).filter(isJudged).sorted().prefix(5)) == [])
        #expect(Array(rows.subtracting(simulated.rows).filter(isJudged).sorted().prefix(5)) == [])
        #expect(rows != simulated.rows)
    }
}
