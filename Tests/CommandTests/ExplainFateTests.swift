import CorpusForge
import Foundation
import Testing

/// `explain` names state, cause, decisive notification, end and next step of each fate.
struct ExplainFateTests {
    var lives: ToldLives
    let token = "7F2E2A54-3C55-4C1D-9F0B-1D2C3B4A5E6F"

    init() throws {
        lives = try ToldLives()
    }

    /// The answers of a ledger made from what was told.
    struct Answers {
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

    func answers() async throws -> Answers {
        let workshop = try Workshop()
        let run = try await CommandRun.storeledger([
            "reconcile", "--quiet", "--ledger", workshop.path("ledger"), "--trust-root",
            try workshop.write("root.der", lives.rootDER), try workshop.write("items.jsonl", lives.text.utf8),
        ])
        #expect(run.exitCode == 0, "\(run.errorText)")
        return Answers(workshop: workshop)
    }

    func expect(_ text: String, _ phrases: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        for phrase in phrases {
            #expect(text.contains(phrase), "\(phrase) in \(text)", sourceLocation: sourceLocation)
        }
    }

    func list(_ purchase: [String: Any], _ key: String) throws -> [[String: Any]] {
        try #require(purchase[key] as? [[String: Any]], "\(key)")
    }

    let period = ToldLives.Period(id: "1000", from: "2024-05-01 10:00", until: "2024-06-01 10:00")

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
}
