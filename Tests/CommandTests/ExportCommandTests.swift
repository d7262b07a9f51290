import Foundation
import Testing

/// `export`: every table, view and report of a ledger, in two forms.
struct ExportCommandTests {
    private let workshop: Workshop

    init() async throws {
        workshop = try Workshop()
        let run = try await CommandRun.storeledger(
            ["reconcile", "--quiet", "--ledger", workshop.path("ledger"), FrozenCorpus.archive] + FrozenCorpus.trust
        )
        #expect(run.exitCode == 3)
    }

    private func export(_ table: String, _ more: [String] = []) async throws -> CommandRun {
        let run = try await CommandRun.storeledger(
            ["export", "--ledger", workshop.path("ledger"), "--table", table] + more
        )
        #expect(run.exitCode == 0, "\(table): \(run.errorText)")
        #expect(run.errors.isEmpty)
        return run
    }

    private func objects(_ table: String) async throws -> [[String: Any]] {
        try await export(table, ["--format", "jsonl"]).output.split(separator: 0x0A).map {
            try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    private static func list() async throws -> [(name: String, kind: String)] {
        let run = try await CommandRun.storeledger(["export", "--list"])
        #expect(run.exitCode == 0)
        return try run.lines.map { line in
            let words = line.split(separator: " ")
            try #require(words.count > 3 && line.hasSuffix("."), "\(line)")
            return (String(words[0]), String(words[1]))
        }
    }

    @Test func theListNamesEveryKind() async throws {
        let list = try await Self.list()
        #expect(Set(list.map(\.kind)) == ["fact", "derived", "book", "view", "report"])
        #expect(Set(list.map(\.name)).count == list.count)
    }

    @Test func everyTableLeavesInBothForms() async throws {
        var filled = 0
        for table in try await Self.list() {
            let csv = try await export(table.name)
            let objects = try await objects(table.name)
            let header = try #require(csv.outputText.split(separator: "\r\n").first).split(separator: ",").map(
                String.init
            )
            #expect(csv.outputText.hasSuffix("\r\n"))
            #expect(objects.allSatisfy { Set($0.keys) == Set(header) }, "\(table.name)")
            if !objects.isEmpty { filled += 1 }
        }
        // Only what the frozen corpus cannot have is empty: coverage, and the marks of unfinished work.
        #expect(filled == (try await Self.list()).count - 2)
    }

    @Test func theSameNotificationsLeaveInTheSameOrder() async throws {
        let other = workshop.path("other")
        let whole = FrozenCorpus.archive
        for folder in ["tidepool", "repeated", "meadow", "altered"] {
            _ = try await CommandRun.storeledger(
                ["reconcile", "--quiet", "--ledger", other, "\(whole)/\(folder)"] + FrozenCorpus.trust
            )
        }
        for table in try await Self.list() where table.kind != "book" && table.kind != "fact" {
            let here = try await export(table.name)
            let there = try await CommandRun.storeledger(["export", "--ledger", other, "--table", table.name])
            #expect(here.output == there.output, "\(table.name)")
        }
    }

    @Test func theConsentReportHasALineForEachPurchaseConcerned() async throws {
        let report = try await objects("consent_report")
        let outcomes = try await objects("consent_outcomes")
        let joins = try await objects("consent_joins")
        #expect(Set(report.compactMap { $0["match"] as? String }).isSuperset(of: ["direct", "orphan"]))
        #expect(Set(report.compactMap { $0["notification_uuid"] as? String }).count == outcomes.count)
        let orphans = report.filter { $0["match"] as? String == "orphan" }
        #expect(report.count == joins.count + orphans.count)
        #expect(orphans.allSatisfy { $0["original_transaction_id"] is NSNull && $0["state"] is NSNull })
        let horizons = try await objects("horizons").compactMap { $0["horizon"] as? Int }
        let states = try await objects("current_entitlements")
        for row in report where row["match"] as? String != "orphan" {
            let id = try #require(row["original_transaction_id"] as? String)
            #expect(
                joins.contains {
                    $0["original_transaction_id"] as? String == id && $0["match"] as? String == row["match"] as? String
                }
            )
            let state = states.first { $0["original_transaction_id"] as? String == id }?["state"] as? String
            #expect(row["state"] as? String == state ?? "none")
            #expect(horizons.contains(row["as_of"] as? Int ?? 0))
            let isBilling = row["still_billing"] as? Int == 1
            #expect((row["next_billing_at"] is NSNull) == !isBilling)
            if isBilling { #expect(row["product_type"] as? String == "Auto-Renewable Subscription") }
        }
        let returned = try #require(report.first { $0["returned_at"] is Int })
        #expect(returned["return_evidence"] is String)
        let billing = try #require(report.first { $0["still_billing"] as? Int == 1 })
        #expect(billing["next_price"] is Int)
        #expect((billing["account_tokens"] as? String)?.count == 36)
    }

    @Test func anUnknownTableIsNamedWithTheNearest() async throws {
        for (name, words) in [
            ("consent", "; did you mean consents?"), ("notification", "; did you mean notifications?"),
            ("sqlite_schema", ""), ("meta; DROP TABLE meta", ""),
        ] {
            let run = try await CommandRun.storeledger(
                ["export", "--ledger", workshop.path("ledger"), "--table", name]
            )
            #expect(run.exitCode == 2)
            #expect(run.output.isEmpty)
            #expect(run.errorText.hasPrefix("storeledger: unknown table '\(name)'\(words)"), "\(run.errorText)")
        }
    }

    @Test func aMissingLedgerIsNoTable() async throws {
        let run = try await CommandRun.storeledger(
            ["export", "--ledger", workshop.path("nowhere"), "--table", "notifications"]
        )
        #expect(run.exitCode == 1)
        #expect(run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: workshop.path("nowhere")))
    }

    @Test func aReaderThatLeavesIsNoFault() async throws {
        let script = """
            for i in 1 2 3 4; do "$STORELEDGER" export --ledger "$1" --table identifiers --format jsonl | head -1; \
            echo "${PIPESTATUS[0]}"; done
            """
        let run = try await CommandRun.shell(script, [workshop.path("ledger")])
        #expect(run.lines.filter { $0 == "0" }.count == 4)
        #expect(run.errors.isEmpty)
    }
}
