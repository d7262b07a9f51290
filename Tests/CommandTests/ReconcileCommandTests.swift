import Foundation
import Testing

/// `reconcile`: what it prints, what it keeps, how it ends.
struct ReconcileCommandTests {
    private func reconcile(_ workshop: Workshop, _ more: [String]) async throws -> CommandRun {
        try await CommandRun.storeledger(
            ["reconcile", "--ledger", workshop.path("ledger")] + FrozenCorpus.trust + more,
            in: workshop.folder
        )
    }

    private func fingerprint(_ path: String) async throws -> String {
        let run = try await CommandRun.storeledger(["fingerprint", "--ledger", path])
        #expect(run.exitCode == 0, "\(run.errorText)")
        return run.outputText
    }

    @Test func theSummaryAgreesWithTheTruth() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, [FrozenCorpus.archive, "--json"])
        #expect(run.exitCode == 3)
        let truth = try FrozenCorpus.truth()
        let object = try run.object()
        let counts = try SummaryCounts(object)
        counts.expectToAddUp()
        #expect(counts.records["in"] == truth.count)
        #expect(counts.records["new"] == truth.count { $0.fate == "new" })
        #expect(counts.records["duplicate"] == truth.count { $0.fate == "duplicate" })
        #expect(counts.records["conflicting"] == truth.count { $0.fate == "duplicate" && $0.reason != nil })
        let reasons = truth.filter { $0.fate == "rejected" }.compactMap(\.reason)
        #expect(counts.rejectedByReason == reasons.reduce(into: [:]) { $0[$1, default: 0] += 1 })
        for key in ["subscriptions", "revocations", "discrepancies", "anchors", "run"] {
            #expect(object[key] != nil, "\(key)")
        }
        let figures = try #require(object["run"] as? [String: Any])
        for key in ["kernel", "jobs", "bytes", "seconds", "rate"] { #expect(figures[key] != nil, "\(key)") }
    }

    @Test func theRejectedBytesAreKept() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, [FrozenCorpus.archive, "--json"])
        let rejected = try SummaryCounts(run.object()).records["rejected"]
        let kept = try String(decoding: workshop.read("ledger.rejected/rejects.jsonl"), as: UTF8.self)
            .split(separator: "\n")
        #expect(kept.count == rejected)
        for line in kept {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(Set(object.keys) == ["source", "index", "reason", "detail", "bytesBase64"])
            let bytes = Data(base64Encoded: try #require(object["bytesBase64"] as? String))
            let isFault = object["index"] is NSNull
            #expect((bytes?.isEmpty == false) == !isFault, "\(line.prefix(200))")
        }
        // Kept bytes read again are rejected again, for the same reasons, and add nothing.
        let before = try await fingerprint(workshop.path("ledger"))
        let again = try await reconcile(workshop, [FrozenCorpus.archive, "--reread", "--json"])
        #expect(try SummaryCounts(again.object()).records["new"] == 0)
        #expect(try workshop.read("ledger.rejected/rejects.jsonl").count { $0 == 0x0A } == kept.count)
        #expect(try await fingerprint(workshop.path("ledger")) == before)
    }

    @Test func theQuarantineCanBeElsewhereOrNowhere() async throws {
        let workshop = try Workshop()
        _ = try await reconcile(workshop, [FrozenCorpus.archive, "--quarantine", workshop.path("deep/er"), "--quiet"])
        #expect(try !workshop.read("deep/er/rejects.jsonl").isEmpty)
        let other = try Workshop()
        _ = try await reconcile(other, [FrozenCorpus.archive, "--quarantine", "none", "--quiet"])
        #expect(!FileManager.default.fileExists(atPath: other.path("ledger.rejected")))
        #expect(!FileManager.default.fileExists(atPath: other.path("none")))
    }

    @Test func theTextTellsTheSum() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, FrozenCorpus.whole)
        #expect(run.exitCode == 0, "\(run.errorText)")
        let sum = try #require(run.lines.first { $0.contains(" = ") })
        let numbers = sum.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(numbers.count == 4)
        #expect(numbers[0] == numbers[1] + numbers[2] + numbers[3])
        #expect(numbers[3] == 0)
    }

    @Test func quietIsSilent() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, FrozenCorpus.whole + ["--quiet", "--progress", "always"])
        #expect(run.exitCode == 0)
        #expect(run.output.isEmpty)
        #expect(run.errors.isEmpty)
    }

    @Test func progressOutsideATerminalIsPlainLines() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, [FrozenCorpus.plainFile, "--progress", "always"])
        #expect(run.exitCode == 0)
        #expect(run.errorText.contains("records"))
        #expect(run.errorText.hasSuffix("\n"))
        #expect(run.errorText.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
        let silent = try await reconcile(workshop, [FrozenCorpus.plainFile, "--progress", "never", "--reread"])
        #expect(silent.errors.isEmpty)
    }

    @Test func finishedSourcesAreSkipped() async throws {
        let workshop = try Workshop()
        let first = try SummaryCounts(try await reconcile(workshop, FrozenCorpus.whole + ["--json"]).object())
        let second = try SummaryCounts(try await reconcile(workshop, FrozenCorpus.whole + ["--json"]).object())
        #expect(second.records["in"] == 0)
        #expect(second.sources["skipped"] == first.sources["read"])
        let third = try SummaryCounts(
            try await reconcile(workshop, FrozenCorpus.whole + ["--json", "--reread"]).object()
        )
        #expect(third.records["in"] == first.records["in"])
        #expect(third.records["duplicate"] == first.records["in"])
    }

    @Test func aFileThatGrewIsReadOn() async throws {
        let workshop = try Workshop()
        let bytes = try Array(Data(contentsOf: URL(filePath: FrozenCorpus.plainFile)))
        let firstLine = bytes.prefix { $0 != 0x0A }.count + 1
        let file = try workshop.write("growing.jsonl", bytes[..<firstLine])
        let first = try SummaryCounts(try await reconcile(workshop, [file, "--json"]).object())
        try workshop.write("growing.jsonl", bytes)
        let second = try SummaryCounts(try await reconcile(workshop, [file, "--json"]).object())
        #expect(second.records["duplicate"] == 0)
        #expect(second.records["new", default: 0] > 0)
        let grown = try await fingerprint(workshop.path("ledger"))
        let whole = try Workshop()
        let all = try SummaryCounts(try await reconcile(whole, [FrozenCorpus.plainFile, "--json"]).object())
        #expect(all.records["in"] == first.records["in", default: 0] + second.records["in", default: 0])
        #expect(try await fingerprint(whole.path("ledger")) == grown)
    }

    @Test func theOrderOfSourcesDoesNotMatter() async throws {
        let forwards = try Workshop()
        let backwards = try Workshop()
        _ = try await reconcile(forwards, [FrozenCorpus.archive, "--quiet", "--jobs", "3"])
        let folders = ["tidepool", "repeated", "meadow", "altered"].map { "\(FrozenCorpus.archive)/\($0)" }
        for folder in folders { _ = try await reconcile(backwards, [folder, "--quiet", "--jobs", "1"]) }
        #expect(try await fingerprint(forwards.path("ledger")) == fingerprint(backwards.path("ledger")))
    }

    @Test func aNamedDiscrepancyEndsWithFour() async throws {
        let workshop = try Workshop()
        let plain = try await reconcile(workshop, FrozenCorpus.whole + ["--json"])
        #expect(plain.exitCode == 0)
        let found = try #require(try plain.object()["discrepancies"] as? [String: Int])
        let code = try #require(found.keys.min())
        let failing = try await reconcile(workshop, FrozenCorpus.whole + ["--quiet", "--fail-on", code])
        #expect(failing.exitCode == 4)
        let absent = try #require(["orphan-consent", "renewal-gap", "incomplete-archive"].first { found[$0] == nil })
        #expect(try await reconcile(workshop, FrozenCorpus.whole + ["--quiet", "--fail-on", absent]).exitCode == 0)
    }

    @Test func anArchiveThatIsNotWholeEndsWithFourWhereAsked() async throws {
        let workshop = try Workshop()
        let pages = Array("{\"notificationHistory\":[],\"hasMore\":true}\n".utf8)
        let arguments = ["reconcile", "-", "--ledger", workshop.path("ledger"), "--json"] + FrozenCorpus.trust
        let plain = try await CommandRun.storeledger(arguments, input: pages)
        #expect(plain.exitCode == 0, "\(plain.errorText)")
        let parts = try #require(try plain.object()["incompleteArchive"] as? [[String: Any]])
        #expect(parts.count == 1)
        #expect((parts.first?["sentence"] as? String)?.contains(" missing from -: ") == true)
        let codes = ["--fail-on", "incomplete-archive,never-delivered"]
        #expect(try await CommandRun.storeledger(arguments + codes, input: pages).exitCode == 4)
        let end = pages + Array("{\"notificationHistory\":[],\"hasMore\":false}\n".utf8)
        let whole = try await CommandRun.storeledger(arguments + codes, input: end)
        #expect(whole.exitCode == 0)
        #expect((try whole.object()["incompleteArchive"] as? [Any])?.isEmpty == true)
    }

    @Test func undeliveredNotificationsEndWithFourWhereAsked() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, FrozenCorpus.whole + ["--json", "--fail-on", "never-delivered"])
        #expect(run.exitCode == 4)
        let told = try #require(try run.object()["neverDelivered"] as? [[String: Any]])
        #expect(told.map { $0["count"] as? Int } == [1])
        #expect(told.first?["bundleId"] as? String == "com.example.tidepool")
    }

    @Test func otherAnchorsAreRefused() async throws {
        let workshop = try Workshop()
        _ = try await reconcile(workshop, [FrozenCorpus.plainFile, "--quiet"])
        let before = try await fingerprint(workshop.path("ledger"))
        let run = try await CommandRun.storeledger(
            ["reconcile", FrozenCorpus.plainFile, "--ledger", workshop.path("ledger")]
        )
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains("other roots"))
        let unsigned = try await reconcile(workshop, [FrozenCorpus.plainFile, "--allow-unsigned-test-environments"])
        #expect(unsigned.exitCode == 1)
        #expect(try await fingerprint(workshop.path("ledger")) == before)
    }

    @Test func anInstantIsEchoed() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(workshop, FrozenCorpus.whole + ["--as-of", "2024-02-29"])
        #expect(run.outputText.contains("as of 2024-02-29T00:00:00Z"))
        let late = try await reconcile(
            workshop,
            FrozenCorpus.whole + ["--as-of", "2025-06-01T02:00:00+02:00", "--known-by", "1700000000000"]
        )
        #expect(late.exitCode == 0)
        #expect(late.outputText.contains("as of 2025-06-01T00:00:00Z"))
    }
}
