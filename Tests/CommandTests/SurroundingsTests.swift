import Foundation
import Testing

/// Zone, language and folder of the caller change nothing.
struct SurroundingsTests {
    private static let surroundings: [[String: String]] = [
        ["TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"],
        ["TZ": "America/St_Johns", "LC_ALL": "ar_EG.UTF-8"],
        ["TZ": "nonsense", "LC_ALL": "nonsense", "COLUMNS": "3", "TERM": "dumb", "HOME": "/nowhere"],
    ]

    private static func outputs(_ environment: [String: String]) async throws -> [[UInt8]] {
        let workshop = try Workshop()
        var outputs: [[UInt8]] = []
        for words in [
            ["verify", FrozenCorpus.archive, "--with-payload"] + FrozenCorpus.trust,
            ["reconcile", FrozenCorpus.archive, "--ledger", "ledger", "--as-of", "2025-03-09T02:30:00Z"]
                + FrozenCorpus.trust,
            ["fingerprint", "--ledger", "ledger"], ["types"],
        ] {
            let run = try await CommandRun.storeledger(words, environment: environment, in: workshop.folder)
            // The last line of a summary tells seconds.
            let stable = words[0] == "reconcile" ? run.lines.dropLast().joined(separator: "\n") : run.outputText
            outputs.append(Array(stable.utf8))
        }
        return outputs
    }

    @Test(arguments: surroundings)
    func theBytesAreTheSame(_ environment: [String: String]) async throws {
        let plain = try await Self.outputs(["TZ": "UTC", "LC_ALL": "C"])
        let other = try await Self.outputs(environment)
        #expect(plain.allSatisfy { !$0.isEmpty })
        #expect(other == plain)
    }
}
