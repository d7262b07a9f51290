import CorpusForge
import Foundation
import Testing

/// The form of a story: what is told together, how much, the bar, and the object's keys.
extension ExplainFateTests {
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
