import Foundation
import Testing

/// `audit` from the outside: sources, forms of output, exit codes and messages.
struct AuditCommandTests {
    private let workshop: Workshop

    init() async throws {
        workshop = try Workshop()
        let run = try await CommandRun.storeledger(
            ["reconcile", "--quiet", "--ledger", workshop.path("ledger")] + FrozenCorpus.whole + FrozenCorpus.trust
        )
        #expect(run.exitCode == 0)
    }

    private func audit(_ source: String, _ more: [String] = [], input: String = "") async throws -> CommandRun {
        try await CommandRun.storeledger(
            ["audit", "--ledger", workshop.path("ledger"), "--entitlements", source] + more,
            input: Array(input.utf8)
        )
    }

    /// What is refunded in the corpus, what is active there, and what nobody sold.
    private static let refunded = "410023792162935"
    private static let active = "410090538045196"
    private static let list = "original_transaction_id,product\r\n\(refunded),\r\n\(active),\r\n17,=1+1\r\n,\r\n"

    /// The ledger's own word of who is entitled, as grants: nothing may differ.
    private static let ownWord = """
        SELECT original_transaction_id, product_id, until AS expires, app, environment, app_account_token
        FROM current_entitlements WHERE state = 'active' AND environment = 'Production';
        """

    @Test func theLedgersOwnWordAgrees() async throws {
        let run = try await audit(workshop.path("ledger"), ["--query", Self.ownWord, "--json"])
        #expect(run.exitCode == 0)
        let object = try run.object()
        let classes = try #require(object["classes"] as? [String: Int])
        let rows = try #require(object["rows"] as? Int)
        #expect(rows > 5)
        // What does not renew has no end in the ledger.
        #expect(classes["agrees", default: 0] + classes["unconfirmed", default: 0] == rows)
        #expect(classes["agrees", default: 0] > 3)
        #expect(classes["unknown-to-you"] == 0)
        #expect(object["differs"] as? Bool == false)
        #expect(run.errors.isEmpty)
    }

    @Test func aSourceMayBeAFileOrStandardInput() async throws {
        let path = try workshop.write("grants.csv", Self.list.utf8)
        let fromFile = try await audit(path, ["--format", "jsonl"])
        let fromInput = try await audit("-", ["--format", "jsonl"], input: Self.list)
        #expect(fromFile.exitCode == 4)
        #expect(fromFile.output == fromInput.output)
        #expect(fromFile.errorText.contains("4 = 0 filtered + 1 agrees + 1 leak + 1 unknown-to-ledger + 1 unusable"))
        let again = try await audit(path, ["--format", "jsonl"])
        #expect(again.output == fromFile.output)
        #expect(again.errors == fromFile.errors)
    }

    @Test func findingsComeInTheOrderOfRowsThenOfKeys() async throws {
        let run = try await audit("-", ["--format", "jsonl"], input: Self.list)
        let lines = try run.lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.compactMap { $0["row"] as? Int } == [1, 3, 4])
        let rest = lines.dropFirst(3)
        #expect(!rest.isEmpty && rest.allSatisfy { $0["class"] as? String == "unknown-to-you" })
        let keys = rest.map { "\($0["bundleId"] ?? "") \($0["originalTransactionId"] ?? "")" }
        #expect(keys == keys.sorted())
        #expect(Set(lines.map { $0.keys.sorted() }).count == 1)
    }

    @Test func csvIsSafeForSpreadsheets() async throws {
        let run = try await audit("-", ["--format", "csv", "--only", "unknown-to-ledger"], input: Self.list)
        #expect(run.exitCode == 4)
        let rows = run.outputText.components(separatedBy: "\r\n")
        #expect(rows.count == 3 && rows[2].isEmpty)
        #expect(rows[0].hasPrefix("row,class,idColumn,id,account,granted,product,"))
        #expect(rows[1].hasPrefix("3,unknown-to-ledger,originalTransactionId,17,,true,'=1+1,"))
        #expect(run.errorText.hasPrefix("Grants\n"))
    }

    @Test func theTableHasTheCountsBelow() async throws {
        let run = try await audit("-", ["--only", "leak"], input: Self.list)
        #expect(run.exitCode == 4)
        #expect(run.errors.isEmpty)
        #expect(run.lines.first?.contains("leak") == true)
        #expect(run.lines.first?.contains("refunded 49.99 EUR") == true)
        #expect(run.lines[1] == "Grants")
        #expect(run.outputText.contains("EUR 49.99 for 1 purchase"))
    }

    /// What is asked for decides about 4; a row that cannot be read is never silent, and the counts are always whole.
    @Test(arguments: [
        ("leak", 4), ("unknown-to-you", 4), ("denied,wrong-product", 3), ("agrees", 3), ("unusable", 3),
        ("unusable,leak", 4),
    ])
    func onlyDecidesAboutTheExitStatus(classes: String, status: Int32) async throws {
        let run = try await audit("-", ["--only", classes, "--json"], input: Self.list)
        #expect(run.exitCode == status)
        #expect(try #require(run.object()["classes"] as? [String: Int])["leak"] == 1)
    }

    @Test func columnsAndConditionsAreMapped() async throws {
        let text = "id;x,shop,state\n\(Self.refunded),apple,no\n\(Self.refunded),google,yes\n"
        let run = try await audit(
            "-",
            ["--columns", "originalTransactionId=id;x,active=state", "--grants-where", "shop=apple", "--json"],
            input: text
        )
        let object = try run.object()
        #expect(object["filtered"] as? Int == 1)
        #expect(try #require(object["classes"] as? [String: Int])["agrees"] == 1)
    }

    @Test func asOfAsksThePast() async throws {
        let text = "{\"original_transaction_id\":\"\(Self.refunded)\"}\n"
        let then = ["--as-of", "2026-01-12", "--only", "agrees,leak", "--format", "jsonl"]
        #expect(try await audit("-", then, input: text).outputText.contains("\"class\":\"agrees\""))
        let known = ["--known-by", "2026-01-12", "--only", "agrees,leak", "--format", "jsonl"]
        #expect(try await audit("-", known, input: text).outputText.contains("\"class\":\"agrees\""))
        #expect(try await audit("-", Array(then.dropFirst(2)), input: text).outputText.contains("\"class\":\"leak\""))
    }

    // MARK: - What cannot be done

    @Test(arguments: [
        (["--only", "leaks"], "the classes are agrees, leak"), (["--tolerance", "1h"], "PT1H"),
        (["--columns", "expires"], "NAME=VALUE"), (["--grants-where", "=x"], "NAME=VALUE"),
        (["--columns", "nothing=product"], "--columns names nothing"),
        (["--columns", "expires=until"], "--columns names the column until"),
        (["--grants-where", "store=apple"], "--grants-where names the column store"),
        (["--query", "SELECT 1"], "no SQLite database"), (["--environment", "xcode"], "production, sandbox, any"),
        (["--grace", "maybe"], "grants, denies"), (["--products", "missing.csv"], "missing.csv"),
        (["--products", "-"], "both be standard input"),
    ])
    func impossibleOptionsAreWrongUsage(options: [String], message: String) async throws {
        let run = try await audit("-", options, input: Self.list)
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(run.errorText.contains(message), "\(run.errorText)")
    }

    @Test(arguments: [
        "INSERT INTO meta VALUES (1, 2)", "SELECT 1; SELECT 2", "PRAGMA user_version", "DROP TABLE meta", "",
    ])
    func aQueryIsOneSelect(sql: String) async throws {
        let before = try workshop.read("ledger")
        let run = try await audit(workshop.path("ledger"), ["--query", sql])
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("exactly one SELECT") || run.errorText.contains("needs a value"))
        #expect(try workshop.read("ledger") == before)
    }

    @Test func aQueryThatFitsNotIsWrongUsage() async throws {
        let run = try await audit(workshop.path("ledger"), ["--query", "SELECT id FROM nowhere"])
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("no such table: nowhere"))
    }

    @Test func aDatabaseNeedsAQuery() async throws {
        let run = try await audit(workshop.path("ledger"))
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("--query"))
    }

    @Test func aSourceWithoutIdsNamesItsColumns() async throws {
        let run = try await audit("-", input: "customer,plan\n1,gold\n")
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("found customer, plan"))
        #expect(run.errorText.contains("originalTransactionId, transactionId, appAccountToken, appTransactionId"))
    }

    @Test func whatIsNotThereIsNamed() async throws {
        let source = try await audit("missing.csv")
        #expect(source.exitCode == 2)
        #expect(source.errorText.contains("missing.csv"))
        let ledger = try await CommandRun.storeledger(
            ["audit", "--ledger", "missing", "--entitlements", "-"],
            input: Array(Self.list.utf8)
        )
        #expect(ledger.exitCode == 1)
        #expect(ledger.errorText.contains("missing: there is no ledger"))
    }

    @Test func aCutSourceFailsAndNamesTheRow() async throws {
        let run = try await audit("-", input: Self.list + "\"18")
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains("standard input, row 5"))
        #expect(!run.errorText.contains("18"))
    }

    /// The pipe never ends and never has a line break: the bound of a row ends the run, and with it the writer.
    @Test(.timeLimit(.minutes(1)), arguments: ["\\000", "x", "{", " "])
    func aPipeWithoutAnEndFails(byte: String) async throws {
        let run = try await CommandRun.shell(
            "tr '\\000' \"$2\" </dev/zero | \"$STORELEDGER\" audit --ledger \"$1\" --entitlements -; exit ${PIPESTATUS[1]}",
            [workshop.path("ledger"), byte]
        )
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains("standard input") && run.errorText.contains("1048576 bytes"))
    }

    @Test func aReaderThatGoesAwayIsNoError() async throws {
        let rows = String(repeating: "\(Self.refunded),\n", count: 50_000)
        let path = try workshop.write("long.csv", "original_transaction_id,product\n\(rows)".utf8)
        let run = try await CommandRun.shell(
            "\"$STORELEDGER\" audit --ledger \"$1\" --entitlements \"$2\" --format csv | head -n 1; exit ${PIPESTATUS[0]}",
            [workshop.path("ledger"), path]
        )
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 1)
    }
}
