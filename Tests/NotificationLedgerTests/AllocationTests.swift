import CAllocationCount
import CorpusForge
import HistoryArchive
import NotificationModel
import SignatureVerification
import Testing

@testable import NotificationLedger

#if DEBUG
    private let isOptimised = false
#else
    private let isOptimised = true
#endif

/// Between decompressor and committer nothing is allocated for a record, and a bounded number of times for a slab.
@Suite(
    .enabled(if: CAllocationCount_isAvailable(), "allocations are counted with glibc only"),
    .enabled(if: isOptimised, "code that is not optimised allocates for closures and lists of constants")
)
struct AllocationTests {
    /// The arrays of a batch, of an outcome, and what is copied of the worker's own.
    private static let mostOfASlab: UInt64 = 64

    @Test func `a slab of four times the records takes no more allocations`() throws {
        // OpenSSL allocates for each signature that it is asked about.
        var limits = SigningKeyStoreLimits()
        limits.auditInterval = .max
        let store = SigningKeyStore(anchors: try Workbench().configuration.anchors, limits: limits)
        var worker = SlabWorker(store: store, policy: RecordPolicy())
        let few = try slab(64)
        let many = try slab(256)
        // Buffers grow, and keys earn their tables.
        for slab in [many, many, many, few] { #expect(try count(slab, &worker).accepted == 64 * slab.entries.count) }
        let ofFew = try least(few, &worker)
        let ofMany = try least(many, &worker)
        #expect(ofFew > 0)
        #expect(ofMany <= Self.mostOfASlab)
        // Each of the three further documents may make an array of entries larger; a record may nothing.
        #expect(ofMany <= ofFew + 3, "\(ofFew) for 64 records, \(ofMany) for 256")
    }

    /// Pages of 64 records each, whose members and attempts differ.
    private func slab(_ records: Int) throws -> Slab {
        let forge = try SharedForge.get()
        var slab = Slab()
        for first in stride(from: 0, to: records, by: 64) {
            let items = try (first..<first + 64).map { number in
                HistoryItem(
                    try forge.signedPayload(Telling.renewed(number)),
                    attempts: [
                        SendAttempt(at: "2024-03-05 10:16", "UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
                        SendAttempt(at: "2024-03-05 11:16"),
                    ]
                )
            }
            let start = slab.bytes.count
            slab.bytes += HistoryPage(items).text.utf8
            slab.entries.append(.document(SlabDocument(range: start..<slab.bytes.count)))
        }
        return slab
    }

    private func least(_ slab: Slab, _ worker: inout SlabWorker) throws -> UInt64 {
        var least = UInt64.max
        for _ in 0..<4 { least = min(least, try count(slab, &worker).allocations) }
        return least
    }

    private func count(
        _ slab: Slab,
        _ worker: inout SlabWorker
    ) throws -> (allocations: UInt64, accepted: Int) {
        CAllocationCount_begin()
        let outcome = worker.process(slab)
        let allocations = CAllocationCount_end()
        return (allocations, outcome.batch.rows.count)
    }
}
