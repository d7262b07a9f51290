import Synchronization

/// A flag that can be raised once.
final class Flag: Sendable {
    private let isRaised = Mutex(false)

    /// True for the call that raised it.
    func raise() -> Bool {
        isRaised.withLock { raised in
            defer { raised = true }
            return !raised
        }
    }
}
