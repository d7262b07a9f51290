internal import Dispatch
internal import Synchronization

/// A first-in, first-out hand-off between threads; how much is under way is bounded by ``HandOffBudget``.
final class HandOffQueue<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element?]>([])
    private let available = DispatchSemaphore(value: 0)

    /// Adds an element; nil tells one receiver that nothing more comes.
    func send(_ element: Element?) {
        elements.withLock { $0.append(element) }
        available.signal()
    }

    /// Waits for the next element; nil when nothing more comes.
    func receive() -> Element? {
        available.wait()
        return elements.withLock { $0.removeFirst() }
    }
}
