internal import Dispatch
internal import HistoryArchive
internal import SignatureVerification
internal import Synchronization

/// Reads, verifies in parallel, and hands the outcomes back in input order to one consumer.
///
/// Slabs under way are bounded by their bytes: a slow consumer stops the reader, not the memory.
struct Pipeline {
    /// The most bytes of slabs between the reader and the consumer.
    private static let mostBytesUnderWay = 64 << 20

    let sources: [ArchiveSource]
    let limits: ArchiveLimits
    /// Where an earlier, interrupted run stopped, by source.
    let resumeOffsets: [Int: UInt64]
    let jobs: Int
    let store: SigningKeyStore
    let policy: RecordPolicy
    let stop: StopRequest
    /// Has the bytes of every file digested while they are read.
    let digestsSources: Bool

    init(
        _ configuration: RunConfiguration,
        sources: [ArchiveSource],
        resumeOffsets: [Int: UInt64] = [:],
        digestsSources: Bool = false
    ) {
        self.digestsSources = digestsSources
        self.sources = sources
        self.resumeOffsets = resumeOffsets
        var limits = ArchiveLimits()
        limits.maximumDocumentBytes = configuration.maximumDocumentBytes
        self.limits = limits
        jobs = max(1, configuration.jobs)
        store = SigningKeyStore(
            anchors: configuration.anchors,
            kernel: configuration.kernel.kernel,
            distortion: configuration.distortion
        )
        policy = configuration.policy
        stop = configuration.stop
    }

    /// Runs to the end of the input, to a stop request, or to the consumer's first error.
    ///
    /// - Returns: false if a stop request ended the run early.
    func run(_ consume: (SlabOutcome) throws -> Void) throws -> Bool {
        guard SignatureSelfTest.answersRightly(store.kernel) else {
            throw LedgerRunError(
                .internalFault,
                "internal error: the signature kernel \(store.kernel.rawValue) answers wrongly on this machine; nothing was "
                    + "read; run again with --kernel openssl, and tell the project of this machine"
            )
        }
        let budget = HandOffBudget(limit: min(Self.mostBytesUnderWay, (2 * jobs + 2) * 2 * limits.slabBytes))
        let slabs = HandOffQueue<Slab>()
        let outcomes = HandOffQueue<SlabOutcome>()
        let cancellation = CancellationFlag()
        // The reader may wait for input that never comes: the workers go home without it, after what it handed on.
        let dismissWorkers: @Sendable () -> Void = { [jobs] in
            for _ in 0..<jobs { slabs.send(nil) }
            budget.wake()
        }
        startReader(slabs, budget, cancellation, whenDone: dismissWorkers)
        startWorkers(slabs, outcomes)
        stop.whenRequested(dismissWorkers)
        return try deliver(outcomes, budget, to: consume) {
            cancellation.set()
            dismissWorkers()
        }
    }

    private func startReader(
        _ slabs: HandOffQueue<Slab>,
        _ budget: HandOffBudget,
        _ cancellation: CancellationFlag,
        whenDone: @escaping @Sendable () -> Void
    ) {
        let (sources, limits, resumeOffsets, stop, digestsSources) = (
            sources, limits, resumeOffsets, stop, digestsSources
        )
        DispatchQueue(label: "storeledger.reader").async {
            var reader = ArchiveReader(
                sources,
                limits: limits,
                resumeOffsets: resumeOffsets,
                makeDigest: digestsSources ? { SourceHasher().digest } : nil
            )
            let isOver = { cancellation.isSet || stop.pending != nil }
            while !isOver(), let slab = reader.next() {
                guard budget.take(slab.bytes.count, unless: isOver) else { break }
                slabs.send(slab)
            }
            whenDone()
        }
    }

    private func startWorkers(_ slabs: HandOffQueue<Slab>, _ outcomes: HandOffQueue<SlabOutcome>) {
        let (store, policy) = (store, policy)
        let queue = DispatchQueue(label: "storeledger.workers", attributes: .concurrent)
        for _ in 0..<jobs {
            queue.async {
                var worker = SlabWorker(store: store, policy: policy)
                while let slab = slabs.receive() {
                    outcomes.send(worker.process(slab))
                }
                outcomes.send(nil)
            }
        }
    }

    private func deliver(
        _ outcomes: HandOffQueue<SlabOutcome>,
        _ budget: HandOffBudget,
        to consume: (SlabOutcome) throws -> Void,
        cancel: () -> Void
    ) throws -> Bool {
        var waiting: [Int: SlabOutcome] = [:]
        var next = 0
        var workersLeft = jobs
        var failure: (any Error)?
        while workersLeft > 0 {
            guard let outcome = outcomes.receive() else {
                workersLeft -= 1
                continue
            }
            waiting[outcome.sequence] = outcome
            while let ready = waiting.removeValue(forKey: next) {
                next += 1
                if failure == nil {
                    do {
                        if let failure = ready.failure { throw LedgerRunError(.internalFault, failure.message) }
                        try consume(ready)
                    } catch {
                        failure = error
                        cancel()
                    }
                }
                budget.giveBack(ready.byteCount)
            }
        }
        if let failure { throw failure }
        return stop.pending == nil
    }
}

/// A flag that one thread raises and others see.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
