import Foundation
import TestSupport
import Testing

/// Runs that are stopped, killed or kept out; the ledger is that of an undisturbed run in the end.
@Suite(.serialized)
struct InterruptionTests {
    private let workshop: Workshop
    private let records: Int

    init() throws {
        workshop = try Workshop()
        let input = try LongInput.text()
        try workshop.write("input.jsonl", input.bytes)
        records = input.records
    }

    private func arguments(_ ledger: String, _ more: [String] = ["--quiet"]) -> [String] {
        ["reconcile", "input.jsonl", "--ledger", ledger, "--jobs", "2"] + FrozenCorpus.trust + more
    }

    private func start(_ ledger: String) throws -> RunningCommand {
        try RunningCommand(Executable.path, arguments(ledger), in: workshop.folder)
    }

    private func finish(_ ledger: String) async throws -> SummaryCounts {
        let run = try await CommandRun.storeledger(arguments(ledger, ["--json"]), in: workshop.folder)
        #expect(run.exitCode == 3, "\(run.errorText)")
        let counts = try SummaryCounts(run.object())
        counts.expectToAddUp()
        return counts
    }

    private func fingerprint(_ ledger: String) async throws -> String {
        let run = try await CommandRun.storeledger(["fingerprint", "--ledger", ledger], in: workshop.folder)
        #expect(run.exitCode == 0, "\(run.errorText)")
        return run.outputText
    }

    /// The kept rejects, whatever their order; each one once.
    private func rejects(_ ledger: String) throws -> [String] {
        try String(decoding: workshop.read("\(ledger).rejected/rejects.jsonl"), as: UTF8.self)
            .split(separator: "\n").map(String.init).sorted()
    }

    /// The signal comes while the run waits for the second half of its input, behind its first commit.
    @Test(arguments: [("INT", 130), ("TERM", 143)])
    func aSignalStopsAtACommitAndTheLedgerIsMadeWholeLater(_ signal: String, _ code: Int) async throws {
        let all = try await finish("undisturbed")
        #expect(all.records["in"] == records)
        #expect(records > LongInput.recordsPerCommit)
        let script = """
            mkfifo pipe; { head -c $(($(stat -c %s input.jsonl) * 9 / 10)) input.jsonl; exec sleep 60; } > pipe & writer=$!
            "$STORELEDGER" reconcile pipe --ledger stopped --quiet --jobs 2 --trust-root "$1" & run=$!
            while [ ! -s stopped.rejected/rejects.jsonl ]; do sleep 0.05; done
            sleep 2; kill -\(signal) "$run"; wait "$run"; echo "$?"; kill -KILL "$writer"
            """
        let stopped = try await CommandRun.shell(script, [FrozenCorpus.trust[1]], in: workshop.folder)
        #expect(stopped.outputText == "\(code)\n", "\(stopped.errorText)")
        _ = try await finish("stopped")
        #expect(try await fingerprint("stopped") == fingerprint("undisturbed"))
    }

    @Test func aRunKilledAtAnyMomentIsMadeGood() async throws {
        let clock = ContinuousClock()
        let began = clock.now
        _ = try await finish("undisturbed")
        let duration = clock.now - began
        let expected = try await fingerprint("undisturbed")
        let seed = UInt64.random(in: 0...UInt64.max)
        print("moments of kill -9 from the seed \(seed)")
        var numbers = SeededGenerator(seed: seed)
        for attempt in 0..<2 {
            let ledger = "killed\(attempt)"
            // Twice in a row, so that a run which makes good is killed as well.
            for _ in 0..<2 {
                let run = try start(ledger)
                try await Task.sleep(for: duration * Double.random(in: 0.02...0.95, using: &numbers))
                run.send(SIGKILL)
                _ = try await run.finish()
            }
            _ = try await CommandRun.storeledger(arguments(ledger), in: workshop.folder)
            #expect(try await fingerprint(ledger) == expected, "seed \(seed), attempt \(attempt)")
            #expect(try rejects(ledger) == rejects("undisturbed"), "seed \(seed), attempt \(attempt)")
        }
    }

    @Test func aSecondRunIsRefusedAtOnceAndToldWhoHolds() async throws {
        let script = """
            mkfifo pipe; sleep 60 > pipe & writer=$!
            "$STORELEDGER" reconcile pipe --ledger ledger --quiet --trust-root "$1" & holder=$!
            while [ ! -s ledger ]; do sleep 0.02; done; sleep 0.2
            "$STORELEDGER" reconcile "$2" --ledger ledger --trust-root "$1"; echo "$? $holder"
            kill "$holder"; wait "$holder"; echo "$?"; kill -KILL "$writer"
            """
        let run = try await CommandRun.shell(script, [FrozenCorpus.trust[1], "input.jsonl"], in: workshop.folder)
        let words = run.outputText.split { $0 == " " || $0 == "\n" }
        try #require(words.count == 3, "\(run.outputText)")
        #expect(words[0] == "1")
        #expect(run.errorText.contains("ledger: in use by process \(words[1]) (storeledger)"), "\(run.errorText)")
        #expect(words[2] == "143")
    }

    /// Waiting for input is no reason not to hear.
    @Test(arguments: ["verify pipe --no-records", "reconcile pipe --ledger ledger"])
    func aSignalReachesARunThatWaitsForInput(_ words: String) async throws {
        let script = """
            mkfifo pipe; { cat "$2"; exec sleep 60; } > pipe & writer=$!
            "$STORELEDGER" \(words) --quiet --trust-root "$1" & run=$!
            sleep 1; kill -INT "$run"; SECONDS=0; wait "$run"; echo "$? $((SECONDS < 5))"; kill -KILL "$writer"
            """
        let run = try await CommandRun.shell(
            script,
            [FrozenCorpus.trust[1], FrozenCorpus.plainFile],
            in: workshop.folder
        )
        #expect(run.outputText == "130 1\n")
    }

    /// A FIFO whose writer never comes keeps its reader in `open`.
    @Test func aSignalReachesARunThatWaitsForAWriter() async throws {
        let script = """
            mkfifo pipe
            "$STORELEDGER" verify pipe --quiet & run=$!
            sleep 0.5; kill -TERM "$run"; SECONDS=0; wait "$run"; echo "$? $((SECONDS < 5))"
            """
        let run = try await CommandRun.shell(script, in: workshop.folder)
        #expect(run.outputText == "143 1\n")
    }
}
