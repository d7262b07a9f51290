import Dispatch
import Synchronization

/// A fixed number of threads that share out numbered items; what comes of them keeps their order.
struct Lanes: Sendable {
    /// The number of threads, at least 1.
    let count: Int

    /// Works on every item once; the first failure met ends the work and is thrown.
    ///
    /// `work` is given the lane, below ``count`` and used by one item at a time, and the item.
    func map<Result: Sendable>(
        _ items: Int,
        _ work: @Sendable (_ lane: Int, _ item: Int) throws -> Result
    ) throws -> [Result] {
        let next = Atomic(0)
        let results = Mutex([Result?](repeating: nil, count: items))
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: min(count, items)) { lane in
            while failure.withLock({ $0 == nil }) {
                let item = next.add(1, ordering: .relaxed).oldValue
                guard item < items else { return }
                do {
                    let result = try work(lane, item)
                    results.withLock { $0[item] = result }
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return results.withLock { $0.compactMap(\.self) }
    }
}
