import Reconciliation
import Testing

@Suite("Changes of plan, seats and one-time products")
struct SupersessionStoryTests {
    @Test("a scheduled downgrade changes nothing now (report 59)")
    func downgrade() {
        var story = Story()
        story.tell(
            "DID_CHANGE_RENEWAL_PREF",
            "DOWNGRADE",
            at: 5,
            status: 1,
            .init(id: "1", from: 0, to: 365, product: "year"),
            .init(product: "year", renews: 365) { $0.autoRenewProductId = "month" }
        )
        #expect(story.derived.state(at: Story.day(6), horizon: nil).productId == "year")
        #expect(story.derived.subscription?.autoRenewProductId == "month")
        story.tell(
            "DID_CHANGE_RENEWAL_PREF",
            at: 8,
            status: 1,
            .init(id: "1", from: 0, to: 365, product: "year"),
            .init(product: "year", renews: 365)
        )
        #expect(story.derived.subscription?.autoRenewProductId == "year")
        #expect(story.derived.productChanges == [])
    }

    @Test("a preference change that carries a new period extends it (report 60)")
    func newPeriodWithoutSubtype() {
        var story = Story.subscribed()
        story.tell("DID_CHANGE_RENEWAL_PREF", at: 10, status: 1, .init(id: "2", from: 10, to: 40), .init(renews: 40))
        #expect(
            story.timeline.prefix(2) == [
                "0..10 transaction 1 month superseded", "10..40 transaction 2 month period-end",
            ]
        )
    }

    @Test("a renewal that names another product is a change of product (report 61)")
    func switchByRenewal() {
        var story = Story.subscribed()
        story.tell(
            "DID_RENEW",
            at: 30,
            status: 1,
            .init(id: "2", from: 30, to: 60, product: "other"),
            .init(product: "other", renews: 60)
        )
        #expect(
            story.derived.productChanges == [
                .init(instant: Story.day(30), fromProductId: "month", toProductId: "other", transactionId: "2")
            ]
        )
        #expect(story.derived.subscription?.productId == "other")
    }

    @Test(
        "an upgrade replaces the running period and refunds nothing, told or not (report 62)",
        arguments: [true, false]
    )
    func upgrade(isOldSentAgain: Bool) {
        var story = Story.subscribed()
        story.tell(
            "DID_CHANGE_RENEWAL_PREF",
            "UPGRADE",
            at: 10,
            status: 1,
            .init(id: "2", from: 10, to: 375, product: "year"),
            .init(product: "year", renews: 375)
        )
        if isOldSentAgain {
            story.tell(
                "CONSUMPTION_REQUEST",
                at: 11,
                status: 1,
                .init(id: "1", from: 0, to: 30) { $0.isUpgraded = true }
            )
        }
        #expect(
            story.timeline.prefix(2) == [
                "0..10 transaction 1 month superseded", "10..375 transaction 2 year period-end",
            ]
        )
        #expect(story.derived.revocations == [])
        #expect(story.derived.transactions.map(\.supersededBy) == ["2", nil])
    }

    @Test("a refunded upgrade does not revive what it replaced")
    func refundedSuccessor() {
        var story = Story.subscribed()
        story.tell("DID_CHANGE_RENEWAL_PREF", "UPGRADE", at: 10, .init(id: "2", from: 10, to: 20))
        story.refund("2", from: 10, to: 20, at: 12)
        #expect(
            story.timeline == [
                "0..10 transaction 1 month superseded", "10..12 transaction 2 month revoked", "12..∞ revoked refund",
            ]
        )
    }

    @Test("two transactions of one billing line are one period and one amount (report 69)")
    func oneBillingLine() {
        var story = Story("11")
        for id in ["11", "12"] {
            story.tell(
                "SUBSCRIBED",
                "INITIAL_BUY",
                at: 0,
                .init(id: id, from: 0, to: 30) { $0.webOrderLineItemId = "w" }
            )
        }
        #expect(story.derived.intervals.count == 1)
        #expect(story.codes == ["shared-billing-line"])
        for id in ["11", "12"] {
            story.tell(
                "REFUND",
                at: 5,
                .init(id: id, from: 0, to: 30) {
                    $0.webOrderLineItemId = "w"
                    $0.revocationDate = Story.day(5)
                }
            )
        }
        #expect(story.derived.revocations.compactMap(\.amount) == [9_990])
        #expect(story.state(6) == "revoked refund")
    }

    @Test("added seats stand beside the first: access ends only when all are revoked")
    func seats() {
        func seat(_ id: String, _ from: Double, revoked: Double? = nil) -> Story.Transaction {
            .init(id: id, from: from, to: 30) {
                $0.additionalTransactionReason = "SEAT_ADDITION"
                $0.revocationDate = revoked.map(Story.day)
            }
        }
        var story = Story.subscribed()
        story.tell("DID_CHANGE_RENEWAL_PREF", "INCREASE_QUANTITY", at: 5, seat("2", 5))
        #expect(story.timeline.first == "0..30 transaction 1 month period-end")
        story.tell("REFUND", at: 10, seat("1", 0, revoked: 10))
        #expect(story.state(12) == "active transaction")
        #expect(story.derived.revocations.map(\.removedAccess) == [false])
        story.tell("REFUND", at: 15, seat("2", 5, revoked: 15))
        #expect(story.state(16) == "revoked refund")
        #expect(story.state(14) == "active transaction")
    }

    @Test("seats refunded from a standing transaction remove no access")
    func seatRefund() {
        var story = Story.subscribed()
        story.tell("REFUND", "SEATS", at: 5, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.derived.revocations.map(\.kind) == [.refundSeats])
        #expect(story.derived.revocations.map(\.removedAccess) == [false])
        #expect(story.state(6) == "active transaction")
    }

    @Test("an item refund that leaves the transaction standing removes no access")
    func itemRefund() {
        var story = Story.subscribed()
        story.tell("REFUND", at: 5, status: 1, .init(id: "1", from: 0, to: 30) { $0.advancedCommerceInfo = "{}" })
        #expect(story.derived.revocations.map(\.kind) == [.refundItems])
        #expect(story.derived.revocations.map(\.amount) == [nil])
        #expect(story.state(6) == "active transaction")
    }

    @Test("a refunded item is told once, at its own instant, with what was paid back for it")
    func itemRefundAmounts() {
        let refunds = [
            ItemRefund(sku: "A", revokedAt: Story.day(5), refundedAt: Story.day(5), amount: 700),
            ItemRefund(sku: "A", revokedAt: Story.day(5), refundedAt: Story.day(5), amount: 300),
            ItemRefund(sku: "B", revokedAt: nil, refundedAt: Story.day(6), amount: nil),
        ]
        var story = Story.subscribed()
        for day in [6.5, 7] {
            story.tell(
                "REFUND",
                at: day,
                status: 1,
                .init(id: "1", from: 0, to: 30) {
                    $0.advancedCommerceInfo = "{}"
                    $0.itemRefunds = refunds
                }
            )
        }
        let rows = story.derived.revocations
        #expect(rows.map(\.kind) == [.refundItems, .refundItems])
        #expect(rows.map(\.instant) == [Story.day(5), Story.day(6)])
        #expect(rows.map(\.amount) == [1000, nil])
        #expect(rows.map(\.currency) == ["EUR", nil])
        #expect(rows.map(\.removedAccess) == [false, false])
    }

    @Test("one-time products: access for ever, none, or open; a refund cuts it (report 67)")
    func oneTimeProducts() {
        func bought(_ type: String, refunded: Bool) -> Story {
            var story = Story()
            story.tell("ONE_TIME_CHARGE", at: 0, .init(id: "1", from: 0, to: nil) { $0.productType = type })
            if refunded {
                story.tell(
                    "REFUND",
                    at: 9,
                    .init(id: "1", from: 0, to: nil) {
                        $0.productType = type
                        $0.revocationDate = Story.day(8)
                    }
                )
            }
            return story
        }
        #expect(bought("Non-Consumable", refunded: false).timeline == ["0..∞ transaction 1 month open"])
        #expect(
            bought("Non-Consumable", refunded: true).timeline == [
                "0..8 transaction 1 month revoked", "8..∞ revoked refund",
            ]
        )
        #expect(bought("Non-Renewing Subscription", refunded: false).state(4000) == "active transaction")
        #expect(bought("Consumable", refunded: true).timeline == [])
        #expect(bought("Consumable", refunded: true).derived.revocations.map(\.amount) == [9_990])
        #expect(bought("Non-Consumable", refunded: false).derived.subscription == nil)
    }

    @Test("a migration ends the old id where the new one begins")
    func migration() {
        var story = Story.subscribed()
        story.tell(
            "MIGRATION",
            at: 10,
            .init(id: "9", from: 10, to: 40) {
                $0.originalTransactionId = "9"
                $0.previousOriginalTransactionId = "1"
            }
        )
        #expect(story.timeline == ["0..10 transaction 1 month migrated", "10..∞ expired migrated"])
        #expect(story.derived.transactions.map(\.snapshot.transactionId) == ["1"])
    }
}
