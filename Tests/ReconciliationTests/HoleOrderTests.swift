import NotificationModel
import Reconciliation
import Testing

/// Revocations and migrations whose records come in an order, or with gaps, that a story does not suggest.
struct HoleOrderTests {
    private let key = SubscriptionKey(app: "app", environment: "Production", originalTransactionId: "1")

    private func fact(_ number: UInt64, _ saidAt: Int64) -> NotificationFact {
        NotificationFact(
            notificationUUID: Identity128(high: 1, low: number),
            contentDigest: Digest256(words: (number, 2, 3, 4)),
            saidAt: saidAt,
            type: "REFUND"
        )
    }

    private func snapshot(_ number: UInt64, saidAt: Int64, revoked: Int64?) -> TransactionSnapshot {
        var snapshot = TransactionSnapshot(
            notification: fact(number, saidAt),
            transactionId: "1",
            originalTransactionId: "1"
        )
        snapshot.productId = "month"
        snapshot.productType = "Auto-Renewable Subscription"
        snapshot.purchaseDate = 0
        snapshot.expiresDate = 1_000
        snapshot.signedDate = saidAt
        snapshot.revocationDate = revoked
        return snapshot
    }

    @Test func aRevocationBehindThePeriodDoesNotHideALaterSaidOneInsideIt() {
        let history = PurchaseHistory(
            key: key,
            transactions: [
                snapshot(1, saidAt: 1_200, revoked: 1_200), snapshot(2, saidAt: 1_300, revoked: nil),
                snapshot(3, saidAt: 1_400, revoked: 500),
            ]
        )
        let derived = Derivation.derive(history)
        #expect(derived.intervals.map(\.end) == [500])
        #expect(derived.state(at: 600, horizon: nil).kind == .revoked)
    }

    @Test func aSuccessorWithoutAPurchaseDateIsNotCountedUnderTheOldId() {
        var successor = TransactionSnapshot(
            notification: fact(4, 2_000),
            transactionId: "2",
            originalTransactionId: "2"
        )
        successor.previousOriginalTransactionId = "1"
        successor.productType = "Auto-Renewable Subscription"
        successor.revocationDate = 1_500
        let derived = Derivation.derive(
            PurchaseHistory(key: key, transactions: [snapshot(1, saidAt: 10, revoked: nil), successor])
        )
        #expect(derived.transactions.map(\.snapshot.transactionId) == ["1"])
        #expect(derived.revocations.isEmpty)
    }
}
