import CorpusForge
import Foundation
import Testing

/// What reached the team's server, late or never.
extension ExplainFateTests {
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
}
