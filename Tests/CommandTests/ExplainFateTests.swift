import CorpusForge
import Foundation
import Testing

/// `explain` names state, cause, decisive notification, end and next step of each fate.
struct ExplainFateTests {
    private var lives: ToldLives
    private let token = "7F2E2A54-3C55-4C1D-9F0B-1D2C3B4A5E6F"

    init() throws {
        lives = try ToldLives()
    }

    /// The answers of a ledger made from what was told.
    private struct Answers {
        let workshop: Workshop

        func run(_ id: String, _ more: [String] = []) async throws -> CommandRun {
            let run = try await CommandRun.storeledger(
                ["explain", "--ledger", workshop.path("ledger")] + more + ["--", id]
            )
            #expect(run.exitCode == 0, "\(run.errorText)")
            return run
        }

        /// The text, whose words are separated by one space each, so that line breaks do not matter.
        func text(_ id: String, _ more: [String] = []) async throws -> String {
            try await run(id, more).outputText.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(separator: " ")
        }

        func purchases(_ id: String, _ more: [String] = []) async throws -> [[String: Any]] {
            try #require(try await run(id, ["--json"] + more).object()["purchases"] as? [[String: Any]])
        }
    }

    private func answers() async throws -> Answers {
        let workshop = try Workshop()
        let run = try await CommandRun.storeledger([
            "reconcile", "--quiet", "--ledger", workshop.path("ledger"), "--trust-root",
            try workshop.write("root.der", lives.rootDER), try workshop.write("items.jsonl", lives.text.utf8),
        ])
        #expect(run.exitCode == 0, "\(run.errorText)")
        return Answers(workshop: workshop)
    }

    private func expect(_ text: String, _ phrases: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for phrase in phrases {
            #expect(text.contains(phrase), "\(phrase) in \(text)", sourceLocation: sourceLocation)
        }
    }

    private func list(_ purchase: [String: Any], _ key: String) throws -> [[String: Any]] {
        try #require(purchase[key] as? [[String: Any]], "\(key)")
    }

    private let period = ToldLives.Period(id: "1000", from: "2024-05-01 10:00", until: "2024-06-01 10:00")

    @Test mutating func active() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let answers = try await answers()
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "1000 is an original transaction id and a transaction id; it concerns 1 purchase",
                "State active until 2024-06-01T10:00:00Z, product meadow.monthly",
                "As of 2024-05-01T10:01:00Z, the newest message from this app",
                "Why Transaction 1000 is paid for and gives access since 2024-05-01T10:00:00Z.",
                "Told by SUBSCRIBED / INITIAL_BUY of 2024-05-01T10:01:00Z, notification \(lives.uuid())",
                "Until 2024-06-01T10:00:00Z; what follows is not known", "Next auto-renew is on",
                "2024-06-01T10:00:00Z to no known end not known yet: a renewal is due at its beginning",
            ]
        )
        let later = try await answers.text("1000", ["--as-of", "2024-07-01"])
        expect(
            later,
            ["State unconfirmed since 2024-06-01T10:00:00Z", "we do not know which came", "the last message"]
        )
        let before = try await answers.text("1000", ["--as-of", "2024-01-01"])
        expect(before, ["State none", "access began 2024-05-01T10:00:00Z"])
    }

    @Test mutating func gracePeriodAndBillingRetry() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: "2024-06-01 10:05",
            purchase,
            period,
            status: 4,
            on: true,
            renewal: { $0.gracePeriodExpiresDate = "2024-06-17 10:00" }
        )
        let failure = lives.uuid()
        try lives.tell("GRACE_PERIOD_EXPIRED", at: "2024-06-17 10:05", purchase, period, status: 3, on: true)
        let answers = try await answers()
        expect(
            try await answers.text("1000", ["--as-of", "2024-06-05"]),
            [
                "State grace-period until 2024-06-17T10:00:00Z", "billing grace period keeps access on",
                "notification \(failure)", "then billing-retry", "GRACE_PERIOD_EXPIRED",
            ]
        )
        expect(
            try await answers.text("1000"),
            [
                "State billing-retry since 2024-06-17T10:00:00Z", "Apple keeps trying to collect",
                "Told by GRACE_PERIOD_EXPIRED of 2024-06-17T10:05:00Z, notification \(lives.uuid())",
                "Next a payment (DID_RENEW / BILLING_RECOVERY) brings access back",
            ]
        )
    }

    @Test mutating func expiredByChoice() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: "2024-05-09 10:00",
            purchase,
            period,
            status: 1,
            on: false
        )
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-06-01 10:01", purchase, period, status: 2, on: false)
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "State expired (voluntary) since 2024-06-01T10:00:00Z",
                "had turned auto-renew off on 2024-05-09T10:00:00Z, and the paid period ran out",
                "Told by EXPIRED / VOLUNTARY of 2024-06-01T10:01:00Z, notification \(lives.uuid())",
                "Next a new purchase",
            ]
        )
        expect(
            try await answers.text("1000", ["--as-of", "2024-05-20"]),
            ["auto-renew is off, switched off on 2024-05-09T10:00:00Z: access ends", "then expired (voluntary)"]
        )
    }

    @Test mutating func theLossOfAccessIsDatedFromItsBeginning() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("DID_FAIL_TO_RENEW", at: "2024-06-01 10:05", purchase, period, status: 3, on: true)
        try lives.tell("EXPIRED", "BILLING_RETRY", at: "2024-07-30 10:00", purchase, period, status: 2, on: false)
        expect(
            try await answers().text("1000"),
            [
                "State expired (billing-retry) since 2024-07-30T10:00:00Z",
                "Apple gave up trying. No access since 2024-06-01T10:00:00Z (at first while billing was tried again).",
            ]
        )
    }

    @Test mutating func anExpiryAfterARefundNamesTheRefund() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let refund: (inout ForgedTransaction) -> Void = { $0.revocationDate = "2024-05-10 10:00" }
        try lives.tell("REFUND", at: "2024-05-10 10:01", purchase, period, status: 5, on: false, refund)
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-06-01 10:01", purchase, period, status: 2, on: false, refund)
        expect(
            try await answers().text("1000"),
            [
                "Auto-renew was off at the end of the paid period, from which a refund or revocation had already taken the rest.",
                "No access since 2024-05-10T10:00:00Z (at first taken back: refund).",
            ]
        )
    }

    @Test mutating func refundedWhileAnotherPurchaseStands() async throws {
        let purchase = ToldLives.Purchase(id: "1000", token: token)
        let other = ToldLives.Purchase(
            id: "2000",
            product: "meadow.pack",
            type: "Non-Consumable",
            token: token.lowercased()
        )
        try lives.tell(
            "ONE_TIME_CHARGE",
            at: "2024-04-01 10:01",
            other,
            ToldLives.Period(id: "2000", from: "2024-04-01 10:00")
        )
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("CONSUMPTION_REQUEST", at: "2024-05-08 10:00", purchase, period, status: 1, on: true)
        try lives.tell(
            "REFUND",
            at: "2024-05-10 10:01",
            purchase,
            period,
            status: 5,
            on: false,
            {
                $0.revocationDate = "2024-05-10 10:00"
                $0.revocationReason = 1
                $0.revocationType = "REFUND_FULL"
                $0.revocationPercentage = 100_000
            }
        )
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "State revoked (refund-full) since 2024-05-10T10:00:00Z",
                "Apple refunded transaction 1000 in full: no access since",
                "Told by REFUND of 2024-05-10T10:01:00Z, notification \(lives.uuid())",
                "removed access from 2024-05-10T10:00:00Z to 2024-06-01T10:00:00Z", "paid back 49.99 EUR",
                "Apple's refund code 1 (an issue in the app)", "not reversed",
                "other access open as of 2024-05-10T10:01:00Z: purchase 2000 in Production (active, no known end; same account token)",
                "family members' copies, if any, have ids of their own",
                "Other purchases with the same account token or app transaction, or migrated (1)",
                "transaction 1000, asked 1 time", "refunded 2024-05-10T10:01:00Z",
            ]
        )
        let told = try #require(try await answers.purchases("1000").first)
        let revocation = try #require(try list(told, "revocations").first)
        #expect(revocation["amount"] as? Int == 49_990)
        #expect(revocation["currency"] as? String == "EUR")
        #expect(revocation["removedAccess"] as? Bool == true)
        #expect(revocation["notificationUUID"] as? String == lives.uuid())
        let standing = try #require(try list(revocation, "stillStands").first)
        #expect(standing["originalTransactionId"] as? String == "2000")
        #expect(standing["sharedBy"] as? [String] == ["app-account-token"])
        #expect(try list(told, "refundRequests").first?["outcome"] as? String == "refunded")
        #expect(try list(told, "related").count == 1)
        // The token leads to both, in whatever letters; their summaries come first.
        for id in [token, token.lowercased()] {
            let lines = try await answers.run(id).lines
            #expect(lines[0] == "\(id) is an app account token; it concerns 2 purchases")
            #expect(lines[1].hasPrefix("  1000  com.example.meadow (Production): revoked (refund-full)"))
            #expect(lines[2].hasPrefix("  2000  com.example.meadow (Production): active, no known end"))
        }
        expect(try await answers.text("2000"), ["Non-consumable purchase 2000", "Until for ever, unless revoked"])
    }

    @Test mutating func refundReversed() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell(
            "REFUND",
            at: "2024-05-10 10:01",
            purchase,
            period,
            status: 5,
            on: true,
            { $0.revocationDate = "2024-05-10 10:00" }
        )
        try lives.tell("REFUND_REVERSED", at: "2024-05-15 10:00", purchase, period, status: 1, on: true)
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "State active until 2024-06-01T10:00:00Z",
                "The revocation (refund) of 2024-05-10T10:00:00Z was reversed, and access came back.",
                "Told by REFUND_REVERSED of 2024-05-15T10:00:00Z, notification \(lives.uuid())",
                "reversed 2024-05-15T10:00:00Z (told)",
            ]
        )
        let then = try await answers.text("1000", ["--known-by", "2024-05-12"])
        expect(then, ["State revoked (refund) since 2024-05-10T10:00:00Z", "not reversed"])
        #expect(!then.contains("REFUND_REVERSED of"))
    }

    @Test mutating func familyRevoked() async throws {
        let purchase = ToldLives.Purchase(id: "1000", ownership: "FAMILY_SHARED")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1)
        try lives.tell(
            "REVOKE",
            at: "2024-05-10 10:01",
            purchase,
            period,
            status: 5,
            {
                $0.revocationDate = "2024-05-10 10:00"
                $0.revocationReason = 1
                $0.revocationType = "FAMILY_REVOKE"
            }
        )
        let text = try await answers().text("1000")
        expect(
            text,
            [
                "State revoked (family-revoke)", "no longer shared with this family member", "Told by REVOKE",
                "the buyer and other family members have ids of their own",
                "Held as a family member's copy (FAMILY_SHARED)",
                "Apple does not tell why the sharing ended.", "family-revoke (no longer shared) of transaction 1000",
                "revoked (family-revoke): no longer shared, no access",
            ]
        )
        #expect(!text.contains("paid back"))
        #expect(!text.contains("issue in the app"))
    }

    @Test mutating func consentWithdrawnAndReturned() async throws {
        let purchase = ToldLives.Purchase(id: "1000", appTransaction: "700000000000000001")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.withdrawConsent(at: "2024-05-20 10:00", appTransaction: "700000000000000001")
        let withdrawal = lives.uuid()
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-06-01 10:01", purchase, period, status: 2, on: false)
        let again = ToldLives.Period(id: "1001", from: "2024-07-01 10:00", until: "2024-08-01 10:00")
        try lives.tell("SUBSCRIBED", "RESUBSCRIBE", at: "2024-07-01 10:01", purchase, again, status: 1, on: true)
        let answers = try await answers()
        expect(
            try await answers.text(withdrawal.uppercased()),
            [
                "is a notification uuid; it concerns 1 purchase", "RESCIND_CONSENT", "State active",
                "withdrawn for app transaction 700000000000000001 (direct match: messages of this purchase carry the same app transaction id), notification \(withdrawal)",
                "a new purchase shows a return on 2024-07-01T10:00:00Z (transaction 1001)",
            ]
        )
        expect(
            try await answers.text("700000000000000001", ["--as-of", "2024-05-25"]),
            [
                "State active until 2024-06-01T10:00:00Z, product meadow.monthly; consent withdrawn on 2024-05-20T10:00:00Z"
            ]
        )
        let told = try #require(try await answers.purchases("1000").first)
        let consent = try #require(try list(told, "consents").first)
        #expect(consent["notificationUUID"] as? String == withdrawal)
        #expect(consent["match"] as? String == "direct")
        #expect(consent["returnEvidence"] as? String == "1001")
        #expect(told["consentWithdrawn"] as? Bool == false)
        #expect(try list(told, "events").contains { $0["notificationType"] as? String == "RESCIND_CONSENT" })
    }

    @Test mutating func migrated() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let moved = ToldLives.Period(id: "2000", from: "2024-05-15 10:00", until: "2024-06-01 10:00")
        try lives.tell(
            "MIGRATION",
            at: "2024-05-15 10:01",
            ToldLives.Purchase(id: "2000"),
            moved,
            status: 1,
            on: true,
            { $0.previousOriginalTransactionId = "1000" }
        )
        let answers = try await answers()
        let lines = try await answers.run("1000").lines
        #expect(lines[0].hasSuffix("; it concerns 2 purchases"))
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "1000 com.example.meadow (Production): moved to 2000 on 2024-05-15T10:00:00Z (migrated)",
                "State moved to 2000 on 2024-05-15T10:00:00Z (migrated); there active until 2024-06-01T10:00:00Z, "
                    + "product meadow.monthly",
                "moved to another original transaction id, 2000, on 2024-05-15T10:00:00Z. This id ended then. It goes on under "
                    + "2000: active until 2024-06-01T10:00:00Z.", "Until nothing: this id stays ended",
                "moved to another original transaction id: nothing under this one",
                "Next nothing more comes under this id; look at purchase 2000", "? unconfirmed m moved",
                "Told by MIGRATION of 2024-05-15T10:01:00Z, notification \(lives.uuid())",
                "2000 told in this answer; this one was migrated to it",
                "1000 told in this answer; this one was migrated from it",
            ]
        )
        #expect(try await answers.purchases("2000").first?["state"] as? String == "active")
        let former = try #require(try await answers.purchases("1000").first)
        #expect(former["state"] as? String == "expired")
        #expect(former["migratedTo"] as? String == "2000")
        // Before the move nothing had moved.
        expect(try await answers.text("1000", ["--as-of", "2024-05-10"]), ["State active until 2024-05-15T10:00:00Z"])
    }

    @Test mutating func aRefundedConsumable() async throws {
        let purchase = ToldLives.Purchase(id: "1000", product: "meadow.coins", type: "Consumable")
        let bought = ToldLives.Period(id: "1000", from: "2024-05-01 10:00")
        try lives.tell("ONE_TIME_CHARGE", at: "2024-05-01 10:01", purchase, bought)
        try lives.tell("REFUND", at: "2024-05-10 10:01", purchase, bought, { $0.revocationDate = "2024-05-10 10:00" })
        expect(
            try await answers().text("1000"),
            [
                "Consumable purchase 1000",
                "State none: a consumable gives no lasting access, refunded 2024-05-10T10:00:00Z",
                "It was refunded on 2024-05-10T10:00:00Z.", "removed no access",
            ]
        )
    }

    @Test mutating func oneIdInTwoEnvironments() async throws {
        for environment in ["Production", "Sandbox"] {
            let purchase = ToldLives.Purchase(id: "1000", environment: environment)
            try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        }
        let answers = try await answers()
        let lines = try await answers.run("1000").lines
        #expect(lines[0].hasSuffix("; it concerns 2 purchases"))
        #expect(lines[1].contains("com.example.meadow (Production): active"))
        #expect(lines[2].contains("com.example.meadow (Sandbox): active"))
        #expect(try await answers.purchases("1000").map { $0["environment"] as? String } == ["Production", "Sandbox"])
    }

    @Test mutating func aLongLifeStaysReadable() async throws {
        let purchase = ToldLives.Purchase(id: "1000", product: "meadow.weekly")
        let start: Moment = "2022-03-02 10:00"
        for week in 0..<60 {
            let from = start + .days(7 * week)
            let period = ToldLives.Period(id: String(1000 + week), from: from, until: from + .days(7))
            let (type, subtype) = week == 0 ? ("SUBSCRIBED", "INITIAL_BUY") : ("DID_RENEW", nil)
            try lives.tell(type, subtype, at: from + .hours(1), purchase, period, status: 1, on: true)
        }
        let answers = try await answers()
        let run = try await answers.run("1000")
        #expect(run.lines.count < 40)
        #expect(run.lines.allSatisfy { $0.count <= 118 || $0.contains("items.jsonl") })
        let bar = try #require(run.lines.first { $0.hasPrefix("    |") })
        #expect(bar == "    |" + String(repeating: "#", count: 100) + "|")
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "2022-03-02T10:00:00Z to 2023-04-26T10:00:00Z active: 60 periods of 1 week in a row, meadow.weekly, "
                    + "49.99 EUR each, transactions 1000 to 1059",
                "DID_RENEW 58 times: renewed", "What was said (60 notifications)", "first \(lives.uuid(58))",
                "last \(lives.uuid(1))", "Told by DID_RENEW", lives.uuid(0), "--full tells each renewal",
            ]
        )
        let full = try await answers.text("1000", ["--full"])
        for back in 0..<60 { #expect(full.contains(lives.uuid(back))) }
        #expect(full.contains("transaction 1030") && !full.contains("in a row"))
        // A renewal that is asked for stands alone.
        expect(try await answers.text(lives.uuid(30)), ["The notification \(lives.uuid(30))", "\(lives.uuid(30))"])
        let told = try #require(try await answers.purchases("1000").first)
        #expect(try list(told, "events").count == 60)
        #expect(try list(told, "intervals").count == 60)
    }

    @Test mutating func whatGivesAccessIsFoundAmongManyPurchases() async throws {
        let account = ToldLives.Purchase(id: "1000", token: token)
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", account, period, status: 1, on: true)
        try lives.tell(
            "REFUND",
            at: "2024-05-10 10:01",
            account,
            period,
            status: 5,
            on: false,
            { $0.revocationDate = "2024-05-10 10:00" }
        )
        for number in 2000..<2110 {
            let coins = ToldLives.Purchase(
                id: String(number),
                product: "meadow.coins",
                type: "Consumable",
                token: token
            )
            let bought = ToldLives.Period(id: coins.id, from: "2024-05-02 10:00")
            try lives.tell("ONE_TIME_CHARGE", at: "2024-05-02 10:01", coins, bought)
        }
        let pack = ToldLives.Purchase(id: "9000", product: "meadow.pack", type: "Non-Consumable", token: token)
        let bought = ToldLives.Period(id: "9000", from: "2024-05-20 10:00")
        try lives.tell("ONE_TIME_CHARGE", at: "2024-05-20 10:01", pack, bought)
        let answers = try await answers()
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "purchase 9000 in Production (active",
                "Other purchases with the same account token or app transaction, or migrated (100 and more)",
                "and 80 more; --full tells them", "the ledger's table identifiers has them all",
            ]
        )
        let told = try #require(try await answers.purchases("1000").first)
        #expect(told["relatedIsCut"] as? Bool == true)
        #expect(try list(told, "related").count == 100)
        // What was bought later is not known then.
        let then = try await answers.text("1000", ["--known-by", "2024-05-11"])
        expect(then, ["State revoked", "other access open as of 2024-05-10T10:01:00Z: none here"])
        #expect(!then.contains("9000"))
    }

    @Test mutating func theTokenOfZerosTiesNobody() async throws {
        for id in ["1000", "2000"] {
            let purchase = ToldLives.Purchase(id: id, token: "00000000-0000-0000-0000-000000000000")
            let period = ToldLives.Period(id: id, from: "2024-05-01 10:00", until: "2024-06-01 10:00")
            try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        }
        let told = try #require(try await answers().purchases("1000").first)
        #expect(try list(told, "related").isEmpty)
        #expect((told["appAccountTokens"] as? [String])?.isEmpty == true)
    }

    @Test mutating func theObjectHasItsDocumentedKeys() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let told = try #require(try await answers().purchases("1000").first)
        let keys: Set = [
            "bundleId", "environment", "originalTransactionId", "nature", "productId", "inAppOwnershipType", "state",
            "cause", "asOf", "since", "until", "reason", "untilText", "next", "decisive", "transactionId",
            "autoRenewProductId", "horizon", "autoRenewStatus", "renewalDate", "consentWithdrawnAt",
            "consentWithdrawn", "appAccountTokens", "appTransactionIds", "events", "intervals", "lapses",
            "productChanges", "revocations", "refundRequests", "consents", "related", "relatedIsCut", "discrepancies",
            "commitment", "migratedTo",
        ]
        #expect(Set(told.keys) == keys)
        let events: Set = [
            "notificationUUID", "notificationType", "subtype", "event", "effect", "productId", "transactionId",
            "source",
            "index", "saidAt", "status", "purchaseDate", "expiresDate", "revocationDate", "gracePeriodExpiresDate",
            "renewalDate", "autoRenewStatus", "conflict", "price", "currency", "inAppOwnershipType", "delivery",
            "commitment", "sendAttempts",
        ]
        #expect(Set(try #require(try list(told, "events").first).keys) == events)
        let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/command-line.md")
        let text = try String(contentsOf: document, encoding: .utf8)
        for key in keys.union(events) { #expect(text.contains("`\(key)`"), "\(key) is not documented") }
    }

    // MARK: - What a reader could take wrongly

    /// A message of another purchase, so that the app is known up to it.
    private mutating func tellOfAnother(at said: Moment) throws {
        let other = ToldLives.Period(id: "9900", from: said, until: said.adding(months: 1))
        try lives.tell(
            "SUBSCRIBED",
            "INITIAL_BUY",
            at: said,
            ToldLives.Purchase(id: "9900"),
            other,
            status: 1,
            on: true
        )
    }

    @Test mutating func thePriceOfAPurchaseIsTheOneToldFirst() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("PRICE_CHANGE", at: "2024-05-11 10:00", purchase, period, status: 1, on: true) {
            $0.price = 5_990
        }
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "active: meadow.monthly, transaction 1000 for 49.99 EUR as first told (later messages say 5.99 EUR)",
                "2024-06-01T10:00:00Z; price 5.99 EUR",
            ]
        )
        let told = try #require(try await answers.purchases("1000").first)
        #expect(try list(told, "intervals").first?["price"] as? Int == 49_990)
    }

    @Test mutating func theLastMessageIsTheLatestThatIsListed() async throws {
        let purchase = ToldLives.Purchase(id: "1000", appTransaction: "700000000000000001")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.withdrawConsent(at: "2024-05-20 10:00", appTransaction: "700000000000000001")
        try tellOfAnother(at: "2024-05-25 10:00")
        let text = try await answers().text("1000")
        expect(
            text,
            [
                "As of 2024-05-25T10:00:00Z, the newest message from this app; the last message about this purchase: "
                    + "2024-05-20T10:00:00Z"
            ]
        )
    }

    @Test mutating func aMoveIsTheLastMessageOfTheFormerId() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let moved = ToldLives.Period(id: "2000", from: "2024-05-15 10:00", until: "2024-06-01 10:00")
        try lives.tell("MIGRATION", at: "2024-05-15 10:01", ToldLives.Purchase(id: "2000"), moved, status: 1, on: true)
        {
            $0.previousOriginalTransactionId = "1000"
        }
        try tellOfAnother(at: "2024-07-25 10:00")
        let answers = try await answers()
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "the last message about this purchase: 2024-05-15T10:01:00Z",
                "Under 2000 the last known period ended on 2024-06-01T10:00:00Z, and whether it goes on is not known "
                    + "(unconfirmed).",
            ]
        )
        #expect(!text.contains("It goes on under"))
        let lines = try await answers.run("1000").lines
        let bar = try #require(lines.first { $0.hasPrefix("    |") })
        #expect(bar.contains("#m") && !bar.contains("-"))
    }

    @Test mutating func whatProvesAPeriodWithoutATransaction() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell(
            "CONSUMPTION_REQUEST",
            at: "2024-06-10 10:00",
            purchase,
            period,
            status: 1,
            on: true,
            renewal: { $0.renewalDate = "2024-07-01 10:00" }
        )
        expect(
            try await answers().text("1000"),
            [
                "State active until 2024-07-01T10:00:00Z",
                "Why The archive holds no transaction of this period. But the CONSUMPTION_REQUEST of 2024-06-10T10:00:00Z "
                    + "carries renewal info that says: active (status 1), next renewal on 2024-07-01T10:00:00Z. So a period "
                    + "that ends then is running.",
                "active, as a message from Apple shows; the transaction itself was not seen: meadow.monthly",
            ]
        )
    }

    @Test mutating func theRenewalThatWasToldBeforeItBegan() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        let later = ToldLives.Period(id: "1002", from: "2024-07-01 10:00", until: "2024-08-01 10:00")
        try lives.tell("DID_RENEW", at: "2024-06-30 20:00", purchase, later, status: 1, on: true)
        expect(
            try await answers().text("1000", ["--as-of", "2024-06-30T22:00:00Z"]),
            [
                "But the DID_RENEW of 2024-06-30T20:00:00Z told the renewal of 2024-07-01T10:00:00Z before it began. So the "
                    + "subscription was running up to then."
            ]
        )
    }

    @Test mutating func anotherPurchaseInForceIsToldAtTheTop() async throws {
        let purchase = ToldLives.Purchase(id: "1000", token: token)
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-06-01 10:01", purchase, period, status: 2, on: false)
        let other = ToldLives.Purchase(id: "2000", product: "meadow.yearly", token: token)
        let year = ToldLives.Period(id: "2000", from: "2024-06-07 10:00", until: "2025-06-07 10:00")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-06-07 10:01", other, year, status: 1, on: true)
        // A purchase of somebody else says nothing here.
        try tellOfAnother(at: "2024-06-08 10:00")
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "product meadow.monthly But the same account has another purchase with access now: 2000, meadow.yearly, active "
                    + "until 2025-06-07T10:00:00Z (same account token) As of"
            ]
        )
        #expect(try await !answers.text("2000").contains("But the same account"))
        #expect(try await !answers.text("1000", ["--as-of", "2024-06-02"]).contains("But the same account"))
    }

    @Test mutating func whatLiesAheadIsNoFact() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell(
            "DID_FAIL_TO_RENEW",
            "GRACE_PERIOD",
            at: "2024-06-01 10:05",
            purchase,
            period,
            status: 4,
            on: true,
            renewal: { $0.gracePeriodExpiresDate = "2024-06-17 10:00" }
        )
        let answers = try await answers()
        let limit = "(retry-limit-inferred: 60 days, Apple's limit; assumed, not told)"
        expect(
            try await answers.text("1000"),
            [
                "Until 2024-06-17T10:00:00Z; then, if no payment comes before, billing-retry Next",
                "2024-06-17T10:00:00Z to 2024-07-31T10:00:00Z ahead, if no payment comes before: billing retry: no access",
                "2024-07-31T10:00:00Z to no known end ahead, if no payment comes before: expired \(limit): no access",
            ]
        )
        expect(
            try await answers.text("1000", ["--as-of", "2024-06-20"]),
            ["Until 2024-07-31T10:00:00Z; then, if no payment comes before, expired \(limit)"]
        )
    }

    @Test mutating func theLimitUnderACommitmentIsLonger() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try tellPayments(1...2, of: purchase)
        try lives.tell(
            "DID_FAIL_TO_RENEW",
            at: "2024-07-01 10:05",
            purchase,
            payment(2),
            status: 3,
            on: true,
            commit(2)
        )
        expect(
            try await answers().text("1000"),
            [
                "then, if no payment comes before, expired (retry-limit-inferred: 90 days, Apple's limit; assumed, not told)"
            ]
        )
    }

    @Test mutating func aPriceIncreaseThatWasNotAgreedToIsDated() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("PRICE_INCREASE", "PENDING", at: "2024-05-07 10:00", purchase, period, status: 1, on: true)
        try lives.tell("EXPIRED", "PRICE_INCREASE", at: "2024-06-01 10:01", purchase, period, status: 2, on: false)
        expect(
            try await answers().text("1000"),
            [
                "State expired (price-increase)",
                "The customer did not agree to a price increase in time (Apple told of it on 2024-05-07T10:00:00Z).",
            ]
        )
    }

    @Test mutating func anEndThatIsPastIsNotAhead() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("DID_FAIL_TO_RENEW", at: "2024-06-01 10:05", purchase, period, status: 3, on: true)
        try tellOfAnother(at: "2024-09-25 10:00")
        let text = try await answers().text("1000")
        expect(text, ["These are over; that is assumed, for no message told the end."])
        #expect(!text.contains("ahead"))
    }

    @Test mutating func anOldFailureOfDeliveryAwaitsNothing() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        lives.firstAttempt("NO_RESPONSE")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try tellOfAnother(at: "2024-09-25 10:00")
        let text = try await answers().text("1000")
        expect(
            text,
            [
                "Delivery to your server, of 1 notification: 1 not delivered at first, later attempts not told.",
                "not delivered to your server at first: 1 attempt failed (NO_RESPONSE); later attempts are not told; it is "
                    + "known from Apple's history",
            ]
        )
        #expect(!text.contains("more may follow"))
    }

    @Test mutating func aWithdrawnConsentComesFirst() async throws {
        let purchase = ToldLives.Purchase(id: "1000", appTransaction: "700000000000000001")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.withdrawConsent(at: "2024-05-10 10:00", appTransaction: "700000000000000001")
        try lives.withdrawConsent(at: "2024-05-20 10:00", appTransaction: "700000000000000001")
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "product meadow.monthly; consent withdrawn on 2024-05-20T10:00:00Z As of",
                "A parent or guardian withdrew consent on 2024-05-20T10:00:00Z: the child may not use the app from then on, "
                    + "although the purchase gives access. It had been withdrawn before, on 2024-05-10T10:00:00Z; whether it "
                    + "was given again in between is not told. The last date counts.",
                "Next act on the withdrawn consent: stop the child's use of the app, and treat it like a request to delete "
                    + "the account. The purchase itself: auto-renew is on",
                "no new purchase since, so it still counts",
            ]
        )
        let told = try #require(try await answers.purchases("1000").first)
        #expect(told["consentWithdrawnAt"] as? Int64 == ("2024-05-20 10:00" as Moment).milliseconds)
        let between = try await answers.text("1000", ["--as-of", "2024-05-15"])
        expect(between, ["withdrew consent on 2024-05-10T10:00:00Z"])
        #expect(!between.contains("It had been withdrawn before"))
        #expect(try await !answers.text("1000", ["--as-of", "2024-05-05"]).contains("act on the withdrawn consent"))
    }

    @Test mutating func aPriceIncreaseThatWasAwaitedWasAgreedTo() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        try lives.tell("PRICE_INCREASE", "ACCEPTED", at: "2024-05-05 10:00", purchase, period, status: 1, on: true)
        try lives.tell("PRICE_INCREASE", "PENDING", at: "2024-05-07 10:00", purchase, period, status: 1, on: true)
        try lives.tell("PRICE_INCREASE", "ACCEPTED", at: "2024-05-09 10:00", purchase, period, status: 1, on: true)
        expect(
            try await answers().text("1000"),
            [
                "2024-05-05T10:00:00Z PRICE_INCREASE / ACCEPTED: the price increase goes ahead: it needs no consent, or the "
                    + "customer agreed; Apple does not tell which",
                "2024-05-09T10:00:00Z PRICE_INCREASE / ACCEPTED: the customer agreed to the price increase",
            ]
        )
    }

    @Test mutating func theBarMarksTheInstantWhereverItGoesOn() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        let year = ToldLives.Period(id: "1000", from: "2024-05-01 10:00", until: "2025-05-01 10:00")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, year, status: 1, on: true)
        let answers = try await answers()
        let before = try await answers.run("1000", ["--as-of", "2025-05-01T09:00:00Z"]).lines
        #expect(before.contains("    " + String(repeating: " ", count: 100) + "^ as of"))
        let after = try await answers.run("1000", ["--as-of", "2025-05-01T10:00:00Z"]).lines
        #expect(!after.contains { $0.hasSuffix("^ as of") })
    }

    // MARK: - Commitments

    /// Monthly payments under a commitment of twelve months from May 2024 on.
    private mutating func tellPayments(_ numbers: ClosedRange<Int>, of purchase: ToldLives.Purchase) throws {
        for number in numbers {
            let (type, subtype) = number == 1 ? ("SUBSCRIBED", "INITIAL_BUY") : ("DID_RENEW", nil)
            let payment = payment(number)
            try lives.tell(
                type,
                subtype,
                at: payment.from + .hours(1),
                purchase,
                payment,
                status: 1,
                on: true,
                commit(number),
                renewal: { $0.commitmentInfo = ["commitmentAutoRenewStatus": 1] }
            )
        }
    }

    private func payment(_ number: Int) -> ToldLives.Period {
        let start: Moment = "2024-05-01 10:00"
        return ToldLives.Period(
            id: String(999 + number),
            from: start.adding(months: number - 1),
            until: start.adding(months: number)
        )
    }

    private func commit(_ number: Int) -> (inout ForgedTransaction) -> Void {
        let end: Moment = "2025-05-01 10:00"
        return {
            $0.billingPlanType = "MONTHLY"
            $0.commitmentInfo = [
                "billingPeriodNumber": .integer(Int64(number)), "totalBillingPeriods": 12,
                "commitmentExpiresDate": .integer(end.milliseconds), "commitmentPrice": 599_880,
            ]
        }
    }

    @Test mutating func turningOffUnderACommitmentIsNoContradiction() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try tellPayments(1...5, of: purchase)
        try lives.tell(
            "DID_CHANGE_RENEWAL_STATUS",
            "AUTO_RENEW_DISABLED",
            at: "2024-09-20 10:00",
            purchase,
            payment(5),
            status: 1,
            on: true,
            commit(5),
            renewal: { $0.commitmentInfo = ["commitmentAutoRenewStatus": 0] }
        )
        let answers = try await answers()
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "It is payment 5 of 12 of a commitment to 2025-05-01T10:00:00Z.",
                "The customer has turned auto-renew off: that stops only what would follow the commitment, whose payments go "
                    + "on.",
                "Next the next monthly payment (DID_RENEW) carries it on, up to payment 12, and then it ends; a failed one "
                    + "stops access until it is paid, for there is no grace period",
                "DID_RENEW 3 times: renewed meadow.monthly, 49.99 EUR each, payments 2 to 4 of 12 of a commitment to "
                    + "2025-05-01T10:00:00Z, transactions 1001 to 1003",
                "DID_CHANGE_RENEWAL_STATUS / AUTO_RENEW_DISABLED:",
                "under the commitment its payments go on, and only what would follow it is off",
                "auto-renew on for the next month, at 2024-10-01T10:00:00Z; after the commitment nothing follows",
            ]
        )
        #expect(!text.contains("auto-renew is on"))
        let told = try #require(try await answers.purchases("1000").first)
        let commitment = try #require(told["commitment"] as? [String: Any])
        #expect(commitment["billingPeriodNumber"] as? Int == 5)
        #expect(commitment["totalBillingPeriods"] as? Int == 12)
        #expect(commitment["commitmentAutoRenewStatus"] as? Int == 0)
        #expect(commitment["commitmentExpiresDate"] as? Int64 == ("2025-05-01 10:00" as Moment).milliseconds)
        // Before the switch the commitment was to renew.
        let before = try await answers.text("1000", ["--as-of", "2024-07-10"])
        expect(before, ["It is payment 3 of 12", "up to payment 12, and then a renewal"])
        #expect(!before.contains("turned auto-renew off"))
    }

    @Test mutating func theLastPaymentOfACommitmentEndsIt() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try tellPayments(11...11, of: purchase)
        try lives.tell(
            "DID_RENEW",
            at: "2025-04-01 11:00",
            purchase,
            payment(12),
            status: 1,
            on: true,
            commit(12),
            renewal: { $0.commitmentInfo = ["commitmentAutoRenewStatus": 0] }
        )
        try lives.tell(
            "EXPIRED",
            "VOLUNTARY",
            at: "2025-05-01 10:01",
            purchase,
            payment(12),
            status: 2,
            on: false,
            commit(12)
        )
        let answers = try await answers()
        expect(
            try await answers.text("1000", ["--as-of", "2025-04-10"]),
            [
                "It is payment 12 of 12", "The customer has turned auto-renew off: nothing follows the commitment.",
                "this was the commitment's last payment, and auto-renew is off: access ends with the month (EXPIRED)",
            ]
        )
        expect(
            try await answers.text("1000"),
            [
                "The customer had turned off what would follow the commitment, and the month of its last payment ran out. "
                    + "No access since 2025-05-01T10:00:00Z."
            ]
        )
    }

    @Test mutating func aFailedPaymentOfACommitment() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try tellPayments(1...2, of: purchase)
        try lives.tell(
            "DID_FAIL_TO_RENEW",
            at: "2024-07-01 10:05",
            purchase,
            payment(2),
            status: 3,
            on: true,
            commit(2)
        )
        expect(
            try await answers().text("1000"),
            [
                "State billing-retry", "The commitment's next payment, after 2 of 12, could not be billed.",
                "after 90 days without one EXPIRED / BILLING_RETRY ends the commitment",
            ]
        )
    }

    // MARK: - Prices

    @Test mutating func purchasesAndRenewalsTellTheirPrice() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        try lives.tell(
            "SUBSCRIBED",
            "INITIAL_BUY",
            at: "2024-05-01 10:01",
            purchase,
            period,
            status: 1,
            on: true,
            { $0.price = 0 }
        )
        for (number, price) in [990, 990, 990, 1_990, 1_990, 1_995].enumerated() {
            try lives.tell(
                "DID_RENEW",
                at: ("2024-06-01 10:01" as Moment).adding(months: number),
                purchase,
                payment(number + 2),
                status: 1,
                on: true,
                { $0.price = Int64(price) }
            )
        }
        let family = ToldLives.Purchase(id: "2000", ownership: "FAMILY_SHARED")
        let shared = ToldLives.Period(id: "2000", from: "2024-05-01 10:00", until: "2024-06-01 10:00")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", family, shared, status: 1)
        let team = ToldLives.Purchase(id: "3000")
        let seats = ToldLives.Period(id: "3000", from: "2024-05-01 10:00", until: "2024-06-01 10:00")
        try lives.tell(
            "SUBSCRIBED",
            "INITIAL_BUY",
            at: "2024-05-01 10:01",
            team,
            seats,
            status: 1,
            { $0.multiSeatInfo = ["revokedSeatQuantity": 0] }
        )
        let answers = try await answers()
        expect(
            try await answers.text("1000"),
            [
                "active: meadow.monthly, transaction 1000 for 0.00 EUR",
                // A new price is told as a line of its own.
                "active: 3 periods of 1 month in a row, meadow.monthly, 0.99 EUR each, transactions 1001 to 1003",
                "transaction 1004 for 1.99 EUR", "transaction 1005 for 1.99 EUR", "transaction 1006 for 1.995 EUR",
                "2024-06-01T10:00:00Z; price 0.00 EUR", "DID_RENEW 3 times: renewed meadow.monthly, 0.99 EUR each",
                "price 1.99 EUR", "price 1.995 EUR",
            ]
        )
        #expect(try await !answers.text("2000").contains("EUR"))
        expect(try await answers.text("3000"), ["for 49.99 EUR a seat on average"])
        let told = try #require(try await answers.purchases("1000").first)
        #expect(try list(told, "events").last?["price"] as? Int == 1_995)
        #expect(try list(told, "intervals").last?["price"] as? Int == 1_995)
        #expect(try list(told, "intervals").last?["currency"] as? String == "EUR")
    }

    // MARK: - Attempts

    @Test mutating func whatCameLateOrNeverIsTold() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        lives.attempt("SUCCESS", at: "2024-05-01 10:01")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        for number in 2...5 {
            if number == 4 {
                lives.attempt("TIMED_OUT", at: "2024-08-01 11:01")
                lives.attempt("SUCCESS", at: "2024-08-01 12:01")
            } else {
                lives.attempt("SUCCESS", at: payment(number).from + .hours(1))
            }
            let said = payment(number).from + .hours(1)
            try lives.tell("DID_RENEW", at: said, purchase, payment(number), status: 1, on: true)
        }
        lives.attempt("TLS_ISSUE", at: "2024-09-10 10:00")
        lives.attempt("TLS_ISSUE", at: "2024-09-10 11:00")
        lives.attempt("OTHER", at: "2024-09-10 23:00")
        try lives.tell(
            "REFUND",
            at: "2024-09-10 10:00",
            purchase,
            payment(5),
            status: 5,
            on: false,
            { $0.revocationDate = "2024-09-10 09:00" }
        )
        let refund = lives.uuid()
        lives.attempt("NO_RESPONSE", at: "2024-10-01 10:00")
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-10-01 10:00", purchase, payment(5), status: 2, on: false)
        let answers = try await answers()
        let text = try await answers.text("1000")
        expect(
            text,
            [
                "Delivery to your server, of 7 notifications: 1 never delivered, 1 not delivered so far, 1 delivered late",
                "delivered late to your server, on 2024-08-01T12:01:00Z: 1 attempt failed (TIMED_OUT) before",
                "never delivered to your server: 3 attempts failed (TLS_ISSUE, OTHER), the last on 2024-09-10T23:00:00Z; it is "
                    + "known from Apple's history \(refund)",
                "not delivered to your server so far: 1 attempt failed (NO_RESPONSE), the last on 2024-10-01T10:00:00Z; more may follow",
            ]
        )
        // A renewal that came late stands alone.
        #expect(!text.contains("DID_RENEW 4 times"))
        let told = try #require(try await answers.purchases("1000").first)
        let events = try list(told, "events")
        #expect(
            events.map { $0["delivery"] as? String } == [
                "delivered", "delivered", "delivered", "late", "delivered", "never", "pending",
            ]
        )
        let attempts = try list(events[3], "sendAttempts")
        #expect(attempts.map { $0["sendAttemptResult"] as? String } == ["TIMED_OUT", "SUCCESS"])
        #expect(attempts.first?["attemptDate"] as? Int64 == ("2024-08-01 11:01" as Moment).milliseconds)
        // What was not known yet is not told.
        expect(
            try await answers.text("1000", ["--known-by", "2024-08-01T11:30:00Z"]),
            ["Delivery to your server, of 4 notifications: 1 not delivered so far"]
        )
    }

    @Test mutating func theOnlyAttemptOfATestEnvironment() async throws {
        let purchase = ToldLives.Purchase(id: "1000", environment: "Sandbox")
        lives.attempt("SOCKET_ISSUE", at: "2024-05-01 10:01")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2024-05-01 10:01", purchase, period, status: 1, on: true)
        expect(
            try await answers().text("1000"),
            ["never delivered to your server: 1 attempt failed (SOCKET_ISSUE), the last on"]
        )
    }

    // MARK: - The bar

    @Test mutating func aShortTimeLeavesAMarkInALongLife() async throws {
        let purchase = ToldLives.Purchase(id: "1000")
        let short = ToldLives.Period(id: "1000", from: "2022-05-01 10:00", until: "2022-05-01 10:05")
        try lives.tell("SUBSCRIBED", "INITIAL_BUY", at: "2022-05-01 10:01", purchase, short, status: 1, on: true)
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2022-05-01 10:05", purchase, short, status: 2, on: false)
        let again = ToldLives.Period(id: "1001", from: "2024-05-01 10:00", until: "2024-05-01 10:05")
        try lives.tell("SUBSCRIBED", "RESUBSCRIBE", at: "2024-05-01 10:01", purchase, again, status: 1, on: true)
        try lives.tell("EXPIRED", "VOLUNTARY", at: "2024-05-01 10:05", purchase, again, status: 2, on: false)
        // The app's newest word comes a day later.
        let other = ToldLives.Period(id: "2000", from: "2024-05-02 10:00", until: "2024-06-02 10:00")
        try lives.tell("SUBSCRIBED", at: "2024-05-02 10:00", ToldLives.Purchase(id: "2000"), other, status: 1, on: true)
        let answers = try await answers()
        let lines = try await answers.run("1000").lines
        let place = try #require(lines.firstIndex { $0.hasPrefix("    |") })
        #expect(lines[place] == "    |#" + String(repeating: "-", count: 97) + "#-|")
        let before = try await answers.run("1000", ["--as-of", "2024-05-01T10:02:00Z"]).lines
        let drawn = try #require(before.firstIndex(of: lines[place]))
        // The mark stands under the access, not under what its time alone would give.
        #expect(before[drawn + 1] == "    " + String(repeating: " ", count: 99) + "^ as of")
    }
}
