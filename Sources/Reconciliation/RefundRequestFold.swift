import NotificationModel

/// Pairs requests for a refund with what became of them.
enum RefundRequestFold {
    /// One row per round: the requests for a transaction up to a refund or a refusal; sorted by (first request,
    /// transaction id).
    ///
    /// - Complexity: O(n log n).
    static func requests(_ folded: [FoldedTransaction]) -> [DerivedPurchases.RefundRequest] {
        var result: [DerivedPurchases.RefundRequest] = []
        for transaction in folded {
            guard transaction.snapshots.contains(where: { $0.notification.knownType == .consumptionRequest }) else {
                continue
            }
            var open: DerivedPurchases.RefundRequest?
            let facts = transaction.snapshots.map(\.notification).sorted(by: SnapshotOrder.precedes)
            var heard = Set<Identity128>()
            for fact in facts {
                guard let saidAt = fact.saidAt, heard.insert(fact.notificationUUID).inserted else { continue }
                switch fact.knownType {
                case .consumptionRequest:
                    if open == nil {
                        open = DerivedPurchases.RefundRequest(
                            transactionId: transaction.transactionId,
                            firstRequestedAt: saidAt
                        )
                    } else {
                        open?.requestCount += 1
                    }
                    if let reason = fact.consumptionRequestReason { open?.reason = reason }
                case .refund, .refundDeclined:
                    guard var closed = open else { continue }
                    closed.outcome = fact.knownType == .refund ? "refunded" : "declined"
                    closed.outcomeAt = saidAt
                    result.append(closed)
                    open = nil
                default:
                    continue
                }
            }
            if let open { result.append(open) }
        }
        return result.sorted {
            ($0.firstRequestedAt, $0.transactionId) < ($1.firstRequestedAt, $1.transactionId)
        }
    }
}
