/// Looks at the finished purchases for what does not fit together.
enum TimelineCheck {
    /// A subscription's first known purchase later than its original purchase by more than this began before the
    /// archive does; genuine first purchases differ by a second or so.
    private static let lateBeginning = 60 * Instant.second

    /// - Complexity: O(n log n).
    static func discrepancies(_ purchases: DerivedPurchases, _ folded: [FoldedTransaction]) -> [Discrepancy] {
        attested(purchases) + gaps(purchases, folded) + orphans(purchases) + beginning(folded) + sharedLines(folded)
    }

    private static func attested(_ purchases: DerivedPurchases) -> [Discrepancy] {
        purchases.intervals.lazy.filter { $0.origin == .attested }.map { interval in
            Discrepancy(
                .missingTransaction,
                instant: interval.start,
                "Apple's word proves access that no known transaction covers."
            )
        }
    }

    /// Silence between two periods that only a renewal joins.
    private static func gaps(_ purchases: DerivedPurchases, _ folded: [FoldedTransaction]) -> [Discrepancy] {
        var transactionByStart: [Int64: FoldedTransaction] = [:]
        for transaction in folded where transaction.kind == .autoRenewable {
            if let start = transaction.start { transactionByStart[start] = transaction }
        }
        return purchases.lapses.compactMap { lapse in
            guard lapse.state == .unconfirmed, let end = lapse.end, let next = transactionByStart[end] else {
                return nil
            }
            return Discrepancy(
                .renewalGap,
                transactionId: next.transactionId,
                instant: lapse.start,
                "A period ended and the next one began later, with nothing heard that explains the time between."
            )
        }
    }

    private static func orphans(_ purchases: DerivedPurchases) -> [Discrepancy] {
        purchases.revocations.lazy.filter { !$0.purchaseSeen }.map { revocation in
            Discrepancy(
                .orphanRevocation,
                transactionId: revocation.transactionId,
                instant: revocation.instant,
                "A revocation is known whose purchase no record shows."
            )
        }
    }

    private static func beginning(_ folded: [FoldedTransaction]) -> [Discrepancy] {
        guard let first = folded.first(where: { $0.kind == .autoRenewable }), let start = first.start,
            let original = first.newest.originalPurchaseDate, original < start,
            Instant.distance(start, original) > lateBeginning,
            // What came from another id began there.
            !folded.contains(where: { $0.newest.previousOriginalTransactionId != nil })
        else { return [] }
        return [
            Discrepancy(
                .historyBeginsLate,
                transactionId: first.transactionId,
                instant: start,
                "The subscription began before the first purchase that the records show."
            )
        ]
    }

    private static func sharedLines(_ folded: [FoldedTransaction]) -> [Discrepancy] {
        var owners: [String: String] = [:]
        return folded.compactMap { transaction in
            guard let line = transaction.newest.webOrderLineItemId else { return nil }
            guard owners[line] != nil else {
                owners[line] = transaction.transactionId
                return nil
            }
            return Discrepancy(
                .sharedBillingLine,
                transactionId: transaction.transactionId,
                instant: transaction.start,
                "Another transaction bears the same billing line: both are one purchase."
            )
        }
    }
}
