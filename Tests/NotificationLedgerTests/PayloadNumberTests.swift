import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import Testing

/// Numbers, dates and ids in payloads: exact, or refused; and never the end of the run.
struct PayloadNumberTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    private func line(_ notification: ForgedNotification) throws -> VerdictLine {
        let payload = try forge.signedPayload(notification, signedAt: "2023-11-14 22:13")
        try bench.folder.write("input", itemLines([payload]))
        return try #require(try bench.verify(["input"], includesPayload: true).lines.first)
    }

    private func dated(_ text: String) -> ForgedNotification {
        Telling.renewed(1).with {
            $0.signedDate = nil
            $0.others = [ForgedJSON.Member("signedDate", .verbatim(text))]
        }
    }

    // MARK: - Dates (32)

    @Test(arguments: ["1.7e12", "1700000000000.0", "1700000000000", "17e11"])
    func wholeNumbersInAnyFormAreTheSameInstant(text: String) throws {
        let line = try line(dated(text))
        #expect(line.verdict == "accepted")
        #expect(line.integer("signedDate") == 1_700_000_000_000)
    }

    @Test(arguments: [
        "1700000000000.5", "\"1700000000000\"", "1e40", "true", "[]", "{}", "1700000000000.0001", "1e-400",
    ])
    func whatIsNoWholeNumberIsNoInstant(text: String) throws {
        #expect(try line(dated(text)).judgement == "rejected wrong-field-type")
    }

    @Test(arguments: ["1700000000", "-1", "9007199254740993", "9223372036854775807", "-9223372036854775808", "0"])
    func instantsOutsideOfTheCertificatesAreRefused(text: String) throws {
        #expect(try line(dated(text)).judgement == "rejected certificate-not-valid-at-signing")
    }

    @Test func leapDaysAndOddNumbersStayExact() throws {
        #expect(try line(dated("1709251199999")).integer("signedDate") == 1_709_251_199_999)
        let odd = try line(
            Telling.renewed(1, Telling.data { $0.others = [ForgedJSON.Member("price", 9_007_199_254_740_993)] })
        )
        #expect((odd.payload("transaction")?["price"] as? NSNumber)?.int64Value == 9_007_199_254_740_993)
    }

    @Test func aRecordSignedInTheFutureIsTaken() throws {
        #expect(try line(Telling.renewed(1).with { $0.signedDate = "2027-06-01" }).judgement.hasPrefix("rejected"))
        let late = Telling.renewed(1, Telling.data(signed: "2027-06-01")).with { $0.signedDate = "2027-06-01" }
        let payload = try forge.signedPayload(late)
        try bench.folder.write("input", itemLines([payload]))
        #expect(try bench.verify(["input"]).lines.map(\.verdict) == ["accepted"])
    }

    @Test func datesAtTheEndsOfTheNumbersEndNoRun() throws {
        let ends: [Int64] = [.max, .min, .max - 1, 0, -1]
        var number = 0
        var payloads: [String] = []
        for end in ends {
            let moment = Moment(milliseconds: end)
            let changes: [(inout ForgedTransaction) -> Void] = [
                { $0.purchaseDate = moment }, { $0.expiresDate = moment },
                {
                    $0.purchaseDate = moment
                    $0.expiresDate = moment
                }, { $0.revocationDate = moment }, { $0.originalPurchaseDate = moment },
            ]
            for change in changes {
                number += 1
                let original = "30000000000\(1000 + number)"
                let data = Telling.data(transaction: original, original: original, change)
                    .with { data in
                        data.renewal = .fields(
                            Telling.renewal(original: original).with {
                                $0.renewalDate = moment
                                $0.gracePeriodExpiresDate = moment
                                $0.isInBillingRetryPeriod = true
                            }
                        )
                        data.status = Int64(number % 5 + 1)
                    }
                let type = ["DID_RENEW", "EXPIRED", "DID_FAIL_TO_RENEW", "REFUND", "RENEWAL_EXTENDED"][number % 5]
                payloads.append(try forge.signedPayload(Telling.renewed(number, data).with { $0.type = type }))
            }
        }
        try bench.folder.write("input", itemLines(payloads))
        for instant in ends {
            let summary = try bench.reconcile(["input"], options: { $0.asOf = instant })
            #expect(summary.text.hasSuffix("\n"))
        }
        #expect(try bench.rows("notifications").count == number)
        let reader = try LedgerReader(path: bench.path("ledger"))
        for number in 1...number {
            for instant in [nil, Int64.max, .min] {
                let story = try reader.explain("30000000000\(1000 + number)", asOf: instant, knownBy: instant)
                #expect(!story.text.isEmpty && !story.json.isEmpty)
            }
        }
    }

    // MARK: - Ids (33, 34, 35)

    @Test func largeIdsStayApartAndZerosLead() throws {
        let ids = ["504319184420155588", "504319184420155589", "00504319184420155589"]
        let payloads = try ids.enumerated().map { number, id in
            try forge.signedPayload(Telling.renewed(number + 1, Telling.data(transaction: id, original: id)))
        }
        try bench.folder.write("input", itemLines(payloads))
        #expect(try bench.reconcile(["input"]).counts.new == 3)
        let known = try bench.rows("subscriptions").compactMap { $0["original_transaction_id"]?.text }
        #expect(Set(known) == Set(ids))
        let bare = Telling.data {
            $0.originalTransactionId = nil
            $0.others = [ForgedJSON.Member("originalTransactionId", 504_319_184_420_155_588)]
        }
        let line = try line(Telling.renewed(9, bare))
        #expect(line.reason == "inner-rejected")
        #expect(line.detail?.contains("wrong-field-type") == true)
    }

    @Test(arguments: ["", "not-a-uuid", "3F2504E0-4F89-11D3-9A0C-0305E82C3301"])
    func anOddAccountTokenSinksNoRecord(token: String) throws {
        let payload = try forge.signedPayload(Telling.renewed(1, Telling.data { $0.appAccountToken = token }))
        try bench.folder.write("input", itemLines([payload]))
        #expect(try bench.verify(["input"]).lines.map(\.verdict) == ["accepted"])
        #expect(try bench.reconcile(["input"]).counts.new == 1)
        #expect(try bench.rows("current_entitlements").map { $0["state"]?.text } == ["active"])
    }

    @Test func letterCaseOfAnIdentityDoesNotMatter() throws {
        let lower = "aabbccdd-0000-4000-8000-00000000000a"
        let payloads = try [lower, lower.uppercased()].map { uuid in
            try forge.signedPayload(Telling.renewed(1).with { $0.uuid = uuid })
        }
        try bench.folder.write("input", itemLines(payloads))
        let (lines, summary, _) = try bench.verify(["input"])
        #expect(summary.counts.new == 1)
        #expect(lines.map(\.verdict) == ["accepted", "duplicate"])
        #expect(Set(lines.map { $0.text("notificationUUID") }) == [lower])
        // The payloads' bytes differ, so the second counts as a content of its own.
        try bench.reconcile(["input"])
        #expect(try bench.rows("notifications").map { $0["notification_uuid"]?.text } == [lower])
        let story = try LedgerReader(path: bench.path("ledger")).explain(lower.uppercased(), asOf: nil, knownBy: nil)
        #expect(!story.text.isEmpty)
    }
}
