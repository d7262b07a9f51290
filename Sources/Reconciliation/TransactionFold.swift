import NotificationModel

/// One transaction as all its snapshots together tell it.
struct FoldedTransaction {
    /// The newest snapshot.
    let newest: SharedSnapshot
    /// All snapshots, oldest first.
    let snapshots: [SharedSnapshot]
    let kind: ProductKind
    /// The revocations it went through, oldest first; at most the last one stands.
    let episodes: [RevocationEpisode]

    var transactionId: String { newest.transactionId }
    /// Where access begins: `purchaseDate`, else when the transaction was first spoken of.
    var start: Int64? { newest.purchaseDate ?? snapshots.lazy.compactMap { SnapshotOrder.instant(of: $0.value) }.first }
    /// When it was first spoken of.
    var firstMention: Int64? { snapshots.lazy.compactMap { SnapshotOrder.instant(of: $0.value) }.first }
    /// Whether it stands beside the other transactions of its period instead of replacing them.
    var isAddition: Bool { newest.additionalTransactionReason != nil }

    /// Whether a revocation stood at an instant.
    func isRevoked(at instant: Int64) -> Bool {
        episodes.contains { $0.instant <= instant && ($0.reversedAt.map { instant < $0 } ?? true) }
    }
}

/// A stretch of a transaction's history in which it was shown as revoked.
struct RevocationEpisode {
    /// The newest snapshot that shows the revocation.
    var snapshot: SharedSnapshot
    /// `revocationDate`.
    var instant: Int64
    var reversedAt: Int64?
    var isReversalTold = false
    /// Whether any snapshot, older or newer, shows the transaction unrevoked.
    var isPurchaseSeen: Bool
}

/// Gathers snapshots by transaction and puts each one's story in order.
enum TransactionFold {
    /// The transactions sorted by (start, transaction id), those without any instant first.
    ///
    /// - Complexity: O(n log n) in the number of snapshots.
    static func fold(_ snapshots: [SharedSnapshot]) -> [FoldedTransaction] {
        let order = SnapshotOrder.order(snapshots)
        var positions: [String: Int] = [:]
        var groups: [[SharedSnapshot]] = []
        for index in order {
            let snapshot = snapshots[index]
            if let position = positions[snapshot.transactionId] {
                groups[position].append(snapshot)
            } else {
                positions[snapshot.transactionId] = groups.count
                groups.append([snapshot])
            }
        }
        let folded = groups.compactMap { group in
            group.last.map { newest in
                FoldedTransaction(
                    newest: newest,
                    snapshots: group,
                    kind: ProductKind(newest.value),
                    episodes: episodes(of: group)
                )
            }
        }
        return folded.sorted {
            ($0.start ?? .min, $0.transactionId) < ($1.start ?? .min, $1.transactionId)
        }
    }

    /// Reads the revocations out of one transaction's snapshots, oldest first.
    ///
    /// A snapshot without revocation fields ends a revocation only when it is newer than it; one that was signed
    /// before the refund says nothing about it.
    private static func episodes(of snapshots: [SharedSnapshot]) -> [RevocationEpisode] {
        var result: [RevocationEpisode] = []
        var isOpen = false
        guard snapshots.contains(where: { SnapshotOrder.isRevoked($0.value) }) else { return [] }
        let isPurchaseSeen = snapshots.contains { !SnapshotOrder.isRevoked($0.value) }
        for snapshot in snapshots {
            if let instant = snapshot.revocationDate, SnapshotOrder.isRevoked(snapshot.value) {
                if isOpen {
                    result[result.count - 1].snapshot = snapshot
                    result[result.count - 1].instant = instant
                } else {
                    result.append(
                        RevocationEpisode(snapshot: snapshot, instant: instant, isPurchaseSeen: isPurchaseSeen)
                    )
                    isOpen = true
                }
                continue
            }
            guard isOpen else { continue }
            let saidAt = snapshot.notification.saidAt ?? SnapshotOrder.instant(of: snapshot.value)
            result[result.count - 1].reversedAt = saidAt.map { max($0, result[result.count - 1].instant) }
            result[result.count - 1].isReversalTold =
                snapshot.notification.knownType == .refundReversed
            isOpen = false
        }
        return result
    }
}
