import NotificationModel
import Reconciliation
import Testing

@Suite("Apple's word where no transaction is known")
struct AttestationTests {
    /// The shape of a genuine Sandbox record: a refund request for an old period while another product is paid for.
    private var requestForOldPeriod: PurchaseHistory {
        let saidAt: Int64 = 1_760_591_941_117
        let fact = NotificationFact(
            notificationUUID: Identity128(high: 1, low: 1),
            contentDigest: Digest256(words: (1, 2, 3, 4)),
            saidAt: saidAt,
            type: "CONSUMPTION_REQUEST",
            status: 1
        )
        var transaction = TransactionSnapshot(notification: fact, transactionId: "20", originalTransactionId: "10")
        transaction.productId = "pro_sub"
        transaction.productType = "Auto-Renewable Subscription"
        transaction.purchaseDate = 1_760_335_129_000
        transaction.expiresDate = 1_760_335_309_000
        transaction.signedDate = saidAt
        var renewal = RenewalSnapshot(notification: fact, originalTransactionId: "10")
        renewal.productId = "pro_sub_3_months"
        renewal.autoRenewStatus = 1
        renewal.renewalDate = 1_760_592_314_000
        renewal.signedDate = saidAt
        return PurchaseHistory(
            key: SubscriptionKey(app: "app", environment: "Sandbox", originalTransactionId: "10"),
            transactions: [transaction],
            renewals: [renewal],
            notifications: [fact]
        )
    }

    @Test("a renewal info beside an old transaction proves its own product's access from its signing")
    func oldTransactionBesideCurrentRenewal() {
        let derived = Derivation.derive(requestForOldPeriod)
        #expect(
            derived.state(at: 1_760_591_941_117, horizon: 1_760_591_941_117)
                == EntitlementState(
                    .active,
                    cause: "attested",
                    productId: "pro_sub_3_months",
                    since: 1_760_591_941_117,
                    until: 1_760_592_314_000
                )
        )
        #expect(derived.state(at: 1_760_591_941_116, horizon: nil).kind == .unconfirmed)
        #expect(derived.state(at: 1_760_592_314_000, horizon: nil).kind == .unconfirmed)
        #expect(derived.discrepancies.map(\.code) == [.missingTransaction])
    }

    @Test(
        "a renewal signed before its purchaseDate proves access from its signing, also where transactionReason is missing",
        arguments: [(String?.none, "DID_RENEW", true), ("RENEWAL", "DID_RENEW", true), (nil, "SUBSCRIBED", false)]
    )
    func renewalAheadOfItsPeriod(reason: String?, type: String, isProven: Bool) {
        let fact = NotificationFact(
            notificationUUID: Identity128(high: 1, low: 2),
            contentDigest: Digest256(words: (1, 2, 3, 4)),
            saidAt: 1_646_387_008_254,
            type: type
        )
        var transaction = TransactionSnapshot(notification: fact, transactionId: "2", originalTransactionId: "1")
        transaction.productId = "month"
        transaction.productType = "Auto-Renewable Subscription"
        transaction.transactionReason = reason
        transaction.purchaseDate = 1_646_387_016_000
        transaction.expiresDate = 1_646_387_196_000
        transaction.signedDate = 1_646_387_008_254
        let derived = Derivation.derive(
            PurchaseHistory(
                key: SubscriptionKey(app: "app", environment: "Sandbox", originalTransactionId: "1"),
                transactions: [transaction],
                notifications: [fact]
            )
        )
        let state = derived.state(at: 1_646_387_008_254, horizon: 1_646_387_008_254)
        #expect(state.kind == (isProven ? .active : .none))
        #expect(derived.state(at: 1_646_387_016_000, horizon: nil).kind == .active)
    }

    @Test("nothing is attested where a transaction is known, even a revoked one")
    func knownTransactionsCover() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 5)
        #expect(story.timeline == ["0..5 transaction 1 month revoked", "5..∞ revoked refund"])
    }

    @Test("statuses 2, 3 and 5 attest nothing", arguments: [2, 3, 5] as [Int64])
    func deniedStatuses(status: Int64) {
        var story = Story()
        story.tell("CONSUMPTION_REQUEST", at: 40, status: status, .init(id: "1", from: 0, to: 30), .init(renews: 60))
        #expect(story.derived.intervals.map(\.origin) == [.transaction])
    }

    @Test("a later denial and the next purchase end what was attested")
    func cutShort() {
        var story = Story.subscribed()
        story.tell("CONSUMPTION_REQUEST", at: 40, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 60))
        var denied = story
        denied.tell("EXPIRED", "VOLUNTARY", at: 50, status: 2, nil, .init(on: false, renews: 60))
        #expect(denied.timeline.suffix(2) == ["40..50 attested month contrary-word", "50..∞ expired voluntary"])
        story.tell("DID_RENEW", at: 55, status: 1, .init(id: "3", from: 55, to: 85), .init(renews: 85))
        #expect(
            story.timeline.suffix(3) == [
                "40..55 attested month superseded", "55..85 transaction 3 month period-end", "85..∞ unconfirmed",
            ]
        )
    }

    @Test("a transaction that turns up takes the place of what was attested")
    func transactionTurnsUp() {
        var story = Story.subscribed()
        story.tell("CONSUMPTION_REQUEST", at: 40, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 60))
        story.tell("DID_RENEW", at: 29.9, status: 1, .init(id: "2", from: 30, to: 60), .init(renews: 60))
        #expect(
            story.timeline == [
                "0..30 transaction 1 month period-end", "30..60 transaction 2 month period-end", "60..∞ unconfirmed",
            ]
        )
        #expect(story.codes == [])
    }

    @Test("a renewal signed before its purchase proves access from its signing, not before")
    func renewalSignedAhead() {
        var story = Story()
        story.tell("DID_RENEW", at: 29.5, .init(id: "2", from: 30, to: 60))
        #expect(
            story.timeline.prefix(2) == ["29.5..30 attested month period-end", "30..60 transaction 2 month period-end"]
        )
        #expect(story.state(29.4) == "none")
    }
}
