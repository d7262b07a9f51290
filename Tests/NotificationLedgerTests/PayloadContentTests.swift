import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import Testing

/// What may stand in a properly signed payload, and what is made of it.
struct PayloadContentTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    private func verify(_ notifications: ForgedNotification...) throws -> [VerdictLine] {
        let payloads = try notifications.map { try forge.signedPayload($0, signedAt: "2024-03-05 10:15") }
        try bench.folder.write("input", itemLines(payloads))
        return try bench.verify(["input"], includesPayload: true).lines
    }

    private func reconcile(_ notifications: [ForgedNotification], into ledger: String = "ledger") throws -> RunSummary {
        let payloads = try notifications.map { try forge.signedPayload($0, signedAt: "2024-03-05 10:15") }
        try bench.folder.write("\(ledger).input", itemLines(payloads))
        return try bench.reconcile(["\(ledger).input"], into: ledger)
    }

    private func transaction(_ change: (inout ForgedTransaction) -> Void) -> ForgedNotification {
        Telling.renewed(1, Telling.data(change))
    }

    // MARK: - Types and values (22, 23, 24)

    @Test(arguments: ["FUTURE_THING", "did_renew", "DID_RENEW ", "REFUND_REVERSAL"])
    func unknownTypesAreKeptAndChangeNothing(type: String) throws {
        let lines = try verify(Telling.renewed(1).with { $0.type = type })
        #expect(lines.map(\.verdict) == ["accepted"])
        #expect(lines.first?.text("notificationType") == type)
        #expect(lines.first?.notes.contains("unknown-type") == true)
        #expect(lines.first?.text("event") == nil)
    }

    @Test func reversedRefundsAreKnown() throws {
        let lines = try verify(Telling.renewed(1).with { $0.type = "REFUND_REVERSED" })
        #expect(lines.first?.notes == [])
        #expect(lines.first?.text("event") != nil)
    }

    @Test func newerSubtypesAndMembersOfTokensAreTaken() throws {
        let token: ForgedJSON = [
            "externalPurchaseId": "b2158121-7af9-49d4-9561-1f588205523e", "tokenCreationDate": 1_709_633_700_000,
            "appAppleId": 6_400_000_001, "bundleId": .string(Telling.app), "tokenType": "SERVICES",
            "tokenExpirationDate": 1_709_893_700_000,
        ]
        for subtype in ["CREATED", "UNREPORTED", "ACTIVE_TOKEN_REMINDER", "SOMETHING_NEW"] {
            let lines = try verify(
                ForgedNotification(
                    "EXTERNAL_PURCHASE_TOKEN",
                    subtype,
                    uuid: Telling.uuid(1),
                    signedDate: "2024-03-05 10:15",
                    content: .other("externalPurchaseToken", token)
                )
            )
            #expect(lines.map(\.verdict) == ["accepted"], "\(subtype)")
            #expect(lines.first?.text("subtype") == subtype)
            #expect(lines.first?.text("bundleId") == Telling.app)
        }
    }

    @Test(arguments: [
        "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Rental",
    ]) func productTypesAreTextWithSpaces(type: String) throws {
        let line = try #require(try verify(transaction { $0.type = type }).first)
        #expect(line.verdict == "accepted")
        #expect(line.payload("transaction")?["type"] as? String == type)
        #expect(line.notes.contains("unknown-value") == (type == "Rental"))
    }

    // MARK: - Absent is not zero (25)

    @Test func absentZeroAndFalseAreThreeThings() throws {
        let cases: [(name: String, change: (inout ForgedTransaction) -> Void, isRevoked: Bool)] = [
            ("absent", { _ in }, false),
            (
                "whole",
                {
                    $0.revocationDate = "2024-03-05 10:10"
                    $0.revocationReason = 0
                }, true
            ), ("reason alone", { $0.revocationReason = 0 }, false),
        ]
        for one in cases {
            let ledger = one.name.replacing(" ", with: "-")
            #expect(try reconcile([transaction(one.change)], into: ledger).counts.new == 1)
            let row = try #require(try bench.rows("transaction_snapshots", of: ledger).first)
            #expect((row["revocation_reason"]?.number == 0) == (one.name != "absent"), "\(one.name)")
            let states = try bench.rows("current_entitlements", of: ledger).compactMap { $0["state"]?.text }
            #expect(states == [one.isRevoked ? "revoked" : "active"], "\(one.name)")
            #expect(try bench.rows("revocations", of: ledger).isEmpty == !one.isRevoked, "\(one.name)")
        }
    }

    // MARK: - No subscription behind it (20, 26, 27)

    @Test func aConsumableIsNoSubscription() throws {
        let charge = Telling.renewed(
            1,
            Telling.data {
                $0.type = "Consumable"
                $0.quantity = 3
                $0.expiresDate = nil
                $0.originalTransactionId = $0.transactionId
            }
            .with { $0.status = nil }
        )
        .with { $0.type = "ONE_TIME_CHARGE" }
        let summary = try reconcile([charge])
        #expect(summary.counts.new == 1)
        #expect(summary.counts.byNote.isEmpty)
        #expect(try bench.rows("subscriptions").isEmpty)
        #expect(try bench.rows("discrepancies").isEmpty)
        #expect(try bench.rows("transactions").first?["quantity"]?.number == 3)
    }

    @Test func noticesWithoutATransactionAreTaken() throws {
        let identity = ForgedData {
            $0.environment = "Sandbox"
            $0.bundleId = Telling.app
            $0.appAppleId = Telling.appAppleId
        }
        let summaryObject: ForgedJSON = [
            "requestIdentifier": "9c2e3cff-bc20-4e89-8137-5cd475d36687", "environment": "Production",
            "appAppleId": 6_400_000_001, "bundleId": .string(Telling.app), "productId": "meadow.monthly",
            "storefrontCountryCodes": ["DEU"], "succeededCount": 5_000_000_000, "failedCount": 2,
        ]
        func told(
            _ type: String,
            _ subtype: String?,
            _ number: Int,
            _ content: ForgedNotification.Content
        ) -> ForgedNotification {
            ForgedNotification(
                type,
                subtype,
                uuid: Telling.uuid(number),
                signedDate: "2024-03-05 10:15",
                content: content
            )
        }
        let token = ForgedNotification.Content.other(
            "externalPurchaseToken",
            ["externalPurchaseId": "SANDBOX_b2158121", "bundleId": .string(Telling.app)]
        )
        let appData = ForgedNotification.Content.appData(
            ForgedAppData {
                $0.appAppleId = Telling.appAppleId
                $0.bundleId = Telling.app
                $0.environment = "Production"
                $0.appTransaction = .text(
                    """
                    {"appTransactionId":"704897469903383919","bundleId":"\(Telling.app)","receiptType":"Production",\
                    "receiptCreationDate":1709633700000}
                    """
                )
            }
        )
        let notices = [
            told("TEST", nil, 1, .data(identity)),
            told("RENEWAL_EXTENSION", "SUMMARY", 2, .other("summary", summaryObject)),
            told("RENEWAL_EXTENSION", "FAILURE", 3, .data(identity)),
            told("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", 4, token), told("RESCIND_CONSENT", nil, 5, appData),
        ]
        let summary = try reconcile(notices)
        #expect(summary.counts.new == 5)
        #expect(summary.counts.rejectedByReason == [:])
        #expect(summary.counts.byNote == [:])
        #expect(try bench.rows("subscriptions").isEmpty)
        #expect(try bench.rows("extension_summaries").first?["succeeded_count"]?.number == 5_000_000_000)
        #expect(try bench.rows("consents").count == 1)
        let policy = try bench.verify(["ledger.input"]) { $0.policy.bundleIds = [Telling.app] }
        #expect(policy.lines.map(\.verdict) == Array(repeating: "accepted", count: 5))
    }

    @Test func aSpoiltAppTransactionRefusesTheWithdrawal() throws {
        let spoilt = try forge.spoilt(Telling.renewed(2))
        let notice = ForgedNotification(
            "RESCIND_CONSENT",
            uuid: Telling.uuid(1),
            signedDate: "2024-03-05 10:15",
            content: .appData(
                ForgedAppData {
                    $0.bundleId = Telling.app
                    $0.environment = "Production"
                    $0.appTransaction = .verbatim(spoilt)
                }
            )
        )
        #expect(try verify(notice).map(\.reason) == ["inner-rejected"])
    }

    @Test func nothingUnaccountedFor() throws {
        var payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
        payloads.append(payloads[0])
        payloads.append(try forge.spoilt(Telling.renewed(7)))
        let identity = ForgedData { $0.bundleId = Telling.app }
        for (number, type) in [(8, "TEST"), (9, "RENEWAL_EXTENSION")] {
            let told = ForgedNotification(
                type,
                uuid: Telling.uuid(number),
                signedDate: "2024-03-05 10:15",
                content: .data(identity)
            )
            payloads.append(try forge.signedPayload(told))
        }
        try bench.folder.write("ten", page(payloads))
        let counts = try bench.reconcile(["ten"]).counts
        #expect((counts.recordsIn, counts.new, counts.duplicate, counts.rejected) == (10, 8, 1, 1))
    }

    // MARK: - Inner parts

    @Test func everyInnerSignatureIsChecked() throws {
        guard case .fields(let told) = Telling.data().transaction else { return }
        let signer = forge.signer(at: "2024-03-05 10:15")
        func spoil(_ jws: String) -> String {
            String(jws.dropLast(40)) + (jws.suffix(40).first == "A" ? "B" : "A") + jws.suffix(39)
        }
        let stranger = try Forge().signer(at: "2024-03-05 10:15")
        let badTransactions = [spoil(try signer.sign(told.json)), try stranger.sign(told.json), "x.y.z", ""]
        for bad in badTransactions {
            let line = try verify(Telling.renewed(1, Telling.data().with { $0.transaction = .verbatim(bad) })).first
            #expect(line?.reason == "inner-rejected")
            #expect(line?.detail?.contains("signedTransactionInfo") == true)
        }
        for bad in [spoil(try signer.sign(Telling.renewal().json)), try stranger.sign(Telling.renewal().json)] {
            let line = try verify(Telling.renewed(1, Telling.data().with { $0.renewal = .verbatim(bad) })).first
            #expect(line?.reason == "inner-rejected")
            #expect(line?.detail?.contains("signedRenewalInfo") == true)
        }
        let both = Telling.data().with { $0.renewal = .fields(Telling.renewal()) }
        #expect(try verify(Telling.renewed(1, both)).map(\.verdict) == ["accepted"])
        let null = Telling.data().with { $0.renewal = .text("null") }
        #expect(try verify(Telling.renewed(1, null)).map(\.verdict) == ["accepted"])
    }

    @Test func anInnerPartIsJudgedAtItsOwnInstant() throws {
        let late = Telling.data { $0.signedDate = "2024-03-05 10:15" }
        guard case .fields(let told) = late.transaction else { return }
        let old = try forge.authority.signer(.leaf(serial: 7, from: "2022-01-01", until: "2024-01-01"))
        let expired = late.with { $0.transaction = .verbatim((try? old.sign(told.json)) ?? "") }
        #expect(try verify(Telling.renewed(1, expired)).map(\.reason) == ["inner-rejected"])
        let inTime = told.with { $0.signedDate = "2023-06-01" }
        let kept = late.with { $0.transaction = .verbatim((try? old.sign(inTime.json)) ?? "") }
        #expect(try verify(Telling.renewed(1, kept)).map(\.verdict) == ["accepted"])
    }

    @Test func everyRecordIsHeldAgainstTheDatesOfItsCertificates() throws {
        let signer = try forge.authority.signer(.leaf(serial: 6, from: "2024-01-01", until: "2024-06-01 12:00:00"))
        let instants: [(signed: Moment, verdict: String)] = [
            ("2024-03-01", "accepted"), ("2024-06-01 12:00:01", "rejected"), ("2024-06-01 12:00:00", "accepted"),
            ("2023-12-31 23:59:59", "rejected"), ("2024-01-01", "accepted"), ("2026-01-01", "rejected"),
        ]
        let payloads = try instants.enumerated().map { number, instant in
            try Telling.renewed(number, ForgedData { $0.bundleId = Telling.app })
                .with { $0.signedDate = instant.signed }
                .signedPayload(by: signer)
        }
        try bench.folder.write("input", itemLines(payloads))
        #expect(try bench.verify(["input"]).lines.map(\.verdict) == instants.map(\.verdict))
        try bench.folder.write("back", itemLines(payloads.reversed()))
        #expect(try bench.verify(["back"], jobs: 2).lines.map(\.verdict) == instants.reversed().map(\.verdict))
    }

    // MARK: - Unknown members (36)

    @Test func unknownNestedMembersAreKeptAndHarmless() throws {
        let line = try #require(
            try verify(
                transaction {
                    $0.commitmentInfo = ["billingPeriodNumber": 1, "unheardOf": ["a": [[], [:]]]]
                    $0.billingPlanType = "MONTHLY"
                    $0.advancedCommerceInfo = ["items": [["SKU": "x", "later": 1]]]
                    $0.others = [ForgedJSON.Member("x9", .verbatim("[[],{}]"))]
                }
            )
            .first
        )
        #expect(line.verdict == "accepted")
        let unknown = line.payload("transaction")?["unknownMembers"] as? [String: Any]
        #expect(unknown?["x9"] != nil)
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let refused = try verify(transaction { $0.others = [ForgedJSON.Member("x9", .verbatim(deep))] })
        #expect(refused.map(\.verdict) == ["rejected"])
    }
}
