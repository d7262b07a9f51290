/// Turns what was said about a key into what held; pure, without input, output or clock.
package enum Derivation {
    /// The rules' version; it opens every fingerprint, and a ledger of other rules is derived anew.
    package static let rulesVersion = 2

    /// Derives a key's purchases, whatever order its snapshots come in.
    ///
    /// Snapshots of another original transaction id whose `previousOriginalTransactionId` is the key's tell of a
    /// migration: the key's access ends where they begin.
    ///
    /// - Complexity: O(n log n) in the number of snapshots and notifications.
    package static func derive(_ history: PurchaseHistory) -> DerivedPurchases {
        let ownId = history.key.originalTransactionId
        func isSuccessor(_ snapshot: TransactionSnapshot) -> Bool {
            snapshot.originalTransactionId != ownId && snapshot.previousOriginalTransactionId == ownId
        }
        let migratedAt = history.transactions.lazy.filter(isSuccessor).compactMap(\.purchaseDate).min()
        var own = history
        if migratedAt != nil || history.transactions.contains(where: isSuccessor) {
            own.transactions.removeAll(where: isSuccessor)
        }
        let snapshots = own.transactions.map(SharedSnapshot.init)
        let folded = TransactionFold.fold(snapshots)
        let supersession = Supersession(folded)
        let testimony = Testimony(own)
        var result = DerivedPurchases(key: history.key)
        result.transactions = folded.enumerated().map { index, transaction in
            DerivedTransaction(
                snapshot: transaction.newest.value,
                supersededBy: supersession.successors[index].map { folded[$0].transactionId },
                snapshotCount: transaction.snapshots.count
            )
        }
        let timeline = AccessTimeline(
            folded: folded,
            supersession: supersession,
            testimony: testimony,
            isProduction: history.key.environment == "Production",
            migratedAt: migratedAt
        )
        (result.intervals, result.lapses) = timeline.build()
        result.revocations = RevocationFold.revocations(of: folded, supersession, lapses: result.lapses)
        result.refundRequests = RefundRequestFold.requests(folded)
        result.productChanges = SubscriptionFold.productChanges(folded, supersession)
        result.subscription = SubscriptionFold.summary(folded, supersession, testimony)
        let findings =
            StatusCheck.discrepancies(snapshots, own.renewals, testimony) + ContentCheck.discrepancies(own, testimony)
            + TimelineCheck.discrepancies(result, folded)
        // Two forms of one notification give the same remark twice.
        result.discrepancies = findings.sorted(by: Discrepancy.precedes).reduce(into: []) { unique, finding in
            if unique.last != finding { unique.append(finding) }
        }
        return result
    }
}
