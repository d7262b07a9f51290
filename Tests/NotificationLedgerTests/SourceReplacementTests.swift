import CorpusForge
import Foundation
import NotificationLedger
import Testing

/// Sources that are replaced while a run is under way, and runs that judge a source by other options.
struct SourceReplacementTests {
    private let bench: Workbench
    private let payloads: [String]

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
    }

    @Test func aFileReplacedBehindItsReadingIsNotVouchedForByItsSuccessor() throws {
        // The first source fills a slab, so that the second is read before anything of it is committed.
        let filler = String(repeating: " ", count: 3 << 20)
        try bench.folder.write("0-long", "{\"foreign\":1\(filler)}\n")
        try bench.folder.write("1-log", itemLines(Array(payloads[..<2])))
        let (old, next) = (bench.path("1-log"), try bench.folder.write("next", itemLines(payloads.reversed())))
        let wasMoved = Flag()
        try bench.reconcile(["0-long", "1-log"]) { configuration in
            configuration.progress = RunProgress { reading in
                guard reading.records >= 1, wasMoved.raise() else { return }
                usleep(300_000)
                // Safe: both texts are terminated and only read during the call.
                _ = unsafe rename(next, old)
            }
        }
        try bench.reconcile(["1-log"])
        #expect(try bench.rows("notifications").count == 6)
    }

    @Test func optionsThatAcceptMoreReadAFinishedSourceAgain() throws {
        try bench.folder.write("a", itemLines(payloads))
        #expect(try bench.reconcile(["a"], { $0.policy.bundleIds = ["com.example.other"] }).counts.rejected == 6)
        #expect(try bench.reconcile(["a"], { $0.policy.bundleIds = ["com.example.other"] }).counts.sourcesSkipped == 1)
        #expect(try bench.reconcile(["a"]).counts.new == 6)
        #expect(try bench.reconcile(["a"]).counts.sourcesSkipped == 1)
    }
}
