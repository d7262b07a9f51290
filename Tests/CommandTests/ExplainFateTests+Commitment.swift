import CorpusForge
import Foundation
import Testing

/// Twelve payments that a customer is bound to.
extension ExplainFateTests {
    /// Monthly payments under a commitment of twelve months from May 2024 on.
    mutating func tellPayments(_ numbers: ClosedRange<Int>, of purchase: ToldLives.Purchase) throws {
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

    /// Two payments, and a third that failed.
    mutating func tellFailedPayment() throws {
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
    }

    func payment(_ number: Int) -> ToldLives.Period {
        let start: Moment = "2024-05-01 10:00"
        return ToldLives.Period(
            id: String(999 + number),
            from: start.adding(months: number - 1),
            until: start.adding(months: number)
        )
    }

    func commit(_ number: Int) -> (inout ForgedTransaction) -> Void {
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
        try tellFailedPayment()
        expect(
            try await answers().text("1000"),
            [
                "State billing-retry", "The commitment's next payment, after 2 of 12, could not be billed.",
                "after 90 days without one EXPIRED / BILLING_RETRY ends the commitment",
            ]
        )
    }
}
