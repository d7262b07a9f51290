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
        snapshot.revocationDate != nil && snapshot.notification.type != NotificationType.refundReversed.text
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
        (left.saidAt ?? .min, left.contentDigest, left.notificationUUID)
            < (right.saidAt ?? .min, right.contentDigest, right.notificationUUID)
    }

    /// The newest snapshot of one transaction; nil only for an empty list.
    package static func newest(_ snapshots: [TransactionSnapshot]) -> TransactionSnapshot? {
        snapshots.max(by: precedes)
    }

    /// The renewals from oldest to newest.
    ///
    /// - Complexity: O(n log n).
    static func sorted(_ renewals: [RenewalSnapshot]) -> [RenewalSnapshot] {
        renewals.sorted(by: precedes)
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
