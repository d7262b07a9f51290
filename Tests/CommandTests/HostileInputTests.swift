import CorpusForge
import Foundation
import Testing

/// Names and texts made to mislead: the program reads the right files and obeys none of it.
struct HostileInputTests {
    /// Names of files, as `printf` of the shell writes them.
    private static let names = [
        "--help", "-", "-rf", "two\\nlines", "\\033[2J\\007red", "caf\\303\\251", "\\377\\376 not UTF-8",
        "a b'c\"d$e`f",
        "x; rm -rf .", "\\342\\200\\256gnp", "\\302\\233 31m", "=cmd|' -C calc'!A0", "%s%n", "*",
    ]

    private func verify(_ arguments: String, _ name: String, in workshop: Workshop) async throws -> CommandRun {
        try await CommandRun.shell(
            """
            name=$(printf %b "$1"); mkdir -p folder; cp "$2" "./folder/$name"; cd folder
            "$STORELEDGER" verify --progress never --trust-root "$3" \(arguments)
            """,
            [name, FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
    }

    @Test(arguments: names)
    func anyNameCanBeRead(_ name: String) async throws {
        let plain = try await CommandRun.storeledger(["verify", FrozenCorpus.plainFile] + FrozenCorpus.trust)
        for arguments in ["-- \"./$name\"", "."] {
            let run = try await verify(arguments, name, in: Workshop())
            #expect(run.exitCode == 0, "\(arguments) \(run.errorText)")
            #expect(run.lines.count == plain.lines.count)
            expectHarmless(run)
        }
    }

    @Test(arguments: names.filter { !["-", "*"].contains($0) })
    func aNameBehindTwoHyphensIsNoOption(_ name: String) async throws {
        let run = try await verify("--quiet -- \"$name\"", name, in: Workshop())
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(!run.lines.isEmpty)
        expectHarmless(run)
    }

    @Test(arguments: names)
    func aMissingNameIsToldHarmlessly(_ name: String) async throws {
        let run = try await CommandRun.shell("\"$STORELEDGER\" verify -- ./missing/\"$(printf %b \"$1\")\"", [name])
        #expect(run.exitCode == 2)
        #expect(run.errorText.filter { $0 == "\n" }.count == 1)
        expectHarmless(run)
    }

    @Test func aLedgerWhoseNameIsNotUTF8IsRefused() async throws {
        let workshop = try Workshop()
        let run = try await CommandRun.shell(
            "\"$STORELEDGER\" reconcile \"$1\" --ledger \"$(printf 'l\\377')\"",
            [FrozenCorpus.plainFile],
            in: workshop.folder
        )
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("--ledger is not UTF-8"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path).isEmpty)
    }

    @Test func aDirectoryIsItsRegularFiles() async throws {
        let workshop = try Workshop()
        let script = """
            mkdir -p d/deep/.hidden d/empty && cp "$1" d/b.jsonl && cp "$1" d/deep/a.jsonl && cp "$1" d/.dot
            cp "$1" d/deep/.hidden/c.jsonl && cp "$1" outside && ln -s ../outside d/link && ln -s . d/loop
            ln -s /nowhere d/dangling && mkfifo d/fifo && : > d/nothing.json
            exec "$STORELEDGER" verify d --trust-root "$2"
            """
        let run = try await CommandRun.shell(
            script,
            [FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
        #expect(run.exitCode == 3)
        var sources: [String] = []
        for line in run.lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let source = try #require(object["source"] as? String)
            if sources.last != source { sources.append(source) }
        }
        #expect(sources == ["d/b.jsonl", "d/deep/a.jsonl", "d/nothing.json"])
    }

    @Test func aLinkThatIsNamedIsFollowed() async throws {
        let workshop = try Workshop()
        try FileManager.default.createSymbolicLink(
            atPath: workshop.path("link"),
            withDestinationPath: FrozenCorpus.plainFile
        )
        let link = try await CommandRun.storeledger(["verify", workshop.path("link")] + FrozenCorpus.trust)
        #expect(link.exitCode == 0)
        #expect(!link.lines.isEmpty)
    }

    /// The superuser reads everything, so the run is handed to a user who may not.
    @Test func anUnreadableFileIsOneNamedFault() async throws {
        let workshop = try Workshop()
        let script = """
            mkdir d && cp "$STORELEDGER" program && cp "$1" d/a && cp "$1" d/b && mkdir d/c && cp "$2" root.pem
            chmod a+rx . program d && chmod a+r root.pem d/b && chmod 000 d/a d/c
            as_nobody=()
            [ "$(id -u)" -ne 0 ] || as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
            "${as_nobody[@]}" ./program verify d --trust-root root.pem --quiet; status=$?; chmod 700 d/c; exit $status
            """
        let run = try await CommandRun.shell(
            script,
            [FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
        #expect(run.exitCode == 3)
        let faults = run.lines.filter { $0.contains("\"index\":null") }
        #expect(faults.count == 2)
        for (fault, name) in zip(faults, ["d/a", "d/c"]) {
            #expect(fault.contains("\"source\":\"\(name)\""))
            #expect(fault.contains("Permission denied"))
        }
        #expect(run.lines.count { $0.contains("\"source\":\"d/b\"") && $0.contains("\"accepted\"") } > 0)
    }

    /// The file is gone by the time that its turn comes: a FIFO read first makes the run wait for that.
    @Test func aVanishedFileIsOneNamedFault() async throws {
        let workshop = try Workshop()
        let script = """
            mkfifo pipe; cp "$1" going
            "$STORELEDGER" verify pipe going --trust-root "$2" --quiet & run=$!
            exec 9> pipe; sleep 0.3; rm going; cat "$1" >&9; exec 9>&-; wait "$run"
            """
        let run = try await CommandRun.shell(
            script,
            [FrozenCorpus.plainFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
        #expect(run.exitCode == 3)
        #expect(run.lines.count > 1)
        #expect(run.lines.last?.hasPrefix("{\"source\":\"going\",\"index\":null,\"verdict\":\"rejected\"") == true)
        #expect(run.lines.last?.contains("No such file or directory") == true)
    }

    /// Properly signed texts that would command a terminal, in every field that is shown.
    @Test func signedTextsCommandNoTerminal() async throws {
        let workshop = try Workshop()
        let hostile = "\u{1B}[2J\u{1B}]0;owned\u{07}\r\n\u{9B}31m\u{202E}\u{200B}\u{7F}end"
        let authority = try TestAuthority()
        let signer = try authority.signer(.leaf(serial: 1, from: "2025-01-01", until: "2026-01-01"))
        func signed(_ members: [ForgedJSON.Member]) throws -> String { try signer.sign(.object(members)) }
        let date = ForgedJSON.integer(Self.instant)
        let transaction = try signed([
            .init("originalTransactionId", .string("1\(hostile)")), .init("transactionId", "2"),
            .init("bundleId", .string(hostile)), .init("productId", .string(hostile)), .init("signedDate", date),
            .init("purchaseDate", date), .init("environment", "Production"), .init("type", .string(hostile)),
            .init("currency", .string(hostile)), .init("appAccountToken", .string(hostile)),
            .init("unheardOf\(hostile)", .string(hostile)),
        ])
        let notification = try signed([
            .init("notificationType", .string("NEW\(hostile)")), .init("subtype", .string(hostile)),
            .init("notificationUUID", "0b5e25ee-7f63-4d2c-9a39-1f7c6a0d9c11"), .init("version", "2.0"),
            .init("signedDate", date),
            .init(
                "data",
                .object([
                    .init("bundleId", .string(hostile)), .init("environment", "Production"),
                    .init("appAppleId", 1), .init("signedTransactionInfo", .string(transaction)),
                ])
            ),
        ])
        try workshop.write("root.pem", authority.rootPEM.utf8)
        try workshop.write(
            "in.jsonl",
            (ForgedJSON.object([.init("signedPayload", .string(notification))]).text + "\n").utf8
        )
        let trust = ["--trust-root", "root.pem"]
        let verified = try await CommandRun.storeledger(
            ["verify", "in.jsonl", "--with-payload"] + trust,
            in: workshop.folder
        )
        #expect(verified.exitCode == 0, "\(verified.outputText)")
        #expect(verified.lines.count == 1)
        expectHarmless(verified)
        let object = try #require(try verified.object()["productId"] as? String)
        #expect(object == hostile)
        let summary = try await CommandRun.storeledger(
            ["reconcile", "in.jsonl", "--ledger", "ledger"] + trust,
            in: workshop.folder
        )
        #expect(summary.exitCode == 0)
        expectHarmless(summary)
        for id in ["2", "1\(hostile)", "0b5e25ee-7f63-4d2c-9a39-1f7c6a0d9c11"] {
            for more in [[], ["--json"]] {
                let told = try await CommandRun.storeledger(
                    ["explain", id, "--ledger", "ledger"] + more,
                    in: workshop.folder
                )
                #expect(told.exitCode == 0, "\(told.errorText)")
                expectHarmless(told)
                #expect(!told.lines.contains { $0.hasPrefix("end") || $0.contains("\r") })
            }
        }
    }

    private static let instant: Int64 = 1_750_000_000_000

    /// No control character but the line feed, no mark that turns or hides text.
    private func expectHarmless(_ run: CommandRun, sourceLocation: SourceLocation = #_sourceLocation) {
        for text in [run.outputText, run.errorText] {
            let bad = text.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n"
                case .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(bad.isEmpty, "\(bad.map(\.value))", sourceLocation: sourceLocation)
        }
    }
}
