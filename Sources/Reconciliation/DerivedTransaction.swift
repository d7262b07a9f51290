/// A transaction in its newest snapshot, with what reconciliation found about it.
package struct DerivedTransaction: Sendable, Equatable {
    /// The newest snapshot.
    package var snapshot: TransactionSnapshot
    /// The transaction whose purchase ended this one's period early, if any.
    package var supersededBy: String?
    /// The number of snapshots seen.
    package var snapshotCount: Int

    package init(snapshot: TransactionSnapshot, supersededBy: String?, snapshotCount: Int) {
        self.snapshot = snapshot
        self.supersededBy = supersededBy
        self.snapshotCount = snapshotCount
    }
}
