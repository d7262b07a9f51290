import Reconciliation
import Testing

@Suite("Refunds, reversals and family")
struct RevocationStoryTests {
    @Test("a refund request and its refusal change nothing and are listed (report 39)")
    func refusedRequest() {
        var story = Story.subscribed()
        let transaction = Story.Transaction(id: "1", from: 0, to: 30)
        for day in [3.0, 4, 5] { story.tell("CONSUMPTION_REQUEST", at: day, status: 1, transaction, .init(renews: 30)) }
        story.tell("REFUND_DECLINED", at: 6, status: 1, transaction, .init(renews: 30))
        #expect(story.state(7) == "active transaction")
        var expected = DerivedPurchases.RefundRequest(transactionId: "1", firstRequestedAt: Story.day(3))
        expected.requestCount = 3
        expected.reason = "OTHER"
        expected.outcome = "declined"
        expected.outcomeAt = Story.day(6)
        #expect(story.derived.refundRequests == [expected])
    }

    @Test(
        "a refund and a status change of one instant: revoked whichever comes first (report 42)",
        arguments: [true, false]
    )
    func sameInstant(isRefundFirst: Bool) {
        var story = Story.subscribed()
        if isRefundFirst { story.refund("1", from: 0, to: 30, at: 5) }
        story.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: 5,
            .init(id: "1", from: 0, to: 30),
            .init(on: false)
        )
        if !isRefundFirst { story.refund("1", from: 0, to: 30, at: 5) }
        #expect(story.timeline == ["0..5 transaction 1 month revoked", "5..∞ revoked refund"])
    }

    @Test("a refund of last month's period leaves this month's alone (report 51)")
    func earlierPeriod() {
        var story = Story.subscribed()
        story.tell("DID_RENEW", at: 30, status: 1, .init(id: "2", from: 30, to: 60), .init(renews: 60))
        story.refund("1", from: 0, to: 30, at: 45, revoked: 20, status: 1)
        #expect(
            story.timeline == [
                "0..20 transaction 1 month revoked", "20..30 revoked refund", "30..60 transaction 2 month period-end",
                "60..∞ unconfirmed",
            ]
        )
        #expect(story.derived.revocations.map(\.amount) == [9_990])
        #expect(story.codes == [])
    }

    @Test("a reversal gives access back from its saying, and a second refund takes it again (report 52)")
    func reversal() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 5, status: 5)
        story.tell("REFUND_REVERSED", at: 8, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(
            story.timeline == [
                "0..5 transaction 1 month revoked", "5..8 revoked refund", "8..30 transaction 1 month period-end",
                "30..∞ unconfirmed",
            ]
        )
        #expect(story.derived.revocations.map(\.reversal) == ["told"])
        story.refund("1", from: 0, to: 30, at: 14, status: 5)
        #expect(story.state(13) == "active transaction")
        #expect(story.state(15) == "revoked refund")
        #expect(story.derived.revocations.map(\.reversal) == ["told", nil])
        #expect(story.codes == [])
    }

    @Test("a reversal after the period leaves it expired, not active (report 52)")
    func lateReversal() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 5, status: 5)
        story.tell("REFUND_REVERSED", at: 40, status: 2, .init(id: "1", from: 0, to: 30), .init(on: false, renews: 30))
        #expect(story.state(39) == "revoked refund")
        #expect(story.state(41) == "expired auto-renew-off")
    }

    @Test("a newer snapshot without revocation fields tells a reversal; one signed before the refund does not")
    func inferredReversal() {
        var story = Story.subscribed()
        story.tell("CONSUMPTION_REQUEST", at: 4, status: 1, .init(id: "1", from: 0, to: 30))
        story.refund("1", from: 0, to: 30, at: 6, revoked: 3)
        #expect(story.state(7) == "revoked refund")
        story.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 9, .init(id: "1", from: 0, to: 30))
        #expect(
            story.timeline.prefix(3) == [
                "0..3 transaction 1 month revoked", "3..9 revoked refund", "9..30 transaction 1 month period-end",
            ]
        )
        #expect(story.derived.revocations.map(\.reversal) == ["inferred"])
    }

    @Test("a refund after the end removes nothing and is listed (report 53)")
    func afterExpiry() {
        var story = Story.subscribed()
        story.tell("EXPIRED", "VOLUNTARY", at: 30, status: 2, .init(id: "1", from: 0, to: 30), .init(on: false))
        story.refund("1", from: 0, to: 30, at: 50)
        #expect(story.timeline == ["0..30 transaction 1 month period-end", "30..∞ expired voluntary"])
        #expect(story.derived.revocations.map(\.removedAccess) == [false])
        #expect(story.derived.revocations.map(\.purchaseSeen) == [true])
    }

    @Test("a revocation at or before the purchase leaves nothing")
    func revokedFromStart() {
        var story = Story()
        story.refund("1", from: 0, to: 30, at: 5, revoked: -1)
        #expect(story.timeline == ["0..∞ revoked refund"])
        #expect(story.codes == ["orphan-revocation"])
        #expect(story.derived.revocations.map(\.removedUntil) == [Story.day(30)])
    }

    @Test("a family member's revocation touches that member only (report 63)")
    func family() {
        func member(_ id: String, _ ownership: String) -> Story {
            var story = Story(id)
            story.tell("SUBSCRIBED", "INITIAL_BUY", at: 0, .init(id: id, from: 0, to: 30) { $0.ownership = ownership })
            return story
        }
        var revoked = member("701", "FAMILY_SHARED")
        revoked.tell(
            "REVOKE",
            at: 5,
            .init(id: "701", from: 0, to: 30) {
                $0.ownership = "FAMILY_SHARED"
                $0.revocationDate = Story.day(5)
            }
        )
        #expect(revoked.state(6) == "revoked family-revoke")
        #expect(revoked.derived.revocations.map(\.amount) == [nil])
        #expect(member("700", "PURCHASED").state(6) == "active transaction")
        #expect(member("702", "FAMILY_SHARED").state(6) == "active transaction")
    }

    @Test("a prorated refund keeps its share and pays its part; an unknown kind is told (report 64)")
    func kinds() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 10, type: "REFUND_PRORATED", share: 67_932)
        let row = story.derived.revocations[0]
        #expect(row.kind == .refundProrated)
        #expect(row.percentage == 67_932)
        #expect(row.amount == 6_786)
        #expect(story.state(9) == "active transaction")
        var unknown = Story.subscribed()
        unknown.refund("1", from: 0, to: 30, at: 10, type: "REFUND_IN_KIND")
        #expect(unknown.derived.revocations.map(\.kind) == [.refund])
        #expect(unknown.codes == ["unknown-value"])
    }

    @Test("an environment's refund stays in it (report 46)")
    func environments() {
        var sandbox = Story.subscribed(environment: "Sandbox")
        sandbox.refund("1", from: 0, to: 30, at: 5)
        #expect(sandbox.state(6) == "revoked refund")
        #expect(Story.subscribed().state(6) == "active transaction")
    }

    @Test("Advanced Commerce housekeeping changes neither state nor expiry (report 68)")
    func housekeeping() {
        var story = Story.subscribed()
        let before = story.timeline
        for type in ["METADATA_UPDATE", "PRICE_CHANGE", "MIGRATION"] {
            story.tell(type, at: 5, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        }
        #expect(story.timeline == before)
        #expect(story.codes == [])
    }

    @Test("after a refund undone too late, the renewal info that tells of it names how the subscription ended")
    func undoneAfterTheEnd() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 10)
        story.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: 40,
            .init(id: "1", from: 0, to: 30),
            .init(on: false, intent: 1) { $0.signedDate = Story.day(40) - 20 }
        )
        #expect(story.timeline.suffix(2) == ["10..40 revoked refund", "40..∞ expired voluntary"])
    }

    @Test("one notification in two forms of bytes is one request, one refund of seats and one remark")
    func oneNotificationInTwoForms() {
        var story = Story.subscribed()
        story.tell("CONSUMPTION_REQUEST", at: 3, status: 1, .init(id: "1", from: 0, to: 30))
        story.repeatInOtherBytes()
        story.tell("REFUND", "SEATS", at: 5, status: 1, .init(id: "1", from: 0, to: 30))
        story.repeatInOtherBytes()
        story.tell("REFUND_DECLINED", at: 10, status: 2, .init(id: "1", from: 0, to: 30))
        story.repeatInOtherBytes()
        #expect(story.derived.refundRequests.map(\.requestCount) == [1])
        #expect(story.derived.revocations.map(\.kind) == [.refundSeats])
        #expect(story.codes == ["status-disagreement"])
    }

    @Test("a record from after the refund shows the purchase as well as one from before")
    func purchaseSeenLater() {
        var story = Story("1")
        story.refund("1", from: 0, to: 30, at: 10)
        #expect(story.derived.revocations.map(\.purchaseSeen) == [false])
        #expect(story.codes == ["orphan-revocation"])
        story.tell("REFUND_REVERSED", at: 15, status: 1, .init(id: "1", from: 0, to: 30))
        #expect(story.derived.revocations.map(\.purchaseSeen) == [true])
        #expect(story.codes == [])
    }
}
