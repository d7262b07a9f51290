internal import Synchronization

/// A wish, from a signal or another thread, that a run should stop at the next safe place.
public final class StopRequest: Sendable {
    private let signal = Atomic<Int32>(0)
    private let wakers = Mutex<[@Sendable () -> Void]>([])

    /// No wish yet.
    public init() {}

    /// Asks the run to stop, for this signal's sake.
    public func request(signal number: Int32) {
        signal.store(number, ordering: .relaxed)
        for wake in wakers.withLock({ $0 }) { wake() }
    }

    /// The signal to stop for, nil while there is none.
    public var pending: Int32? {
        let number = signal.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Calls `wake` at every wish, and at once if there is one already; for those who wait and cannot look.
    func whenRequested(_ wake: @escaping @Sendable () -> Void) {
        wakers.withLock { $0.append(wake) }
        if pending != nil { wake() }
    }
}
