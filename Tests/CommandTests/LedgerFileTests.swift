import Foundation
import Testing

/// Ledgers that cannot be used: one clear line, status 1, and nothing of them is touched.
struct LedgerFileTests {
    private func reconcile(into ledger: String) async throws -> CommandRun {
        try await CommandRun.storeledger(
            ["reconcile", FrozenCorpus.plainFile, "--quiet", "--ledger", ledger] + FrozenCorpus.trust
        )
    }

    /// Names that the database library would take for something else than a file.
    @Test(arguments: [":memory:", "file:u.db?mode=memory"])
    func everyNameIsAFile(_ name: String) async throws {
        let workshop = try Workshop()
        let run = try await CommandRun.storeledger(
            ["reconcile", FrozenCorpus.plainFile, "--quiet", "--ledger", name] + FrozenCorpus.trust,
            in: workshop.folder
        )
        #expect([0, 3].contains(run.exitCode), "\(run.errorText)")
        let asked = try await CommandRun.storeledger(["fingerprint", "--ledger", name], in: workshop.folder)
        #expect(asked.exitCode == 0, "\(asked.errorText)")
    }

    @Test func aTextFileIsRefusedAndUntouched() async throws {
        let workshop = try Workshop()
        let text = Array("Dear diary,\ntoday no notifications came.\n".utf8) + [UInt8](repeating: 0x20, count: 5000)
        let path = try workshop.write("diary.txt", text)
        for command in [
            ["reconcile", FrozenCorpus.plainFile] + FrozenCorpus.trust, ["explain", "1"], ["fingerprint"],
        ] {
            let run = try await CommandRun.storeledger(command + ["--ledger", path])
            #expect(run.exitCode == 1)
            #expect(run.errorText.contains("not a storeledger ledger"))
            #expect(run.errorText.contains(path))
            #expect(run.output.isEmpty)
        }
        #expect(try workshop.read("diary.txt") == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path) == ["diary.txt"])
    }

    @Test func aDirectoryOrDeviceIsNoLedger() async throws {
        let workshop = try Workshop()
        for path in [workshop.folder.path, "/dev/null"] {
            for command in [
                ["reconcile", FrozenCorpus.plainFile] + FrozenCorpus.trust, ["explain", "1"], ["fingerprint"],
            ] {
                let run = try await CommandRun.storeledger(command + ["--ledger", path])
                #expect(run.exitCode == 1, "\(command[0]) \(path): \(run.errorText)")
                #expect(run.errorText.contains(path))
                #expect(run.errorText.filter { $0 == "\n" }.count == 1)
            }
        }
    }

    @Test func aMissingLedgerIsNotMadeByAsking() async throws {
        let workshop = try Workshop()
        for command in [["explain", "1"], ["fingerprint"]] {
            let run = try await CommandRun.storeledger(command + ["--ledger", workshop.path("none\u{1B}[2J\n")])
            #expect(run.exitCode == 1)
            #expect(run.errorText.contains("there is no ledger"))
            #expect(!run.errorText.contains("\u{1B}"))
            #expect(run.errorText.filter { $0 == "\n" }.count == 1)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path).isEmpty)
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let workshop = try Workshop()
        let run = try await reconcile(into: workshop.path("no/folder/ledger"))
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains(workshop.path("no/folder/ledger")))
        #expect(run.errorText.contains("No such file or directory"))
    }

    /// The superuser writes everywhere, so the run is handed to a user who may not.
    @Test func aReadOnlyFolderIsNamed() async throws {
        let workshop = try Workshop()
        _ = try await reconcile(into: workshop.path("shelf/../ledger"))
        let script = """
            mkdir shelf && cp "$STORELEDGER" program && cp "$1" input && cp "$2" root.pem
            chmod a+rx . program && chmod a+r input root.pem && chmod 555 shelf
            as_nobody=()
            [ "$(id -u)" -ne 0 ] || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
            "${as_nobody[@]}" ./program reconcile input --trust-root root.pem --ledger shelf/ledger
            status=$?; ls -A shelf; exit $status
            """
        let run = try await CommandRun.shell(
            script,
            [FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
        #expect(run.exitCode == 1)
        #expect(run.errorText == "storeledger: shelf/ledger: Permission denied\n")
        #expect(run.output.isEmpty)
    }

    @Test func aLedgerThatWasCutIsRefused() async throws {
        let workshop = try Workshop()
        _ = try await reconcile(into: workshop.path("ledger"))
        let whole = try workshop.read("ledger")
        let cut = whole.prefix(whole.count - 5000)
        try workshop.write("ledger", cut)
        let run = try await reconcile(into: workshop.path("ledger"))
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains("damaged"))
        #expect(try workshop.read("ledger") == Array(cut))
    }

    @Test(arguments: [["explain", "1"], ["fingerprint"]])
    func askingAFIFODoesNotWait(_ command: [String]) async throws {
        let workshop = try Workshop()
        let run = try await CommandRun.shell(
            "mkfifo ledger; timeout 20 \"$STORELEDGER\" \"$@\" --ledger ledger",
            command,
            in: workshop.folder
        )
        #expect(run.exitCode == 1)
        #expect(run.errorText.contains("not a regular file"))
    }

    /// A limit on files stands for a full disk: a message, and a ledger with which the next run goes on.
    @Test func aFullDiskIsToldAndTheNextRunGoesOn() async throws {
        let workshop = try Workshop()
        let arguments = ["reconcile", FrozenCorpus.archive, "--quiet", "--ledger"]
        for kibibytes in [4, 64, 300, 700] {
            let name = "ledger\(kibibytes)"
            let limited = try await CommandRun.shell(
                "ulimit -f \(kibibytes); \"$STORELEDGER\" \"$@\"",
                arguments + [name] + FrozenCorpus.trust,
                in: workshop.folder
            )
            #expect(limited.exitCode == 1, "\(kibibytes): \(limited.errorText)")
            #expect(limited.errorText.contains(name))
            #expect(limited.errorText.filter { $0 == "\n" }.count == 1)
            let asked = try await CommandRun.storeledger(["fingerprint", "--ledger", name], in: workshop.folder)
            #expect(asked.exitCode == 0 || asked.errorText.contains("interrupted") || asked.errorText.contains("not a"))
            let next = try await CommandRun.storeledger(arguments + [name] + FrozenCorpus.trust, in: workshop.folder)
            #expect(next.exitCode == 3, "\(kibibytes): \(next.errorText)")
        }
        let prints = try await CommandRun.shell(
            "for ledger in ledger?*; do [ -d $ledger ] || \"$STORELEDGER\" fingerprint --ledger $ledger; done | sort -u",
            in: workshop.folder
        )
        #expect(prints.lines.filter { $0.count == 64 }.count == 1, "\(prints.outputText) \(prints.errorText)")
    }

    @Test func closedStreamsDoNotReachTheLedger() async throws {
        let workshop = try Workshop()
        for (closed, expected) in [("<&-", Int32(0)), (">&-", 1), ("2>&-", 0), ("<&- >&- 2>&-", 1)] {
            let name = "ledger\(UUID().uuidString)"
            let script = """
                "$STORELEDGER" reconcile "$1" --trust-root "$2" --ledger \(name) \(closed)
                """
            let run = try await CommandRun.shell(
                script,
                [FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
                in: workshop.folder
            )
            #expect(run.exitCode == expected, "\(closed)")
            if closed == ">&-" { #expect(run.errorText.hasSuffix("cannot be written: Bad file descriptor\n")) }
            let asked = try await CommandRun.storeledger(["fingerprint", "--ledger", workshop.path(name)])
            #expect(asked.exitCode == 0, "\(closed): \(asked.errorText)")
            let header = try workshop.read(name).prefix(15)
            #expect(String(decoding: header, as: UTF8.self) == "SQLite format 3", "\(closed)")
        }
    }

    @Test func theLedgerAmongTheInputsIsNoInput() async throws {
        let workshop = try Workshop()
        try workshop.write("a.jsonl", Array(Data(contentsOf: URL(filePath: FrozenCorpus.plainFile))))
        try workshop.write("b.json", Array("{\"hello\":\"world\"}".utf8))
        let command = ["reconcile", ".", "--ledger", "ledger", "--json"] + FrozenCorpus.trust
        let first = try await CommandRun.storeledger(command, in: workshop.folder)
        let second = try await CommandRun.storeledger(command, in: workshop.folder)
        #expect(first.exitCode == 3)
        #expect(second.exitCode == 0, "\(second.outputText)")
        #expect(try SummaryCounts(second.object()).records["in"] == 0)
        let asked = try await CommandRun.storeledger(["fingerprint", "--ledger", workshop.path("ledger")])
        #expect(asked.exitCode == 0)
    }
}
