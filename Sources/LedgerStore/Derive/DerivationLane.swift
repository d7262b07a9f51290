internal import Dispatch
internal import Reconciliation
internal import Synchronization

/// Derives portions of histories on a thread of its own, while the ledger's thread reads and writes.
final class DerivationLane: Sendable {
    typealias Derive = @Sendable (PurchaseHistory) -> DerivedPurchases

    /// A portion under way: its histories, and what they come to.
    struct Portion: Sendable {
        let histories: [PurchaseHistory]
        fileprivate let result: Result

        /// What each history comes to, in their order; waits until it is known.
        func derived() -> [DerivedPurchases] {
            result.done.wait()
            return result.purchases.withLock { $0 }
        }
    }

    fileprivate final class Result: Sendable {
        let done = DispatchSemaphore(value: 0)
        let purchases = Mutex<[DerivedPurchases]>([])
    }

    private let queue = DispatchQueue(label: "derivation", qos: .userInitiated)
    private let derive: Derive

    init(_ derive: @escaping Derive) {
        self.derive = derive
    }

    /// Begins to derive a portion.
    func begin(_ histories: [PurchaseHistory]) -> Portion {
        let result = Result()
        let derive = derive
        queue.async {
            let purchases = histories.map(derive)
            result.purchases.withLock { $0 = purchases }
            result.done.signal()
        }
        return Portion(histories: histories, result: result)
    }
}
