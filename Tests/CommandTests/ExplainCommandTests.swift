import Foundation
import Testing

/// `explain`, `fingerprint` and `doctor`: questions to a ledger and to the machine.
struct ExplainCommandTests {
    private let workshop: Workshop

    init() async throws {
        workshop = try Workshop()
        let run = try await CommandRun.storeledger(
            ["reconcile", "--quiet", "--ledger", workshop.path("ledger")] + FrozenCorpus.whole + FrozenCorpus.trust
        )
        #expect(run.exitCode == 0)
    }

    private func explain(_ id: String, _ more: [String] = []) async throws -> CommandRun {
        try await CommandRun.storeledger(["explain", "--ledger", workshop.path("ledger")] + more + ["--", id])
    }

    /// Ids of each kind, out of the decoded payloads of the frozen corpus.
    private static func ids() async throws -> [String: String] {
        let run = try await CommandRun.storeledger(
            ["verify", "--quiet", "--with-payload"] + FrozenCorpus.whole + FrozenCorpus.trust
        )
        var ids: [String: String] = [:]
        let names = [
            "originalTransactionId", "transactionId", "webOrderLineItemId", "appTransactionId", "appAccountToken",
        ]
        for line in run.lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let payload = object["payload"] as? [String: Any]
            guard let transaction = payload?["transaction"] as? [String: Any] else { continue }
            for name in names where ids[name] == nil { ids[name] = transaction[name] as? String }
            if ids["notificationUUID"] == nil { ids["notificationUUID"] = object["notificationUUID"] as? String }
        }
        #expect(ids.count == names.count + 1)
        return ids
    }

    @Test func everyKindOfIdTellsAStory() async throws {
        for (kind, id) in try await Self.ids() {
            let text = try await explain(id)
            #expect(text.exitCode == 0, "\(kind): \(text.errorText)")
            #expect(text.errors.isEmpty)
            #expect(text.outputText.hasPrefix("\(id) is a"), "\(kind)")
            let json = try await explain(id, ["--json"])
            let object = try json.object()
            #expect(object["id"] as? String == id)
            #expect((object["matches"] as? [Any])?.isEmpty == false, "\(kind)")
            #expect((object["purchases"] as? [Any])?.isEmpty == false, "\(kind)")
        }
    }

    @Test(arguments: ["README.md", "docs/command-line.md"])
    func theExamplesOfTheDocumentsAreTrue(_ name: String) async throws {
        let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: name)
        let lines = try String(contentsOf: document, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let asked = try #require(lines.firstIndex { $0.hasPrefix("$ storeledger explain ") })
        let id = try #require(lines[asked].split(separator: " ").dropFirst(3).first)
        let told = try await explain(String(id)).outputText.components(separatedBy: "\n")
        // The lines stand in order; only a line of an ellipsis leaves some out.
        var rest = told[...]
        var isLeftOut = false
        for line in lines[(asked + 1)...].prefix(while: { $0 != "```" }) {
            guard line.trimmingCharacters(in: .whitespaces) != "…" else {
                isLeftOut = true
                continue
            }
            let place = try #require(rest.firstIndex(of: String(line)), "\(line)")
            #expect(isLeftOut || place == rest.startIndex, "\(line)")
            rest = rest[(place + 1)...]
            isLeftOut = false
        }
        #expect(rest.count < told.count - 10)
    }

    @Test func aUUIDIsFoundInEitherCase() async throws {
        let id = try #require(try await Self.ids()["notificationUUID"])
        let lower = try await explain(id.lowercased(), ["--json"])
        let upper = try await explain(id.uppercased(), ["--json"])
        #expect(lower.exitCode == 0)
        #expect(upper.exitCode == 0)
    }

    @Test(arguments: [
        "999999999", "", "-1", "' OR 1=1 --", "a\u{1B}[31m\nb", "%", String(repeating: "9", count: 100_000),
    ])
    func anUnknownIdIsNotFound(_ id: String) async throws {
        let run = try await explain(id)
        #expect(run.exitCode == 1)
        #expect(run.output.isEmpty)
        #expect(run.errorText.contains("knows no id"))
        #expect(!run.errorText.contains("\u{1B}"))
        #expect(run.errorText.filter { $0 == "\n" }.count == 1)
        #expect(run.errors.count < 1000)
    }

    @Test func instantsChangeTheStoryAndNotTheLedger() async throws {
        let id = try #require(try await Self.ids()["originalTransactionId"])
        let before = try workshop.read("ledger")
        let early = try await explain(id, ["--as-of", "2000-01-01"])
        let blind = try await explain(id, ["--known-by", "2000-01-01", "--json"])
        let late = try await explain(id, ["--as-of", "9999-12-31"])
        #expect(early.exitCode == 0)
        #expect(blind.exitCode == 0)
        #expect(late.exitCode == 0)
        #expect(early.output != late.output)
        #expect(try workshop.read("ledger") == before)
    }

    @Test func theFingerprintIsOneLineOfHexadecimal() async throws {
        let run = try await CommandRun.storeledger(["fingerprint", "--ledger", workshop.path("ledger")])
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 1)
        #expect(run.output.count == 65)
        #expect(run.lines[0].allSatisfy { "0123456789abcdef".contains($0) })
    }

    @Test func theDoctorFindsTheMachineSound() async throws {
        let text = try await CommandRun.storeledger(["doctor"])
        #expect(text.exitCode == 0)
        #expect(text.errors.isEmpty)
        let json = try await CommandRun.storeledger(["doctor", "--json"])
        let object = try json.object()
        #expect(object["healthy"] as? Bool == true)
        for key in ["openssl", "sqlite", "simdjson", "kernel", "self-test"] {
            #expect((object[key] as? String)?.isEmpty == false, "\(key)")
            #expect(text.outputText.contains(key))
        }
    }
}
