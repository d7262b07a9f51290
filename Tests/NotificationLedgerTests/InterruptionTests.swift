import CorpusForge
import Dispatch
import Foundation
import Glibc
import LedgerStore
import NotificationLedger
import Testing

/// Runs that are stopped in the middle and started again.
struct InterruptionTests {
    private let bench: Workbench
    private let reference: String
    private static let files: [String] = (0..<40).map { "part-\($0)" }

    init() throws {
        bench = try Workbench(root: FrozenCorpus.root())
        let items = try FrozenCorpus.items()
        // White space makes every part several slabs long, so that a stop has places to fall on.
        let filler = String(repeating: " ", count: 30_000)
        for (number, name) in Self.files.enumerated() {
            let part = items.enumerated().filter { $0.offset % Self.files.count == number }.map(\.element)
            try bench.folder.write(name, part.map { item in "{\(filler)" + item.dropFirst() }.joined(separator: "\n"))
        }
        try bench.reconcile(Self.files, into: "reference")
        reference = try bench.fingerprint("reference")
    }

    /// Stops a run in its middle and tells how many records it took.
    ///
    /// The machine's pace does not matter: a silent FIFO holds the reader there until the stop is asked for.
    private func stopped(after records: Int, jobs: Int) throws -> Int {
        let progress = RunProgress()
        let stop = StopRequest()
        let fifo = bench.path("fifo")
        // Safe: the path lives during the call.
        #expect(unsafe mkfifo(fifo, 0o600) == 0)
        let watcher = DispatchQueue(label: "watcher")
        watcher.async {
            let gate = FileHandle(forWritingAtPath: fifo)
            while progress.reading.records < records { usleep(200) }
            stop.request(signal: 2)
            try? gate?.close()
        }
        let names = Self.files[..<20] + ["fifo"] + Self.files[20...]
        let counts = try bench.reconcile(
            Array(names),
            into: "stopped",
            jobs: jobs,
            {
                $0.progress = progress
                $0.stop = stop
            }
        ).counts
        watcher.sync {}
        // Whether the reader still saw the FIFO end is a matter of chance.
        return counts.recordsIn - (counts.rejectedByReason["empty-input"] ?? 0)
    }

    @Test(arguments: [(1, 1), (30, 2), (30, 7)]) func aStoppedRunGoesOnToTheSameLedger(records: Int, jobs: Int) throws {
        let first = try stopped(after: records, jobs: jobs)
        let all = try bench.rows("notifications", of: "reference").count
        #expect(first >= records)
        #expect(try bench.rows("notifications", of: "stopped").count < all)
        let second = try bench.reconcile(Self.files, into: "stopped", jobs: jobs)
        #expect(try bench.fingerprint("stopped") == reference)
        #expect(first + second.counts.recordsIn == (try bench.verify(Self.files).lines.count))
        #expect(try bench.reconcile(Self.files, into: "stopped").counts.recordsIn == 0)
    }

    @Test func aStoppedRunIsFinishedByWhoeverAsksAndGoesOnIntoTheLedgerThatIsThere() throws {
        _ = try stopped(after: 30, jobs: 1)
        // Asking finishes what the run had begun; the rest then comes into a ledger with facts and indexes.
        #expect(try bench.fingerprint("stopped") != reference)
        try bench.reconcile(Self.files, into: "stopped")
        #expect(try bench.fingerprint("stopped") == reference)
    }

    @Test func recordsOfAStoppedAndAResumedRunAreNumberedAlike() throws {
        _ = try stopped(after: 30, jobs: 1)
        try bench.reconcile(Self.files, into: "stopped")
        func places(_ ledger: String) throws -> Set<String> {
            Set(
                try bench.rows("notifications", of: ledger).map { row in
                    "\(row["notification_uuid"]?.text ?? "") \(row["record_index"]?.number ?? -1)"
                }
            )
        }
        #expect(try places("stopped") == places("reference"))
    }
}
