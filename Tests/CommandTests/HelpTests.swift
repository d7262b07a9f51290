import Testing

/// `--help`: on standard output, status 0, and complete.
struct HelpTests {
    private static let input = [
        "--trust-root", "--bundle-id", "--app-apple-id", "--environment", "--jobs", "--kernel", "--max-document-bytes",
        "--allow-unsigned-test-environments", "--progress", "--quiet",
    ]
    private static let options: [String: [String]] = [
        "reconcile": input + ["--ledger", "--quarantine", "--as-of", "--known-by", "--fail-on", "--reread", "--json"],
        "verify": input + ["--with-payload", "--no-records", "--json"],
        "explain": ["--ledger", "--as-of", "--known-by", "--json", "--full"],
        "export": ["--ledger", "--table", "--format", "--list"],
        "audit": [
            "--ledger", "--entitlements", "--entitlements-format", "--query", "--columns", "--grants-where",
            "--products",
            "--tolerance", "--grace", "--environment", "--bundle-id", "--format", "--only", "--as-of", "--known-by",
            "--json",
        ],
        "types": ["--format"],
        "fingerprint": ["--ledger"],
        "doctor": ["--json"],
    ]

    @Test(arguments: ["--help", "-h", "help"])
    func theProgramNamesItsCommands(_ word: String) async throws {
        let run = try await CommandRun.storeledger([word])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        for command in Self.options.keys {
            #expect(run.lines.contains { $0.hasPrefix("  \(command) ") }, "\(command)")
        }
    }

    @Test(arguments: Self.options.keys.sorted())
    func aCommandNamesEveryOptionOfIts(_ command: String) async throws {
        let run = try await CommandRun.storeledger([command, "--help"])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let named = Set(
            run.lines.compactMap { $0.split(separator: " ").first }.map(String.init).filter { $0.first == "-" }
        )
        #expect(named == Set((Self.options[command] ?? []) + ["--help"]))
        #expect(run.outputText.hasPrefix("Usage: storeledger \(command)"))
    }

    @Test func helpWinsOverWhatIsMissing() async throws {
        let run = try await CommandRun.storeledger(["reconcile", "no-such-path", "--help"])
        #expect(run.exitCode == 0)
    }

    @Test func theVersionIsOneLine() async throws {
        let run = try await CommandRun.storeledger(["--version"])
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 1)
        #expect(run.outputText.hasPrefix("storeledger "))
    }
}
