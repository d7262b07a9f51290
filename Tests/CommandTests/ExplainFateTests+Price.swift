import CorpusForge
import Foundation
import Testing

/// What purchases and renewals cost.
extension ExplainFateTests {
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
}
