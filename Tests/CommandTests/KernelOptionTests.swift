import Foundation
import NotificationLedger
import Testing

@testable import storeledger

/// `--kernel`: who checks the signatures, never what comes out.
struct KernelOptionTests {
    private func verify(_ kernel: [String]) async throws -> CommandRun {
        try await CommandRun.storeledger(
            ["verify", "--progress", "never"] + FrozenCorpus.trust + kernel + [FrozenCorpus.archive]
        )
    }

    private func kernel(toldBy run: CommandRun) throws -> String? {
        (try run.object()["run"] as? [String: Any])?["kernel"] as? String
    }

    @Test func everyValueGivesTheSameLines() async throws {
        let expected = try await verify([])
        #expect(!expected.output.isEmpty)
        for choice in KernelChoice.allCases where choice.isSupported {
            let run = try await verify(["--kernel", choice.rawValue])
            #expect(run.output == expected.output, "\(choice)")
            #expect(run.exitCode == expected.exitCode, "\(choice)")
        }
    }

    @Test func theSummaryTellsTheKernelThatRan() async throws {
        let fastest = KernelChoice.ifma.isSupported ? "ifma" : "scalar"
        for choice in KernelChoice.allCases where choice.isSupported {
            let workshop = try Workshop()
            let run = try await CommandRun.storeledger(
                ["reconcile", "--progress", "never", "--json", "--kernel", choice.rawValue, "--ledger"]
                    + [workshop.path("ledger")] + FrozenCorpus.trust + [FrozenCorpus.archive]
            )
            #expect(run.exitCode == 3)
            #expect(try kernel(toldBy: run) == (choice == .auto ? fastest : choice.rawValue))
        }
    }

    @Test(arguments: ["", "avx", "IFMA", "openssl,scalar"]) func anotherValueIsWrongUsage(value: String) async throws {
        let run = try await verify(["--kernel", value])
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(run.errorText.contains("--kernel"))
        for choice in KernelChoice.allCases { #expect(run.errorText.contains(choice.rawValue)) }
    }

    @Test(.enabled(if: !KernelChoice.ifma.isSupported, "this machine has AVX-512 IFMA"))
    func aKernelThatTheMachineLacksIsWrongUsage() async throws {
        let run = try await verify(["--kernel", "ifma"])
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(run.errorText.contains("--kernel ifma needs instructions that this machine lacks"))
        #expect(run.errorText.contains("auto, openssl, scalar"))
    }

    @Test func theMessageOfAMissingKernelNamesWhatThereIs() throws {
        let error = #expect(throws: UsageError.self) {
            _ = try InputOptions.kernel(.ifma, of: "verify") { $0 != .ifma }
        }
        #expect(error?.command == "verify")
        #expect(error?.message.contains("it can run auto, openssl, scalar") == true)
        #expect(try InputOptions.kernel(.scalar, of: "verify") { $0 != .ifma } == .scalar)
    }

    @Test func aContradictionOfTheProgramEndsWithStatus70() {
        #expect(ExitCode(.internalFault).rawValue == 70)
        #expect(ExitCode(.failed).rawValue == 1)
        #expect(ExitCode(.impossibleValue).rawValue == 2)
    }
}
