internal import Dispatch
internal import HistoryArchive
internal import SignatureVerification
internal import Synchronization

/// Reads, verifies in parallel, and hands the outcomes back in input order to one consumer.
///
/// At most `2 × jobs + 2` slabs are under way: a slow consumer stops the reader, not the memory.
struct Pipeline {
    let sources: [ArchiveSource]
    let limits: ArchiveLimits
    /// Where an earlier, interrupted run stopped, by source.
    let resumeOffsets: [Int: UInt64]
    let jobs: Int
    let store: SigningKeyStore
    let policy: RecordPolicy
    let stop: StopRequest

    init(_ configuration: RunConfiguration, sources: [ArchiveSource], resumeOffsets: [Int: UInt64] = [:]) {
        self.sources = sources
        self.resumeOffsets = resumeOffsets
        var limits = ArchiveLimits()
        limits.maximumDocumentBytes = configuration.maximumDocumentBytes
        self.limits = limits
        jobs = max(1, configuration.jobs)
        store = SigningKeyStore(anchors: configuration.anchors)
        policy = configuration.policy
        stop = configuration.stop
    }

    /// Runs to the end of the input, to a stop request, or to the consumer's first error.
    ///
    /// - Returns: false if a stop request ended the run early.
    func run(_ consume: (SlabOutcome) throws -> Void) throws -> Bool {
        // Begins at zero and is raised: Dispatch traps when a semaphore goes away below its first value.
        let underway = DispatchSemaphore(value: 0)
        for _ in 0..<2 * jobs + 2 { underway.signal() }
        let slabs = BoundedQueue<Slab>()
        let outcomes = BoundedQueue<SlabOutcome>()
        let cancellation = CancellationFlag()
        // The reader may wait for input that never comes: the workers go home without it, after what it handed on.
        let dismissWorkers: @Sendable () -> Void = { [jobs] in
            for _ in 0..<jobs { slabs.send(nil) }
        }
        startReader(slabs, underway, cancellation, whenDone: dismissWorkers)
        startWorkers(slabs, outcomes)
        stop.whenRequested(dismissWorkers)
        return try deliver(outcomes, underway, to: consume) {
            cancellation.set()
            dismissWorkers()
        }
    }

    private func startReader(
        _ slabs: BoundedQueue<Slab>,
        _ underway: DispatchSemaphore,
        _ cancellation: CancellationFlag,
        whenDone: @escaping @Sendable () -> Void
    ) {
        let (sources, limits, resumeOffsets, stop) = (sources, limits, resumeOffsets, stop)
        DispatchQueue(label: "storeledger.reader").async {
            var reader = ArchiveReader(sources, limits: limits, resumeOffsets: resumeOffsets)
            while true {
                underway.wait()
                guard !cancellation.isSet, stop.pending == nil, let slab = reader.next() else { break }
                slabs.send(slab)
            }
            whenDone()
        }
    }

    private func startWorkers(_ slabs: BoundedQueue<Slab>, _ outcomes: BoundedQueue<SlabOutcome>) {
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
        _ outcomes: BoundedQueue<SlabOutcome>,
        _ underway: DispatchSemaphore,
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
                        try consume(ready)
                    } catch {
                        failure = error
                        cancel()
                    }
                }
                underway.signal()
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
