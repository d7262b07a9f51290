import Foundation
import Testing

/// Readers that go away, and outputs that are full.
struct PipeTests {
    @Test(arguments: 1...8)
    func aReaderThatLeavesIsNoFault(_ attempt: Int) async throws {
        let workshop = try Workshop()
        let file = try workshop.write("many.jsonl", try FrozenCorpus.repeated(bytes: 8 << 20))
        let script = """
            "$STORELEDGER" verify "$1" --progress never --trust-root "$2" --jobs \(attempt) | head -1; echo "${PIPESTATUS[0]}"
            """
        let run = try await CommandRun.shell(script, [file, FrozenCorpus.trust[1]])
        #expect(run.lines.count == 2)
        #expect(run.lines.last == "0")
        #expect(run.errors.isEmpty)
    }

    @Test(arguments: ["types", "types --format json", "--help", "doctor"])
    func shortOutputsToo(_ words: String) async throws {
        let run = try await CommandRun.shell("\"$STORELEDGER\" \(words) | true; echo \"${PIPESTATUS[0]}\"")
        #expect(run.outputText == "0\n")
        #expect(run.errors.isEmpty)
    }

    @Test func aReaderOfTheProgressThatLeavesDoesNotEndTheWork() async throws {
        let workshop = try Workshop()
        let script = """
            { "$STORELEDGER" reconcile "$1" --trust-root "$2" --ledger ledger --json --progress always \
            2>&1 >summary; echo "$?" >status; } | true
            """
        _ = try await CommandRun.shell(script, [FrozenCorpus.plainFile, FrozenCorpus.trust[1]], in: workshop.folder)
        #expect(try workshop.read("status") == Array("0\n".utf8))
        #expect(try !workshop.read("summary").isEmpty)
    }

    @Test(arguments: [
        "types", "--help", "fingerprint --ledger ledger", "verify input --trust-root root.pem --progress never",
    ])
    func aFullOutputIsAFailureWithAWord(_ words: String) async throws {
        let workshop = try Workshop()
        try workshop.write("input", Array(Data(contentsOf: URL(filePath: FrozenCorpus.plainFile))))
        try workshop.write("root.pem", Array(Data(contentsOf: URL(filePath: FrozenCorpus.trust[1]))))
        _ = try await CommandRun.storeledger(
            ["reconcile", "input", "--trust-root", "root.pem", "--ledger", "ledger", "--quiet"],
            in: workshop.folder
        )
        let run = try await CommandRun.shell("\"$STORELEDGER\" \(words) >/dev/full", in: workshop.folder)
        #expect(run.exitCode == 1)
        #expect(run.errorText == "storeledger: standard output cannot be written: No space left on device\n")
    }
}
