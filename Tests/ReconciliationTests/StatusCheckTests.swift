import NotificationModel
import Reconciliation
import Testing

@Suite("Self-check and findings")
struct StatusCheckTests {
    @Test("a status far from any edge that contradicts the transactions is a disagreement, near one it is lag")
    func disagreementAndLag() {
        var story = Story.subscribed()
        story.tell("METADATA_UPDATE", at: 15, status: 2)
        #expect(story.codes == ["status-disagreement"])
        var late = Story.subscribed()
        late.tell("METADATA_UPDATE", at: 30 - 0.5 / 24, status: 2)
        #expect(late.codes == ["status-lag"])
        var unproved = Story.subscribed()
        unproved.tell("METADATA_UPDATE", at: 40, status: 1)
        #expect(unproved.codes == ["status-disagreement"])
    }

    @Test("what was said later does not excuse or accuse an earlier word")
    func knownByThen() {
        var story = Story.subscribed()
        story.tell("METADATA_UPDATE", at: 40, status: 1)
        story.tell("DID_RENEW", at: 50, .init(id: "2", from: 30, to: 60))
        #expect(story.state(40) == "active transaction")
        #expect(story.codes == ["status-disagreement"])
        var refunded = Story.subscribed()
        refunded.tell("METADATA_UPDATE", at: 10, status: 1)
        refunded.refund("1", from: 0, to: 30, at: 20, revoked: 5, status: 5)
        #expect(refunded.state(10) == "revoked refund")
        #expect(refunded.codes == [])
    }

    @Test("status 1 after a revocation of the current purchase is told as such")
    func accessAfterRevocation() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 5, status: 5)
        story.tell("METADATA_UPDATE", at: 10, status: 1)
        #expect(story.codes == ["access-after-revocation"])
    }

    @Test("status 4 needs a grace period and status 5 a revocation")
    func graceAndRevocation() {
        var grace = Story.subscribed()
        grace.tell("METADATA_UPDATE", at: 15, status: 4)
        #expect(grace.codes == ["status-disagreement"])
        var revoked = Story.subscribed()
        revoked.tell("METADATA_UPDATE", at: 40, status: 5)
        #expect(revoked.codes == ["status-disagreement"])
        revoked.refund("1", from: 0, to: 30, at: 50, status: 5)
        #expect(revoked.codes == ["status-disagreement"])
    }

    @Test("unknown statuses, pairs and parts signed far apart are told")
    func oddRecords() {
        var story = Story.subscribed()
        story.tell("METADATA_UPDATE", at: 1, status: 9)
        story.tell("REFUND", "UPGRADE", at: 2)
        story.tell("METADATA_UPDATE", at: 3, nil, .init(renews: 30) { $0.signedDate = Story.day(2.9) })
        #expect(story.codes == ["parts-far-apart", "undocumented-pair", "unknown-value"])
    }

    @Test("parts far apart from each other are told, though each is near to the saying")
    func partsOnBothSidesOfTheSaying() {
        let seconds = 1.0 / 86_400
        for (distance, codes) in [(40.0, ["parts-far-apart"]), (29.0, [])] {
            var story = Story.subscribed()
            story.tell(
                "METADATA_UPDATE",
                at: 3,
                .init(id: "1", from: 0, to: 30) { $0.signedDate = Story.day(3 - distance * seconds) },
                .init(renews: 30) { $0.signedDate = Story.day(3 + distance * seconds) }
            )
            #expect(story.codes == codes)
        }
    }

    @Test("a history that begins after the first purchase is told")
    func beginsLate() {
        var story = Story()
        story.tell("DID_RENEW", at: 30, .init(id: "2", from: 30, to: 60))
        #expect(story.codes == ["history-begins-late"])
    }

    @Test("instants at the ends of their range neither trap nor confuse")
    func extremeInstants() {
        for extreme in [Int64.min, Int64.max] {
            var story = Story.subscribed()
            story.tell(
                "REFUND",
                at: 3,
                status: 5,
                .init(id: "2", from: 1, to: 9) {
                    $0.purchaseDate = extreme
                    $0.expiresDate = extreme
                    $0.revocationDate = extreme
                    $0.originalPurchaseDate = Int64.min
                    $0.signedDate = extreme
                    $0.price = Int64.max
                },
                .init {
                    $0.renewalDate = extreme
                    $0.gracePeriodExpiresDate = extreme
                    $0.signedDate = extreme
                }
            )
            story.tell("DID_FAIL_TO_RENEW", at: 31, status: 3)
            #expect(story.derived.isPartitioned)
        }
    }

    @Test("of two words said at one instant the one that agrees stands, and the other is not told (report 42)")
    func twoWordsAtOnce() {
        var story = Story.subscribed()
        story.refund("1", from: 0, to: 30, at: 10, status: 5)
        story.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: 10,
            status: 1,
            .init(id: "1", from: 0, to: 30)
        )
        #expect(story.codes == [])
        story.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", at: 12, status: 1)
        #expect(story.codes == ["access-after-revocation"])
    }

    @Test("a subscription that came from another id does not begin late")
    func migratedBeginning() {
        var story = Story("2")
        story.tell(
            "MIGRATION",
            at: 40,
            status: 1,
            .init(id: "2", from: 40, to: 60) { $0.previousOriginalTransactionId = "1" },
            .init(renews: 60)
        )
        #expect(story.codes == [])
    }
}
