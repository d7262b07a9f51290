import CorpusForge
import Foundation
import NotificationLedger
import Testing

/// What grants come to, each against a purchase that is easy to foresee; the audit's instant is 10 March 2024.
struct AuditScenarioTests {
    private static let instant = Instant.parse("2024-03-10T00:00:00Z") ?? 0
    private static let token = "7DD9C712-67fb-4abd-9516-3EEF25BD7B13"
    /// An account whose only known purchase was refunded.
    private static let refundedToken = "11111111-2222-4333-8444-555555555555"
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        let payloads = try Self.history.map { try forge.signedPayload($0, signedAt: "2024-03-05 10:15") }
        try bench.folder.write("input", itemLines(payloads))
        try bench.reconcile(["input"])
    }

    // MARK: - The purchases

    private static func bought(
        _ number: Int,
        type: String = "SUBSCRIBED",
        from: Moment = "2024-03-05 10:00",
        signed: Moment = "2024-03-05 10:15",
        environment: String = "Production",
        renewal: ForgedRenewal? = nil,
        _ change: (inout ForgedTransaction) -> Void = { _ in }
    ) -> ForgedNotification {
        var data = Telling.data(
            transaction: "\(number)",
            original: "\(number)",
            from: from,
            signed: signed,
            environment: environment
        ) {
            $0.originalPurchaseDate = from
            $0.price = 9_990
            $0.currency = "EUR"
            change(&$0)
        }
        data.status = nil
        data.renewal = renewal.map { .fields($0) }
        return ForgedNotification(type, uuid: Telling.uuid(number), signedDate: signed, content: .data(data))
    }

    private static func refunded(
        _ number: Int,
        _ change: @escaping (inout ForgedTransaction) -> Void = { _ in }
    ) -> [ForgedNotification] {
        [
            bought(number, change),
            bought(number, type: "REFUND", signed: "2024-03-06 12:00") {
                change(&$0)
                $0.revocationDate = "2024-03-06 11:00"
                $0.revocationReason = 0
                $0.revocationType = "REFUND_FULL"
                $0.revocationPercentage = 100_000
            }.with { $0.uuid = Telling.uuid(number + 1000) },
        ]
    }

    private static let history: [ForgedNotification] =
        [
            bought(101),
            bought(103, environment: "Sandbox"),
            bought(104) { $0.appTransactionId = "900" },
            ForgedNotification(
                "RESCIND_CONSENT",
                uuid: Telling.uuid(904),
                signedDate: "2024-03-07 09:00",
                content: .appData(
                    ForgedAppData {
                        $0.environment = "Production"
                        $0.appAppleId = Telling.appAppleId
                        $0.bundleId = Telling.app
                        $0.appTransaction = .fields(
                            ForgedAppTransaction {
                                $0.receiptType = "Production"
                                $0.appAppleId = Telling.appAppleId
                                $0.bundleId = Telling.app
                                $0.appTransactionId = "900"
                                $0.receiptCreationDate = "2024-03-07 09:00"
                            }
                        )
                    }
                )
            ),
            bought(105) { $0.inAppOwnershipType = "FAMILY_SHARED" },
            bought(106) { $0.appAccountToken = token },
            // Its period ended in February with auto-renew on, and nothing was heard since.
            bought(
                108,
                from: "2024-01-05 10:00",
                signed: "2024-01-05 10:15",
                renewal: Telling.renewal(original: "108", signed: "2024-01-05 10:15")
            ),
            bought(109, from: "2024-02-20 10:00") {
                $0.type = "Non-Renewing Subscription"
                $0.productId = "meadow.pass"
                $0.expiresDate = nil
            },
            bought(110) {
                $0.type = "Non-Consumable"
                $0.productId = "meadow.map"
                $0.expiresDate = nil
            },
            bought(111, from: "2024-02-04 10:00", signed: "2024-02-04 10:15"),
            bought(
                111,
                type: "DID_FAIL_TO_RENEW",
                from: "2024-02-04 10:00",
                signed: "2024-03-05 10:05",
                renewal: ForgedRenewal {
                    $0.originalTransactionId = "111"
                    $0.productId = "meadow.monthly"
                    $0.autoRenewProductId = "meadow.monthly"
                    $0.autoRenewStatus = 1
                    $0.isInBillingRetryPeriod = true
                    $0.gracePeriodExpiresDate = "2024-03-21 10:00"
                    $0.signedDate = "2024-03-05 10:05"
                    $0.environment = "Production"
                }
            ).with {
                $0.subtype = "GRACE_PERIOD"
                $0.uuid = Telling.uuid(1111)
            },
        ] + refunded(102)
        + refunded(107) {
            $0.appAccountToken = token
            $0.productId = "meadow.gold"
        }
        + refunded(114) {
            $0.appAccountToken = refundedToken
            $0.appTransactionId = "914"
            $0.productId = "meadow.gold"
        }
        + refunded(113) {
            $0.type = "Consumable"
            $0.productId = "meadow.coins"
            $0.expiresDate = nil
        }

    // MARK: - Asking

    private struct Told {
        let findings: [[String: Any]]
        let summary: AuditSummary

        /// The class of every row, in order.
        var classes: [String] { findings.filter { $0["row"] is Int }.compactMap { $0["class"] as? String } }
        /// The purchases that no row mentions.
        var unmentioned: [String] {
            findings.filter { $0["class"] as? String == "unknown-to-you" }
                .compactMap { $0["originalTransactionId"] as? String }
        }
    }

    private func audit(_ text: String, _ change: (inout AuditOptions) -> Void = { _ in }) throws -> Told {
        let path = try bench.folder.write(UUID().uuidString, text)
        var options = AuditOptions(ledger: bench.path("ledger"), entitlements: path)
        options.findingsFormat = .jsonl
        options.only = Set(AuditClass.allCases)
        options.asOf = Self.instant
        change(&options)
        var bytes: [UInt8] = []
        let summary = try AuditRun(options) { bytes += $0 }.run()
        let findings = try bytes.split(separator: 0x0A).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
        #expect(summary.addsUp)
        for auditClass in AuditClass.allCases {
            let told = findings.filter { $0["class"] as? String == auditClass.rawValue }.count
            #expect(told == summary.counts[auditClass, default: 0], "\(auditClass)")
        }
        return Told(findings: findings, summary: summary)
    }

    private static let end = "2024-04-04T10:00:00Z"

    // MARK: - One class after another

    @Test(arguments: [
        ("101,,,true", "agrees"), ("101,meadow.monthly,2024-04-04T10:00:00Z,", "agrees"),
        ("101,,2024-04-04T10:59:59Z,", "agrees"), ("101,,2024-04-04T11:00:01Z,", "wrong-expiry"),
        ("101,,2024-04-04T08:59:59Z,t", "wrong-expiry"), ("101,,infinity,", "wrong-expiry"),
        // Without a word of its own, a row whose expiry has passed grants nothing.
        ("101,,2024-03-01T00:00:00Z,", "wrong-expiry"), ("101,,,0", "denied"),
        ("101,meadow.gold,,yes", "wrong-product"), ("101,meadow.gold,,no", "agrees"),
        ("102,meadow.monthly,,", "leak"), ("102,,,false", "agrees"), ("102,,2024-03-09,", "agrees"),
        ("102,,2024-03-09,true", "leak"),
        ("103,,,", "sandbox-only"), ("103,,,no", "agrees"), ("103,,2024-03-01T00:00:00Z,", "agrees"),
        ("104,,,", "consent-withdrawn"), ("104,,,false", "consent-withdrawn"),
        ("108,,,", "unconfirmed"), ("108,meadow.gold,,true", "unconfirmed"), ("108,,,false", "unconfirmed"),
        ("109,,,", "unconfirmed"), ("109,,,no", "unconfirmed"),
        ("110,meadow.map,,", "agrees"), ("110,meadow.map,2099-12-31,", "agrees"), ("110,,2024-12-31,", "wrong-expiry"),
        ("111,,2024-03-21T10:00:00Z,", "agrees"), ("111,,2024-03-05T10:00:00Z,true", "agrees"), ("111,,,f", "denied"),
        ("113,,,", "leak"), ("999,,,", "unknown-to-ledger"), ("999,,,false", "unconfirmed"),
        ("999,,2024-03-01T00:00:00Z,", "unconfirmed"), ("999,,2024-03-11T00:00:00Z,", "unknown-to-ledger"),
        (",meadow.monthly,,", "unusable"), ("101,,soon,", "unusable"), ("101,,,perhaps", "unusable"),
        ("101,", "unusable"),
    ])
    func aRowHasOneClass(row: String, expected: String) throws {
        let told = try audit("originalTransactionId,product,expires,active\n\(row)\n")
        #expect(told.classes == [expected])
    }

    @Test func aLeakTellsSinceWhenAndTheMoney() throws {
        let finding = try #require(try audit("originalTransactionId\n102\n").findings.first)
        #expect(finding["state"] as? String == "revoked")
        #expect(finding["cause"] as? String == "refund-full")
        #expect(finding["revocationKind"] as? String == "refund-full")
        #expect(finding["since"] as? Int64 == Instant.parse("2024-03-06T11:00:00Z"))
        #expect(finding["refund"] as? String == "9.99")
        #expect(finding["currency"] as? String == "EUR")
    }

    /// Two rows of one purchase are two leaks, but the money went once.
    @Test func moneyIsCountedOnce() throws {
        let summary = try audit("originalTransactionId\n102\n102\n107\n").summary
        #expect(summary.counts[.leak] == 3)
        #expect(summary.refunded == [AuditSummary.Refunded(currency: "EUR", amount: "19.98", purchases: 2)])
    }

    @Test func graceMayDeny() throws {
        let rows = "originalTransactionId,active\n111,true\n111,false\n"
        #expect(try audit(rows).classes == ["agrees", "denied"])
        #expect(try audit(rows) { $0.grace = .denies }.classes == ["leak", "agrees"])
    }

    @Test func theToleranceDecidesAboutExpiries() throws {
        let rows = "originalTransactionId,expires\n101,2024-04-06T10:00:00Z\n"
        #expect(try audit(rows).classes == ["wrong-expiry"])
        #expect(try audit(rows) { $0.tolerance = CalendarDuration(milliseconds: 172_800_000) }.classes == ["agrees"])
    }

    @Test func anEndThatNobodyToldIsNotNever() throws {
        let finding = try #require(try audit("originalTransactionId\n109\n").findings.first)
        #expect(finding["state"] as? String == "active")
        #expect(finding["ledgerExpires"] is NSNull)
    }

    /// The audit's instant may lie between two expiries that count as equal.
    @Test func theToleranceHoldsAtTheEndOfThePeriod() throws {
        let rows = "originalTransactionId,expires\n101,2024-04-04T09:59:00Z\n101,2024-04-04T08:59:00Z\n"
        let told = try audit(rows) { $0.asOf = Instant.parse("2024-04-04T09:59:30Z") }
        #expect(told.classes == ["agrees", "wrong-expiry"])
    }

    /// Without an own instant, a grant of what the ledger does not know has ended if it has at every app's horizon.
    @Test func anEndedGrantOfSomethingUnknownGrantsNothing() throws {
        let rows = "originalTransactionId,expires\n999,2024-03-01T00:00:00Z\n999,2024-03-08T00:00:00Z\n"
        #expect(try audit(rows) { $0.asOf = nil }.classes == ["unconfirmed", "unknown-to-ledger"])
    }

    // MARK: - Ids

    @Test func anAccountIsEntitledIfAnyOfItsPurchasesIs() throws {
        let told = try audit(
            "app_account_token,product_id,active\n\(Self.token.lowercased()),,\n\(Self.token),meadow.monthly,\n"
                + "\(Self.token),meadow.gold,\n\(Self.token),meadow.silver,\n\(Self.token),meadow.gold,no\n"
        )
        #expect(told.classes == ["agrees", "agrees", "leak", "wrong-product", "agrees"])
        #expect(!told.unmentioned.contains("106"))
    }

    /// What an account lost says nothing of another product, which it may have bought without its token; nor does its
    /// money belong to that grant.
    @Test(arguments: [("appAccountToken", refundedToken), ("appTransactionId", "914")])
    func anAccountsRefundIsNoLeakOfAnotherProduct(column: String, id: String) throws {
        let told = try audit(
            "\(column),product,active\n\(id),meadow.silver,\n\(id),meadow.gold,\n\(id),,\n\(id),meadow.silver,no\n"
        )
        #expect(told.classes == ["wrong-product", "leak", "leak", "agrees"])
        #expect(
            (told.findings[0]["detail"] as? String)?.hasPrefix(
                "granted meadow.silver, but its ids lead to no such purchase: revoked with meadow.gold (refund-full)"
            ) == true
        )
        #expect(told.summary.refunded == [AuditSummary.Refunded(currency: "EUR", amount: "9.99", purchases: 1)])
        let alone = try audit("\(column),product\n\(id),meadow.silver\n")
        #expect(alone.summary.refunded.isEmpty)
        // The purchase's own id leaves no doubt which one is meant.
        #expect(try audit("originalTransactionId,product\n114,meadow.silver\n").classes == ["leak"])
    }

    @Test(arguments: [
        ("originalTransactionId", "4.1E+14"), ("transactionId", "4.10123E+14"), ("appTransactionId", "7E17"),
        ("originalTransactionId", "\"4,1E+14\""), ("originalTransactionId", "410000000000001.0"),
        ("transactionId", "4.1e14"),
    ])
    func anIDThatWentThroughASpreadsheetIsUnusable(column: String, id: String) throws {
        let told = try audit("\(column),appAccountToken\n\(id),\(Self.token)\n")
        #expect(told.classes == ["unusable"])
        let reason = try #require(told.summary.unusableByReason.keys.first)
        #expect(reason.contains("4.1E+14") && reason.contains("export the column as text"))
    }

    @Test(arguments: ["4.1E", "E14", "4..1", "4.", "1E+", "x1.5", "1.5x"])
    func otherTextsAreIDs(id: String) throws {
        #expect(try audit("originalTransactionId\n\(id)\n").classes == ["unknown-to-ledger"])
    }

    @Test func aJSONNumberKeepsItsDigits() throws {
        #expect(
            try audit("{\"originalTransactionId\":1.01e2}\n{\"originalTransactionId\":\"1.01e2\"}\n").classes == [
                "agrees", "unusable",
            ]
        )
    }

    @Test func anAccountsGrantOfOneProductDoesNotMentionAnother() throws {
        let told = try audit("app_account_token,product_id\n\(Self.token),meadow.gold\n")
        #expect(told.unmentioned.contains("106"))
    }

    @Test func theFirstKnownIdDecides() throws {
        let told = try audit(
            "appTransactionId,transactionId,originalTransactionId\n900,,999\n,102,999\n900,102,101\n"
        )
        #expect(told.classes == ["consent-withdrawn", "leak", "agrees"])
        #expect(
            told.findings.prefix(3).map { $0["idColumn"] as? String } == [
                "appTransactionId", "transactionId", "originalTransactionId",
            ]
        )
    }

    @Test func theTokenOfZerosIsNoID() throws {
        let told = try audit("appAccountToken\n00000000-0000-0000-0000-000000000000\n")
        #expect(told.classes == ["unusable"])
    }

    // MARK: - Shared purchases

    @Test func onePurchaseForTwoAccounts() throws {
        let told = try audit("originalTransactionId,account\n101,ann\n101,ann\n101,bea\n110,bea\n101,cid\n")
        #expect(told.classes == ["agrees", "agrees", "shared-purchase", "agrees", "shared-purchase"])
        #expect(told.findings[2]["firstRow"] as? Int == 1)
    }

    @Test func aSharedPurchaseCountedAsBought() throws {
        let told = try audit("originalTransactionId,ownership\n105,PURCHASED\n105,FAMILY_SHARED\n101,purchased\n105,\n")
        #expect(told.classes == ["shared-purchase", "agrees", "agrees", "agrees"])
    }

    // MARK: - Products

    @Test func levelsAreComparedInsteadOfProducts() throws {
        let products = try bench.folder.write(
            "products.csv",
            "product_id,access_level,duration\nmeadow.monthly,basic,\nmeadow.basic.yearly,basic,\nmeadow.pass,pass,P30D\n"
        )
        let rows = "originalTransactionId,product\n101,meadow.basic.yearly\n101,basic\n101,gold\n109,pass\n"
        #expect(try audit(rows).classes == ["wrong-product", "wrong-product", "wrong-product", "unconfirmed"])
        let told = try audit(rows) { $0.products = products }
        #expect(told.classes == ["agrees", "agrees", "wrong-product", "agrees"])
    }

    @Test func aDurationGivesAnEnd() throws {
        let products = try bench.folder.write(
            "products.jsonl",
            #"{"productId":"meadow.pass","level":"pass","duration":"P30D"}"#
        )
        let rows = "originalTransactionId,expires,active\n109,2024-03-21T10:00:00Z,\n109,2024-03-25,\n109,,no\n"
        #expect(try audit(rows) { $0.products = products }.classes == ["agrees", "wrong-expiry", "denied"])
        let later = try audit(rows) {
            $0.products = products
            $0.asOf = Instant.parse("2024-03-22")
        }
        #expect(later.classes == ["agrees", "leak", "agrees"])
        #expect(later.findings[1]["cause"] as? String == "duration-over")
    }

    // MARK: - What no grant mentions

    @Test func whatNoGrantMentions() throws {
        let all = ["101", "104", "105", "106", "110", "111"]
        #expect(try audit("originalTransactionId\n999\n").unmentioned == all)
        let told = try audit("originalTransactionId,active\n101,\n104,no\n105,false\n110,\n111,true\n102,\n")
        #expect(told.unmentioned == ["106"])
        #expect(try audit("originalTransactionId\n999\n") { $0.environment = .sandbox }.unmentioned == ["103"])
        #expect(try audit("originalTransactionId\n999\n") { $0.environment = .any }.unmentioned == all + ["103"])
        #expect(try audit("originalTransactionId\n999\n") { $0.bundleIds = ["other"] }.unmentioned == [])
    }

    // MARK: - Rows left out

    @Test func environmentsAndApps() throws {
        let rows =
            "originalTransactionId,environment,bundle_id\n103,sandbox,\n103,,\n101,PROD,com.example.meadow\n101,,other\n"
        #expect(try audit(rows).classes == ["agrees", "sandbox-only", "agrees", "unknown-to-ledger"])
        let production = try audit(rows) { $0.environment = .production }
        #expect(production.classes == ["sandbox-only", "agrees", "unknown-to-ledger"])
        #expect(production.summary.filtered == 1)
        #expect(
            try audit(rows) { $0.environment = .any }.classes == ["agrees", "agrees", "agrees", "unknown-to-ledger"]
        )
        let sandbox = try audit(rows) { $0.environment = .sandbox }
        #expect(sandbox.classes == ["agrees", "agrees", "unknown-to-ledger"])
        #expect(try audit(rows) { $0.bundleIds = ["com.example.meadow"] }.summary.filtered == 1)
    }

    /// A list of several apps may have no column that names them; then the id tells.
    @Test func anIDOfAnotherAppIsLeftOut() throws {
        let told = try audit("originalTransactionId\n101\n102\n999\n") { $0.bundleIds = ["other"] }
        #expect(told.classes == ["unknown-to-ledger"])
        #expect(told.summary.filtered == 2)
        #expect(told.summary.instants.isEmpty)
    }

    @Test func aRowOfAQueryHasTheSameBound() throws {
        #expect {
            _ = try audit("") {
                $0.entitlements = $0.ledger
                $0.query = "SELECT 101 AS original_transaction_id, zeroblob(2000000) AS account"
            }
        } throws: { error in
            (error as? LedgerRunError)?.message.contains("row 1: longer than 1048576 bytes") == true
        }
    }

    /// SQLite must not make a huge value first; what is not asked for may be there.
    @Test(arguments: ["length(hex(zeroblob(600000)))", "zeroblob(1900000000)", "group_concat(hex(zeroblob(400000)))"])
    func aHugeValueInAQueryIsNeverMade(value: String) throws {
        #expect {
            _ = try audit("") {
                $0.entitlements = $0.ledger
                $0.query = "SELECT 101 AS original_transaction_id, \(value) AS account FROM meta"
            }
        } throws: { error in
            (error as? LedgerRunError)?.message.contains("row 1: longer than 1048576 bytes") == true
        }
    }

    /// What was given comes out again when one apostrophe is taken from a text that a spreadsheet could take for a formula.
    @Test(arguments: [
        "ann", "=1+1", "'=1+1", "''+1", "-5", "@home", "+49", "'quoted'", "'", "a,b", "say \"hi\"", "two\nlines", "é",
    ])
    func aCellOfCSVGivesTheTextBack(account: String) throws {
        let path = try bench.folder.write(
            UUID().uuidString,
            "originalTransactionId,account\n101,\"\(account.replacing("\"", with: "\"\""))\"\n"
        )
        var options = AuditOptions(ledger: bench.path("ledger"), entitlements: path)
        options.findingsFormat = .csv
        options.only = [.agrees]
        options.asOf = Self.instant
        var bytes: [UInt8] = []
        _ = try AuditRun(options) { bytes += $0 }.run()
        let rows = try CSVTable(bytes).rows
        let header = try #require(rows.first)
        let row = try #require(rows.dropFirst().first)
        let cell = row[try #require(header.firstIndex(of: "account"))]
        #expect(CSVTable.text(of: cell) == account)
        #expect(cell?.utf8.first.map { !"=+-@\t\r".utf8.contains($0) } ?? false)
        // What is absent is no empty text.
        #expect(row[try #require(header.firstIndex(of: "refund"))] == nil)
    }

    @Test func conditionsLeaveRowsOut() throws {
        let rows = "orig,shop,kind\n101,apple,sub\n102,google,sub\n102,apple,gift\n"
        let told = try audit(rows) {
            $0.columns = ["originalTransactionId": "orig", "store": "shop"]
            $0.conditions = [.init(column: "store", value: "apple"), .init(column: "kind", value: "sub")]
        }
        #expect(told.classes == ["agrees"])
        #expect(told.summary.filtered == 2)
        #expect(told.findings.first?["row"] as? Int == 1)
    }

    @Test func jsonLinesSayTheSame() throws {
        let told = try audit(
            """
            {"originalTransactionId":101,"active":true,"expires":1712224800000}
            {"transaction_id":"102","status":1}
            {"original_transaction_id":null,"active":false}
            {"appAccountToken":"\(Self.token)"}
            """
        )
        #expect(told.classes == ["agrees", "leak", "unusable", "agrees"])
    }

    @Test(arguments: ["id,product\n1,x\n", "{\"id\":1}\n{\"id\":2}\n"])
    func aSourceThatNamesNoPurchasesIsRefused(text: String) throws {
        #expect {
            try audit(text)
        } throws: { error in
            guard let error = error as? LedgerRunError else { return false }
            return error.kind == .impossibleValue && error.message.contains("found id")
                && error.message.contains("appAccountToken")
        }
    }

    @Test func aMappedColumnMustBeThere() throws {
        for change: @Sendable (inout AuditOptions) -> Void in [
            { $0.columns = ["expires": "until"] }, { $0.conditions = [.init(column: "shop", value: "apple")] },
            { $0.columns = ["nonsense": "originalTransactionId"] },
        ] {
            #expect(throws: LedgerRunError.self) { try audit("originalTransactionId\n101\n", change) }
            #expect(throws: LedgerRunError.self) { try audit("{\"originalTransactionId\":101}\n", change) }
        }
    }

    // MARK: - Other instants

    @Test func whatWasNotKnownYetIsNotTold() throws {
        let rows = "originalTransactionId\n102\n104\n"
        let then = Instant.parse("2024-03-05T12:00:00Z")
        #expect(try audit(rows) { $0.asOf = then }.classes == ["agrees", "agrees"])
        #expect(try audit(rows) { $0.knownBy = then }.classes == ["agrees", "agrees"])
        #expect(
            try audit("originalTransactionId\n111\n") { $0.knownBy = Instant.parse("2024-03-01") }.classes == [
                "unconfirmed"
            ]
        )
        let early = try audit(rows) { $0.knownBy = Instant.parse("2024-03-01") }
        #expect(early.classes == ["unknown-to-ledger", "unknown-to-ledger"])
    }

    /// Asked at the horizon, a ledger of the past and a ledger that hides what came later say the same.
    @Test func knownByIsThePastsOwnAnswer() throws {
        let rows = "originalTransactionId\n" + (101...113).map { "\($0)\n" }.joined()
        let limit = try #require(Instant.parse("2024-03-08"))
        let now = try audit(rows) { $0.asOf = limit }
        let then = try audit(rows) {
            $0.asOf = limit
            $0.knownBy = limit
        }
        #expect(now.classes == then.classes)
        #expect(now.unmentioned == then.unmentioned)
    }

    @Test func aPurchaseThatIsNotMadeYetIsALeak() throws {
        let told = try audit("originalTransactionId\n101\n") { $0.asOf = Instant.parse("2024-03-01") }
        #expect(told.classes == ["leak"])
    }
}
