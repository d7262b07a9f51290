import NotificationModel

/// Which of two snapshots is newer: a total order over what they say, so that neither input order nor chance decides.
///
/// Transactions: by (own `signedDate`, else the notification's said-at; revoked over not; later `expiresDate`;
/// `isUpgraded`; content digest; notification UUID). Renewals: by (the same instant; said-at; digest; UUID).
/// Undated snapshots are the oldest.
package enum SnapshotOrder {
    /// The instant a transaction snapshot speaks of.
    package static func instant(of snapshot: TransactionSnapshot) -> Int64? {
        snapshot.signedDate ?? snapshot.notification.saidAt
    }

    /// The instant a renewal snapshot speaks of.
    package static func instant(of snapshot: RenewalSnapshot) -> Int64? {
        snapshot.signedDate ?? snapshot.notification.saidAt
    }

    /// Whether the snapshot shows its transaction as revoked; a reversal never does, whatever fields it kept.
    package static func isRevoked(_ snapshot: TransactionSnapshot) -> Bool {
        snapshot.revocationDate != nil && snapshot.notification.knownType != .refundReversed
    }

    /// True when `left` is older than `right`.
    package static func precedes(_ left: TransactionSnapshot, _ right: TransactionSnapshot) -> Bool {
        rank(left) < rank(right)
    }

    /// True when `left` is older than `right`.
    package static func precedes(_ left: RenewalSnapshot, _ right: RenewalSnapshot) -> Bool {
        rank(left) < rank(right)
    }

    /// True when `left` was said before `right`; undated notifications come first.
    package static func precedes(_ left: NotificationFact, _ right: NotificationFact) -> Bool {
        rank(left) < rank(right)
    }

    /// The newest snapshot of one transaction; nil only for an empty list.
    package static func newest(_ snapshots: [TransactionSnapshot]) -> TransactionSnapshot? {
        snapshots.max(by: precedes)
    }

    /// The positions of transaction snapshots from oldest to newest.
    ///
    /// - Complexity: O(n log n); the ranks are computed once, as snapshots are large.
    static func order(_ snapshots: [SharedSnapshot]) -> [Int] {
        let ranks = snapshots.map { rank($0.value) }
        return ranks.indices.sorted { ranks[$0] < ranks[$1] }
    }

    /// The renewals from oldest to newest.
    ///
    /// - Complexity: O(n log n).
    static func sorted(_ renewals: [RenewalSnapshot]) -> [RenewalSnapshot] {
        let ranks = renewals.map(rank)
        return ranks.indices.sorted { ranks[$0] < ranks[$1] }.map { renewals[$0] }
    }

    /// The positions of notifications in the order of their saying, undated ones first.
    ///
    /// - Complexity: O(n log n).
    static func order(_ notifications: [NotificationFact]) -> [Int] {
        let ranks = notifications.map(rank)
        return ranks.indices.sorted { ranks[$0] < ranks[$1] }
    }

    private static func rank(_ notification: NotificationFact) -> (Int64, Digest256, Identity128) {
        (notification.saidAt ?? .min, notification.contentDigest, notification.notificationUUID)
    }

    private static func rank(
        _ snapshot: TransactionSnapshot
    ) -> (Int64, Int, Int64, Int, Digest256, Identity128) {
        (
            instant(of: snapshot) ?? .min, isRevoked(snapshot) ? 1 : 0, snapshot.expiresDate ?? .min,
            snapshot.isUpgraded == true ? 1 : 0, snapshot.notification.contentDigest,
            snapshot.notification.notificationUUID
        )
    }

    private static func rank(_ snapshot: RenewalSnapshot) -> (Int64, Int64, Digest256, Identity128) {
        (
            instant(of: snapshot) ?? .min, snapshot.notification.saidAt ?? .min,
            snapshot.notification.contentDigest, snapshot.notification.notificationUUID
        )
    }
}
