import NotificationModel
import Reconciliation
import Testing

@Suite("Which of two snapshots is newer")
struct SnapshotOrderTests {
    /// A snapshot that was said at the beginning; `digest` decides only where all else is equal.
    private func snapshot(digest: UInt64, _ edit: (inout TransactionSnapshot) -> Void) -> TransactionSnapshot {
        let fact = NotificationFact(
            notificationUUID: Identity128(high: 7, low: digest),
            contentDigest: Digest256(words: (digest, 0, 0, 0)),
            saidAt: Story.beginning,
            type: "DID_RENEW",
            subtype: nil,
            status: nil
        )
        var snapshot = TransactionSnapshot(notification: fact, transactionId: "1", originalTransactionId: "1")
        snapshot.expiresDate = Story.day(30)
        edit(&snapshot)
        return snapshot
    }

    /// What makes a snapshot the newer one, strongest first; each must win against all that stand behind it together.
    private static let marks: [@Sendable (inout TransactionSnapshot) -> Void] = [
        { $0.signedDate = Story.day(1) },
        { $0.revocationDate = Story.day(5) },
        { $0.expiresDate = Story.day(60) },
        { $0.isUpgraded = true },
    ]

    @Test("a later signature beats a revocation, that a later end, that an upgrade, and all of them the digest")
    func everyMarkBeatsThoseBehindIt() {
        for (position, mark) in Self.marks.enumerated() {
            for digests: (UInt64, UInt64) in [(1, 2), (2, 1)] {
                let marked = snapshot(digest: digests.0, mark)
                let other = snapshot(digest: digests.1) { snapshot in
                    for weaker in Self.marks[(position + 1)...] { weaker(&snapshot) }
                }
                #expect(SnapshotOrder.precedes(other, marked), "mark \(position)")
                #expect(!SnapshotOrder.precedes(marked, other), "mark \(position)")
                #expect(SnapshotOrder.newest([marked, other]) == marked, "mark \(position)")
                #expect(SnapshotOrder.newest([other, marked]) == marked, "mark \(position)")
            }
        }
    }

    @Test("between equal words the greater digest is shown, in either order")
    func theDigestDecidesLast() {
        let low = snapshot(digest: 1) { _ in }
        let high = snapshot(digest: 2) { _ in }
        #expect(SnapshotOrder.newest([low, high]) == high)
        #expect(SnapshotOrder.newest([high, low]) == high)
    }

    @Test("a reversal that kept its revocation fields is no revocation")
    func aReversalIsNoRevocation() {
        var reversal = snapshot(digest: 1) { $0.revocationDate = Story.day(5) }
        reversal.notification.type = "REFUND_REVERSED"
        #expect(!SnapshotOrder.isRevoked(reversal))
        #expect(SnapshotOrder.isRevoked(snapshot(digest: 1) { $0.revocationDate = Story.day(5) }))
    }
}
