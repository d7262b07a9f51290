internal import Dispatch
internal import Synchronization

/// Bounds the bytes that are between the reader and the consumer.
///
/// One sender asks, any thread gives back. Something larger than the whole budget passes when nothing else is under way.
package final class HandOffBudget: Sendable {
    private let limit: Int
    private let underway = Mutex(0)
    private let released = DispatchSemaphore(value: 0)

    package init(limit: Int) {
        self.limit = limit
    }

    /// Waits until `bytes` more fit; false if `isCancelled` turned true meanwhile.
    package func take(_ bytes: Int, unless isCancelled: () -> Bool) -> Bool {
        while true {
            let fits = underway.withLock { taken in
                guard taken == 0 || taken + bytes <= limit else { return false }
                taken += bytes
                return true
            }
            if fits { return true }
            if isCancelled() { return false }
            released.wait()
        }
    }

    /// Gives bytes back.
    package func giveBack(_ bytes: Int) {
        underway.withLock { $0 -= bytes }
        released.signal()
    }

    /// Wakes the sender, so that it looks whether it was cancelled.
    package func wake() {
        released.signal()
    }
}
