import NotificationModel
import Reconciliation
import Testing

/// One small scenario for each documented pair: what it does to a month bought on day 0.
@Suite("What each pair of type and subtype comes to")
struct PairScenarioTests {
    /// A scenario: tells the pair, and says what then holds.
    struct Scenario: Sendable, CustomTestStringConvertible {
        let type: NotificationType
        let subtype: NotificationSubtype?
        let timeline: [String]
        let tell: @Sendable (inout Story) -> Void

        init(
            _ type: NotificationType,
            _ subtype: NotificationSubtype? = nil,
            _ timeline: [String],
            _ tell: @escaping @Sendable (inout Story) -> Void
        ) {
            self.type = type
            self.subtype = subtype
            self.timeline = timeline
            self.tell = tell
        }

        var testDescription: String { [type.text, subtype?.text].compactMap(\.self).joined(separator: " / ") }
    }

    private static let month = "0..30 transaction 1 month period-end"
    private static var first: Story.Transaction { Story.Transaction(id: "1", from: 0, to: 30) }

    /// The month with auto-renew on, and nothing known of what follows.
    private static let unchanged = [month, "30..∞ unconfirmed"]

    static let scenarios: [Scenario] = starts + renewals + plans + failures + ends + prices + corrections + others

    private static let starts: [Scenario] = [
        Scenario(.subscribed, .initialBuy, unchanged) {
            $0.tell("SUBSCRIBED", "INITIAL_BUY", at: 0.01, status: 1, first, .init(renews: 30))
        },
        Scenario(
            .subscribed,
            .resubscribe,
            [month, "30..40 expired voluntary", "40..70 transaction 2 year period-end", "70..∞ unconfirmed"]
        ) {
            $0.tell("EXPIRED", "VOLUNTARY", at: 30.01, status: 2, first, .init(on: false, renews: 30, intent: 1))
            $0.tell(
                "SUBSCRIBED",
                "RESUBSCRIBE",
                at: 40,
                status: 1,
                .init(id: "2", from: 40, to: 70, product: "year") { $0.transactionReason = "PURCHASE" },
                .init(product: "year", renews: 70)
            )
        },
        Scenario(.offerRedeemed, nil, unchanged) {
            $0.tell("OFFER_REDEEMED", at: 10, status: 1, first, .init(renews: 30))
        },
        Scenario(.oneTimeCharge, nil, ["3..∞ transaction map map.pack open"]) { story in
            story = Story("map")
            story.tell(
                "ONE_TIME_CHARGE",
                at: 3,
                .init(id: "map", from: 3, product: "map.pack") { $0.productType = "Non-Consumable" }
            )
        },
    ]

    private static let renewals: [Scenario] = [
        Scenario(.didRenew, nil, [month, "30..60 transaction 2 month period-end", "60..∞ unconfirmed"]) {
            $0.tell("DID_RENEW", at: 29.8, status: 1, .init(id: "2", from: 30, to: 60), .init(renews: 60))
        },
        Scenario(
            .didRenew,
            .billingRecovery,
            [month, "30..41 billing-retry", "41..71 transaction 2 month period-end", "71..∞ unconfirmed"]
        ) {
            $0.tell("DID_FAIL_TO_RENEW", at: 30, status: 3, first, .init(renews: 30))
            $0.tell(
                "DID_RENEW",
                "BILLING_RECOVERY",
                at: 41,
                status: 1,
                .init(id: "2", from: 41, to: 71),
                .init(renews: 71)
            )
        },
        Scenario(.renewalExtended, nil, ["0..37 transaction 1 month period-end", "37..∞ unconfirmed"]) {
            $0.tell("RENEWAL_EXTENDED", at: 9, status: 1, .init(id: "1", from: 0, to: 37), .init(renews: 37))
        },
        Scenario(.renewalExtension, .failure, unchanged) {
            $0.tell("RENEWAL_EXTENSION", "FAILURE", at: 9, status: 1, first, .init(renews: 30))
        },
        Scenario(.renewalExtension, .summary, unchanged) { $0.tell("RENEWAL_EXTENSION", "SUMMARY", at: 9) },
    ]

    private static let plans: [Scenario] = [
        Scenario(
            .didChangeRenewalPref,
            .upgrade,
            [
                "0..12 transaction 1 month superseded", "12..42 transaction 2 plus period-end", "42..∞ unconfirmed",
            ]
        ) {
            $0.tell(
                "DID_CHANGE_RENEWAL_PREF",
                "UPGRADE",
                at: 12,
                status: 1,
                .init(id: "2", from: 12, to: 42, product: "plus") { $0.transactionReason = "PURCHASE" },
                .init(product: "plus", renews: 42)
            )
        },
        Scenario(.didChangeRenewalPref, .downgrade, unchanged) {
            $0.tell(
                "DID_CHANGE_RENEWAL_PREF",
                "DOWNGRADE",
                at: 12,
                status: 1,
                first,
                .init(renews: 30) {
                    $0.autoRenewProductId = "week"
                }
            )
        },
        Scenario(.didChangeRenewalPref, nil, unchanged) {
            $0.tell(
                "DID_CHANGE_RENEWAL_PREF",
                "DOWNGRADE",
                at: 12,
                status: 1,
                first,
                .init(renews: 30) {
                    $0.autoRenewProductId = "week"
                }
            )
            $0.tell("DID_CHANGE_RENEWAL_PREF", at: 14, status: 1, first, .init(renews: 30))
        },
        Scenario(
            .didChangeRenewalPref,
            .increaseQuantity,
            unchanged
        ) {
            $0.tell(
                "DID_CHANGE_RENEWAL_PREF",
                "INCREASE_QUANTITY",
                at: 12,
                status: 1,
                .init(id: "2", from: 12, to: 30) {
                    $0.additionalTransactionReason = "SEAT_ADDITION"
                    $0.transactionReason = "PURCHASE"
                },
                .init(renews: 30)
            )
        },
        Scenario(.didChangeRenewalPref, .decreaseQuantity, unchanged) {
            $0.tell("DID_CHANGE_RENEWAL_PREF", "DECREASE_QUANTITY", at: 12, status: 1, first, .init(renews: 30))
        },
        Scenario(
            .offerRedeemed,
            .upgrade,
            [
                "0..12 transaction 1 month superseded", "12..42 transaction 2 plus period-end", "42..∞ unconfirmed",
            ]
        ) {
            $0.tell(
                "OFFER_REDEEMED",
                "UPGRADE",
                at: 12,
                status: 1,
                .init(id: "2", from: 12, to: 42, product: "plus") { $0.transactionReason = "PURCHASE" },
                .init(product: "plus", renews: 42)
            )
        },
        Scenario(.offerRedeemed, .downgrade, unchanged) {
            $0.tell(
                "OFFER_REDEEMED",
                "DOWNGRADE",
                at: 12,
                status: 1,
                first,
                .init(renews: 30) {
                    $0.autoRenewProductId = "week"
                }
            )
        },
        Scenario(.didChangeRenewalStatus, .autoRenewEnabled, unchanged) {
            $0.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 8, status: 1, first, .init(on: false))
            $0.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", at: 9, status: 1, first, .init(renews: 30))
        },
        Scenario(.didChangeRenewalStatus, .autoRenewDisabled, [month, "30..∞ expired auto-renew-off"]) {
            $0.tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: 8, status: 1, first, .init(on: false))
        },
    ]

    private static let failures: [Scenario] = [
        Scenario(
            .didFailToRenew,
            .gracePeriod,
            [
                month, "30..36 grace 1 month grace-end", "36..90 billing-retry", "90..∞ expired retry-limit-inferred",
            ]
        ) {
            $0.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30, status: 4, first, .init(renews: 30, grace: 36))
        },
        Scenario(.didFailToRenew, nil, [month, "30..90 billing-retry", "90..∞ expired retry-limit-inferred"]) {
            $0.tell("DID_FAIL_TO_RENEW", at: 30, status: 3, first, .init(renews: 30))
        },
        Scenario(
            .gracePeriodExpired,
            nil,
            [
                month, "30..35 grace 1 month contrary-word", "35..90 billing-retry",
                "90..∞ expired retry-limit-inferred",
            ]
        ) {
            // Without a date this word is what ends the grace.
            $0.tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: 30, status: 4, first, .init(renews: 30))
            $0.tell("GRACE_PERIOD_EXPIRED", at: 35, status: 3, first, .init(renews: 30))
        },
    ]

    private static let ends: [Scenario] = [
        Scenario(.expired, .voluntary, [month, "30..∞ expired voluntary"]) {
            $0.tell("EXPIRED", "VOLUNTARY", at: 30.1, status: 2, first, .init(on: false, renews: 30, intent: 1))
        },
        Scenario(.expired, .billingRetry, [month, "30..88 billing-retry", "88..∞ expired billing-retry"]) {
            $0.tell("EXPIRED", "BILLING_RETRY", at: 88, status: 2, first, .init(renews: 30, intent: 2))
        },
        Scenario(.expired, .priceIncrease, [month, "30..∞ expired price-increase"]) {
            $0.tell("EXPIRED", "PRICE_INCREASE", at: 30.1, status: 2, first, .init(renews: 30, intent: 3))
        },
        Scenario(.expired, .productNotForSale, [month, "30..∞ expired not-for-sale"]) {
            $0.tell("EXPIRED", "PRODUCT_NOT_FOR_SALE", at: 30.1, status: 2, first, .init(renews: 30, intent: 4))
        },
        Scenario(.expired, nil, [month, "30..∞ expired other"]) {
            $0.tell("EXPIRED", at: 30.1, status: 2, first, .init(renews: 30, intent: 5))
        },
    ]

    private static let prices: [Scenario] = [
        Scenario(.priceIncrease, .pending, unchanged) {
            $0.tell(
                "PRICE_INCREASE",
                "PENDING",
                at: 20,
                status: 1,
                first,
                .init(renews: 30) {
                    $0.priceIncreaseStatus = 0
                }
            )
        },
        Scenario(.priceIncrease, .accepted, unchanged) {
            $0.tell(
                "PRICE_INCREASE",
                "ACCEPTED",
                at: 20,
                status: 1,
                first,
                .init(renews: 30) {
                    $0.priceIncreaseStatus = 1
                }
            )
        },
        Scenario(.priceChange, nil, unchanged) { $0.tell("PRICE_CHANGE", at: 20, status: 1, first, .init(renews: 30)) },
        Scenario(.metadataUpdate, nil, unchanged) {
            $0.tell("METADATA_UPDATE", at: 20, status: 1, first, .init(renews: 30))
        },
        Scenario(.migration, nil, ["0..20 transaction 1 month migrated", "20..∞ expired migrated"]) {
            $0.tell(
                "MIGRATION",
                at: 20,
                status: 1,
                .init(id: "9", from: 20, to: 30) {
                    $0.originalTransactionId = "9"
                    $0.previousOriginalTransactionId = "1"
                }
            )
        },
    ]

    private static let corrections: [Scenario] = [
        Scenario(.refund, nil, ["0..10 transaction 1 month revoked", "10..∞ revoked refund-full"]) {
            $0.refund("1", from: 0, to: 30, at: 10, type: "REFUND_FULL", share: 100_000, status: 5)
        },
        Scenario(.refund, .seats, unchanged) {
            $0.tell(
                "REFUND",
                "SEATS",
                at: 10,
                status: 1,
                .init(id: "1", from: 0, to: 30) {
                    $0.multiSeatInfo = #"{"revokedSeatQuantity":1}"#
                }
            )
        },
        Scenario(.refundDeclined, nil, unchanged) {
            $0.tell("CONSUMPTION_REQUEST", at: 8, status: 1, first, .init(renews: 30))
            $0.tell("REFUND_DECLINED", at: 10, status: 1, first, .init(renews: 30))
        },
        Scenario(
            .refundReversed,
            nil,
            [
                "0..10 transaction 1 month revoked", "10..15 revoked refund", "15..30 transaction 1 month period-end",
                "30..∞ unconfirmed",
            ]
        ) {
            $0.refund("1", from: 0, to: 30, at: 10)
            $0.tell("REFUND_REVERSED", at: 15, status: 1, first, .init(renews: 30))
        },
        Scenario(.consumptionRequest, nil, unchanged) {
            $0.tell("CONSUMPTION_REQUEST", at: 8, status: 1, first, .init(renews: 30))
        },
        Scenario(.revoke, nil, ["0..10 transaction 1 month revoked", "10..∞ revoked family-revoke"]) {
            $0.tell(
                "REVOKE",
                at: 10,
                status: 5,
                .init(id: "1", from: 0, to: 30) {
                    $0.ownership = "FAMILY_SHARED"
                    $0.revocationDate = Story.day(10)
                    $0.revocationType = "FAMILY_REVOKE"
                }
            )
        },
    ]

    /// Pairs without a transaction: they leave every purchase as it is.
    private static let others: [Scenario] = [
        Scenario(.rescindConsent, nil, unchanged) { _ in },
        Scenario(.externalPurchaseToken, .created, unchanged) { _ in },
        Scenario(.externalPurchaseToken, .activeTokenReminder, unchanged) { _ in },
        Scenario(.externalPurchaseToken, .unreported, unchanged) { _ in },
        Scenario(.unclaimSeats, nil, unchanged) { _ in },
        Scenario(.test, nil, unchanged) { _ in },
    ]

    @Test("the pair's consequence for a month bought on day 0", arguments: scenarios)
    func consequence(_ scenario: Scenario) {
        var story = Story.subscribed()
        scenario.tell(&story)
        if PairScenarioTests.others.contains(where: { $0.testDescription == scenario.testDescription }) {
            story.tell(scenario.type.text, scenario.subtype?.text, at: 10)
        }
        #expect(story.timeline == scenario.timeline)
    }

    @Test("every documented pair has a scenario")
    func completeness() {
        let told = Set(Self.scenarios.map(\.testDescription))
        for pair in NotificationTable.pairs where pair.isDocumented {
            let name = [pair.type.text, pair.subtype?.text].compactMap(\.self).joined(separator: " / ")
            #expect(told.contains(name), "\(name)")
        }
        #expect(told.count == Self.scenarios.count)
    }
}
