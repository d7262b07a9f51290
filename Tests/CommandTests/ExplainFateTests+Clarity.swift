import CorpusForge
import Foundation
import Testing

/// What a reader could take wrongly.
extension ExplainFateTests {
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
        try tellFailedPayment()
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
}
