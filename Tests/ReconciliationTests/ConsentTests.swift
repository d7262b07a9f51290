import NotificationModel
import Reconciliation
import Testing

@Suite("Withdrawn consent")
struct ConsentTests {
    private func consent(day: Double, app: String = "app") -> Consent {
        Consent(
            app: app,
            environment: "Production",
            appTransactionId: "download",
            notificationUUID: Identity128(high: 9, low: 9),
            contentDigest: Digest256(words: (9, 9, 9, 9)),
            instant: Story.day(day)
        )
    }

    /// A subscription with one record a day, each as (app transaction id, account token).
    private func story(_ id: String, _ records: [(download: String?, token: String?)]) -> Story {
        var story = Story(id)
        for (day, record) in records.enumerated() {
            story.tell(
                "METADATA_UPDATE",
                at: Double(day),
                .init(id: id, from: 0, to: 30) {
                    $0.appTransactionId = record.download
                    $0.appAccountToken = record.token
                }
            )
        }
        return story
    }

    @Test("one record with the id joins its whole history directly; a shared account token bridges to older ones")
    func joins() {
        let histories = [
            story("direct", [(nil, nil), ("download", "TOKEN")]), story("older", [(nil, "token")]),
            story("someone-else", [("other", "token")]), story("stranger", [(nil, "another")]),
        ].map(\.history)
        let expected: [ConsentOutcome.Join] = [
            .init(originalTransactionId: "direct", match: .direct),
            .init(originalTransactionId: "older", match: .bridged),
        ]
        let outcome = ConsentOutcome.resolve(consent(day: 5), among: histories)
        #expect(outcome.joins == expected)
        #expect(outcome == ConsentOutcome.resolve(consent(day: 5), among: histories.reversed()))
        #expect(ConsentOutcome.resolve(consent(day: 5, app: "other"), among: histories).joins == [])
    }

    @Test(
        "only the buyer's own new purchase after the withdrawal shows a return",
        arguments: [
            ("PURCHASE", "PURCHASED", "RESUBSCRIBE", 40, 40, true), ("RENEWAL", "PURCHASED", nil, 40, 40, false),
            ("PURCHASE", "FAMILY_SHARED", "RESUBSCRIBE", 40, 40, false), (nil, "PURCHASED", nil, 40, 40, false),
            ("PURCHASE", "PURCHASED", "UPGRADE", 40, 40, false), ("PURCHASE", "PURCHASED", nil, 20, 20, false),
            ("PURCHASE", "PURCHASED", "RESUBSCRIBE", 34, 40, false), ("PURCHASE", "PURCHASED", nil, 40, 34, false),
        ] as [(String?, String, String?, Double, Double, Bool)]
    )
    func returns(
        reason: String?,
        ownership: String,
        subtype: String?,
        bought: Double,
        said: Double,
        isReturn: Bool
    ) {
        var story = story("1", [("download", nil)])
        story.tell(
            "SUBSCRIBED",
            subtype,
            at: said,
            .init(id: "2", from: bought, to: bought + 30) {
                $0.transactionReason = reason
                $0.ownership = ownership
            }
        )
        let outcome = ConsentOutcome.resolve(consent(day: 35), among: [story.history])
        #expect(outcome.returnedAt == (isReturn ? Story.day(bought) : nil))
        #expect(outcome.returnEvidence == (isReturn ? "2" : nil))
    }

    @Test("a purchase that replaces a running period is an upgrade, whatever its subtype, and shows no return")
    func silentUpgrade() {
        var story = story("1", [("download", nil)])
        story.tell("OFFER_REDEEMED", at: 20, .init(id: "2", from: 20, to: 50) { $0.transactionReason = "PURCHASE" })
        #expect(ConsentOutcome.resolve(consent(day: 10), among: [story.history]).returnedAt == nil)
    }

    @Test(
        "a longer period that had been replaced holds no longer: what is bought after its successor's end is a return"
    )
    func boughtAgainWithinAReplacedPeriod() {
        var story = story("1", [("download", nil)])
        story.tell("SUBSCRIBED", "INITIAL_BUY", at: 1, .init(id: "2", from: 1, to: 365, product: "year"))
        story.tell(
            "DID_CHANGE_RENEWAL_PREF",
            at: 50,
            .init(id: "3", from: 50, to: 80) { $0.transactionReason = "PURCHASE" }
        )
        story.tell("EXPIRED", "VOLUNTARY", at: 80, status: 2, .init(id: "3", from: 50, to: 80))
        story.tell(
            "SUBSCRIBED",
            "RESUBSCRIBE",
            at: 120,
            .init(id: "4", from: 120, to: 150) { $0.transactionReason = "PURCHASE" }
        )
        story.tell(
            "DID_CHANGE_RENEWAL_PREF",
            "UPGRADE",
            at: 125,
            .init(id: "5", from: 125, to: 155, product: "plus") { $0.transactionReason = "PURCHASE" }
        )
        let outcome = ConsentOutcome.resolve(consent(day: 40), among: [story.history])
        #expect(outcome.returnedAt == Story.day(120))
        #expect(outcome.returnEvidence == "4")
    }

    @Test("a purchase in a period that had been refunded replaces nothing: it shows a return")
    func boughtAgainAfterRefund() {
        var story = story("1", [("download", nil)])
        story.refund("1", from: 0, to: 30, at: 15)
        story.tell(
            "SUBSCRIBED",
            "RESUBSCRIBE",
            at: 20,
            .init(id: "2", from: 20, to: 50) { $0.transactionReason = "PURCHASE" }
        )
        #expect(ConsentOutcome.resolve(consent(day: 10), among: [story.history]).returnEvidence == "2")
        var undone = story
        undone.tell("REFUND_REVERSED", at: 17, .init(id: "1", from: 0, to: 30))
        #expect(ConsentOutcome.resolve(consent(day: 10), among: [undone.history]).returnedAt == nil)
    }
}
