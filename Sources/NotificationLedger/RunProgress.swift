internal import Synchronization

/// How far a run is: written by the pipeline, read by whoever shows it.
public final class RunProgress: Sendable {
    /// One reading.
    public struct Reading: Sendable, Equatable {
        /// Bytes of the sources read so far, compressed as they are.
        public var bytes: UInt64 = 0
        /// Bytes of all sources; 0 where that is not known.
        public var totalBytes: UInt64 = 0
        /// Records taken so far.
        public var records = 0
        /// What the run is doing.
        public var stage = Stage.reading
    }

    /// The parts of a run.
    public enum Stage: String, Sendable {
        case reading
        case reconciling
        case finished
    }

    private let state = Mutex(Reading())

    private let observer: (@Sendable (Reading) -> Void)?

    /// Progress that has not begun.
    ///
    /// - Parameter observer: called after every change, on the thread of the run, which waits for it.
    public init(observer: (@Sendable (Reading) -> Void)? = nil) {
        self.observer = observer
    }

    /// The present reading.
    public var reading: Reading { state.withLock { $0 } }

    func update(_ change: (inout Reading) -> Void) {
        let reading = state.withLock { reading in
            change(&reading)
            return reading
        }
        observer?(reading)
    }
}
