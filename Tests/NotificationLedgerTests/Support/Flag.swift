import Synchronization

/// A flag that can be raised once.
final class Flag: Sendable {
    private let isRaised = Mutex(false)

    /// True once it was raised.
    var isUp: Bool { isRaised.withLock { $0 } }

    /// True for the call that raised it.
    func raise() -> Bool {
        isRaised.withLock { raised in
            defer { raised = true }
            return !raised
        }
    }
}
