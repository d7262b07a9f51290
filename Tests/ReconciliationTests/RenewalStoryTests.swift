import Reconciliation
import Testing

@Suite("Renewals, retry and grace")
struct RenewalStoryTests {
    @Test("silence after a period with auto-renew on is unconfirmed, not expired")
    func silence() {
        #expect(
            Story.subscribed().timeline == ["0..30 transaction 1 month period-end", "30..∞ unconfirmed"]
        )
        #expect(Story.subscribed().state(-1) == "none")
        #expect(Story.subscribed().state(29.9) == "active transaction")
        #expect(Story.subscribed().state(30) == "unconfirmed")
    }

    @Test("a late EXPIRED does not undo a renewal told earlier (report 40)")
    func arrivalOrder() {
        var story = Story()
        story.tell("DID_RENEW", at: 60, .init(id: "2", from: 60, to: 90))
        story.tell("EXPIRED", "VOLUNTARY", at: 30, .init(id: "1", from: 0, to: 30))
        #expect(
            story.timeline == [
                "0..30 transaction 1 month period-end", "30..60 expired voluntary",
                "60..90 transaction 2 month period-end", "90..∞ unconfirmed",
            ]
        )
    }

    @Test("of two snapshots signed at one instant the later expiry stands (report 42)")
    func equalInstants() {
        var story = Story()
        story.tell("DID_RENEW", at: 0, .init(id: "1", from: 0, to: 40))
        story.tell("DID_RENEW", at: 0, .init(id: "1", from: 0, to: 30))
        #expect(story.timeline.first == "0..40 transaction 1 month period-end")
    }

    @Test("grace lasts to gracePeriodExpiresDate, then retry goes on (report 56)")
    func grace() {
        var story = Story.subscribed()
        story.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: 30,
            status: 4,
            .init(id: "1", from: 0, to: 30),
            .init(renews: 30, grace: 46)
        )
        #expect(
            story.timeline == [
                "0..30 transaction 1 month period-end", "30..46 grace 1 month grace-end", "46..90 billing-retry",
                "90..∞ expired retry-limit-inferred",
            ]
        )
        #expect(story.state(35) == "grace-period grace")
        #expect(story.codes == [])
    }

    @Test("retry, grace end and recovery are three things (report 58)")
    func recovery() {
        var story = Story.subscribed()
        story.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: 30,
            status: 4,
            .init(id: "1", from: 0, to: 30),
            .init(renews: 30, grace: 46)
        )
        story.tell("GRACE_PERIOD_EXPIRED", at: 46, status: 3, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        var lost = story
        story.tell(
            "DID_RENEW",
            "BILLING_RECOVERY",
            at: 70,
            status: 1,
            .init(id: "2", from: 70, to: 100),
            .init(renews: 100)
        )
        #expect(
            story.timeline == [
                "0..30 transaction 1 month period-end", "30..46 grace 1 month grace-end", "46..70 billing-retry",
                "70..100 transaction 2 month period-end", "100..∞ unconfirmed",
            ]
        )
        lost.tell("EXPIRED", "BILLING_RETRY", at: 89, status: 2, .init(id: "1", from: 0, to: 30), .init(on: false))
        #expect(lost.timeline.suffix(2) == ["46..89 billing-retry", "89..∞ expired billing-retry"])
    }

    @Test("a recovery within the grace cuts it, and the grace stays in the past")
    func graceCutByRecovery() {
        var story = Story.subscribed()
        story.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: 30,
            status: 4,
            .init(id: "1", from: 0, to: 30),
            .init(renews: 30, grace: 46)
        )
        story.tell("DID_RENEW", "BILLING_RECOVERY", at: 35, status: 1, .init(id: "2", from: 35, to: 65), .init())
        #expect(story.timeline[1] == "30..35 grace 1 month superseded")
    }

    @Test("a later word that denies access cuts a grace short")
    func graceCutByWord() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30, status: 4, nil, .init(renews: 30, grace: 46))
        story.tell("EXPIRED", "VOLUNTARY", at: 40, status: 2, nil, .init(on: false, renews: 30))
        #expect(story.timeline[1...] == ["30..40 grace 1 month contrary-word", "40..∞ expired voluntary"])
    }

    @Test("a grace without a date counts up to the horizon, then it is unconfirmed")
    func graceWithoutEnd() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30, status: 4, .init(id: "1", from: 0, to: 30), .init())
        #expect(story.timeline[1] == "30..∞ grace 1 month open")
        #expect(story.state(40, horizon: 40) == "grace-period grace")
        #expect(story.state(41, horizon: 40) == "unconfirmed")
    }

    @Test("a failed renewal without grace ends access; retry has a limit in Production and none in Sandbox")
    func retryLimits() {
        for (environment, plan, expected) in [
            ("Production", nil, ["30..90 billing-retry", "90..∞ expired retry-limit-inferred"]),
            ("Production", "MONTHLY", ["30..120 billing-retry", "120..∞ expired retry-limit-inferred"]),
            ("Sandbox", nil, ["30..∞ billing-retry"]),
        ] {
            var story = Story(environment: environment)
            story.tell(
                "DID_FAIL_TO_RENEW",
                at: 30,
                status: 3,
                .init(id: "1", from: 0, to: 30) { $0.billingPlanType = plan },
                .init(renews: 30)
            )
            #expect(Array(story.timeline.dropFirst()) == expected)
        }
    }

    @Test("auto-renew turned off tells an expiry that nobody announced")
    func autoRenewOff() {
        var story = Story.subscribed()
        story.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: 5,
            status: 1,
            nil,
            .init(on: false, renews: 30)
        )
        #expect(story.timeline.last == "30..∞ expired auto-renew-off")
    }

    @Test(
        "an EXPIRED names its cause (report 66)",
        arguments: [
            ("VOLUNTARY", nil, "voluntary"), ("PRICE_INCREASE", nil, "price-increase"),
            ("PRODUCT_NOT_FOR_SALE", nil, "not-for-sale"), (nil, 3, "price-increase"), (nil, nil, "other"),
        ] as [(String?, Int64?, String)]
    )
    func expiryCauses(subtype: String?, intent: Int64?, cause: String) {
        var story = Story.subscribed()
        story.tell("PRICE_INCREASE", "PENDING", at: 20, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.state(25) == "active transaction")
        story.tell("EXPIRED", subtype, at: 30.1, status: 2, .init(id: "1", from: 0, to: 30), .init(intent: intent))
        #expect(story.timeline.last == "30..∞ expired \(cause)")
    }

    @Test("an extension moves the expiry, a failed extension does not (report 65)")
    func extensions() {
        var story = Story.subscribed()
        story.tell("RENEWAL_EXTENSION", "FAILURE", at: 9, status: 1, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.timeline.first == "0..30 transaction 1 month period-end")
        story.tell("RENEWAL_EXTENDED", at: 10, status: 1, .init(id: "1", from: 0, to: 45), .init(renews: 45))
        #expect(story.timeline.first == "0..45 transaction 1 month period-end")
    }

    @Test("a hole between renewals that nothing explains is told")
    func renewalGap() {
        var story = Story.subscribed()
        story.tell("DID_RENEW", at: 60, status: 1, .init(id: "3", from: 60, to: 90), .init(renews: 90))
        #expect(story.timeline[1] == "30..60 unconfirmed")
        #expect(story.codes == ["renewal-gap"])
    }

    @Test("a new purchase after silence shows that the subscription had ended")
    func resubscribed() {
        var story = Story.subscribed()
        story.tell(
            "SUBSCRIBED",
            "RESUBSCRIBE",
            at: 60,
            status: 1,
            .init(id: "3", from: 60, to: 90) { $0.transactionReason = "PURCHASE" },
            .init(renews: 90)
        )
        #expect(story.timeline[1] == "30..60 expired resubscribed")
        #expect(story.codes == [])
    }

    @Test("two subscriptions of one account live on their own (report 55)")
    func twoOriginals() {
        var old = Story.subscribed("A")
        old.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: 30,
            status: 4,
            .init(id: "A", from: 0, to: 30),
            .init(renews: 30, grace: 46)
        )
        old.tell("GRACE_PERIOD_EXPIRED", at: 46, status: 3, .init(id: "A", from: 0, to: 30), .init(renews: 30))
        old.tell("EXPIRED", "BILLING_RETRY", at: 90, status: 2, .init(id: "A", from: 0, to: 30), .init(intent: 2))
        var new = Story("B")
        new.tell("SUBSCRIBED", "INITIAL_BUY", at: 68, status: 1, .init(id: "B", from: 68, to: 158), .init(renews: 158))
        #expect(old.state(91) == "expired billing-retry")
        #expect(new.state(91) == "active transaction")
    }

    @Test("in records without a status a recovery ends what the failure before it said")
    func recoveryWithoutStatus() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30.1, .init(id: "1", from: 0, to: 30), .init(grace: 46))
        story.tell("DID_RENEW", "BILLING_RECOVERY", at: 35, .init(id: "2", from: 30, to: 60), .init())
        #expect(story.timeline.suffix(2) == ["30..60 transaction 2 month period-end", "60..∞ unconfirmed"])
        story.tell("EXPIRED", "VOLUNTARY", at: 61, .init(id: "2", from: 30, to: 60), .init(on: false, intent: 1))
        #expect(story.timeline.last == "60..∞ expired voluntary")
    }

    @Test("a grace without a date belongs to the period that failed, also when the recovery's period began there")
    func graceWithoutEndRecovered() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30.1, .init(id: "1", from: 0, to: 30), .init())
        story.tell("DID_RENEW", "BILLING_RECOVERY", at: 35, .init(id: "2", from: 30, to: 60), .init())
        #expect(story.timeline.suffix(2) == ["30..60 transaction 2 month period-end", "60..∞ unconfirmed"])
    }

    @Test("a failure told after the recovery speaks of the period before, not of the end of the new one")
    func lateFailure() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", at: 30.1, status: 3, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        story.tell(
            "DID_RENEW",
            "BILLING_RECOVERY",
            at: 40,
            status: 1,
            .init(id: "2", from: 40, to: 70),
            .init(renews: 70)
        )
        story.tell("DID_FAIL_TO_RENEW", at: 40.01, status: 3, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.timeline.suffix(2) == ["40..70 transaction 2 month period-end", "70..∞ unconfirmed"])
        #expect(story.codes == ["status-lag"])
    }

    @Test("a failure told before the period ends tells how it ends")
    func earlyFailure() {
        var story = Story.subscribed()
        story.tell("DID_FAIL_TO_RENEW", at: 29.5, status: 3, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.timeline[1] == "30..90 billing-retry")
    }

    @Test("a status that the running purchase contradicts says nothing about its end")
    func contradictedStatus() {
        var story = Story.subscribed()
        story.tell("REFUND_DECLINED", at: 10, status: 2, .init(id: "1", from: 0, to: 30), .init(renews: 30))
        #expect(story.timeline.last == "30..∞ unconfirmed")
        #expect(story.codes == ["status-disagreement"])
    }

    @Test("a purchase that was told as a subscription is a new one also where no reason is given")
    func resubscribedWithoutReason() {
        var story = Story.subscribed()
        story.tell("SUBSCRIBED", "RESUBSCRIBE", at: 60, .init(id: "3", from: 60, to: 90) { $0.transactionReason = nil })
        #expect(story.timeline[1] == "30..60 expired resubscribed")
    }

    @Test("a wish to end that a later renewal belies is void; one said after the renewal was signed counts")
    func wishBeforeRenewal() {
        var story = Story.subscribed()
        story.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 5, status: 1, nil, .init(on: false))
        var later = story
        story.tell("CONSUMPTION_REQUEST", at: 40, status: 1, .init(id: "2", from: 30, to: 60))
        #expect(story.timeline.last == "60..∞ unconfirmed")
        later.tell("DID_RENEW", at: 29.5, status: 1, .init(id: "2", from: 30, to: 60), .init(renews: 60))
        later.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 29.7, status: 1, nil, .init(on: false))
        #expect(later.timeline.last == "60..∞ expired auto-renew-off")
    }

    @Test("an offer redeemed after the end tells a new purchase too, as records before 2024 have it")
    func resubscribedByOffer() {
        var story = Story.subscribed()
        story.tell(
            "OFFER_REDEEMED",
            "RESUBSCRIBE",
            at: 60,
            .init(id: "3", from: 60, to: 90) {
                $0.transactionReason = nil
            }
        )
        #expect(story.timeline[1] == "30..60 expired resubscribed")
    }

    @Test("a recovery proves the failure before it, where no period can be missing between")
    func recoveryAlone() {
        var story = Story.subscribed()
        var far = story
        story.tell("DID_RENEW", "BILLING_RECOVERY", at: 45, status: 1, .init(id: "2", from: 45, to: 75), .init())
        #expect(story.timeline[1] == "30..45 billing-retry")
        #expect(story.codes == [])
        far.tell("DID_RENEW", "BILLING_RECOVERY", at: 75, status: 1, .init(id: "3", from: 75, to: 105), .init())
        #expect(far.timeline[1] == "30..75 unconfirmed")
        #expect(far.codes == ["renewal-gap"])
    }
}
