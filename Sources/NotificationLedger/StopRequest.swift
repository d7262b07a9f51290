internal import Synchronization

/// A wish, from a signal or another thread, that a run should stop at the next safe place.
public final class StopRequest: Sendable {
    private let signal = Atomic<Int32>(0)

    /// No wish yet.
    public init() {}

    /// Asks the run to stop, for this signal's sake.
    public func request(signal number: Int32) {
        signal.store(number, ordering: .relaxed)
    }

    /// The signal to stop for, nil while there is none.
    public var pending: Int32? {
        let number = signal.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }
}
