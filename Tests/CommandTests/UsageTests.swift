import Foundation
import Testing

/// Wrong command lines: status 2, one line that names what is wrong, nothing on standard output.
struct UsageTests {
    @Test(arguments: [
        (["reconcil"], "unknown command 'reconcil'; did you mean reconcile?"),
        (["explian", "x"], "unknown command 'explian'; did you mean explain?"),
        (["zzzzzzzzzzzz"], "unknown command 'zzzzzzzzzzzz'"),
        ([], "no command given"),
        ([""], "unknown command ''"),
        (["verify", "--trust-rot", "x", "y"], "unknown option '--trust-rot' for verify; did you mean --trust-root?"),
        (["reconcile", "--leger=x", "y"], "unknown option '--leger' for reconcile; did you mean --ledger?"),
        (["types", "--json"], "unknown option '--json' for types"),
        (["verify", "-x"], "unknown option '-x' for verify"),
        (["verify"], "too few operands"),
        (["reconcile", "--ledger", "x"], "too few operands"),
        (["types", "extra"], "too many operands"),
        (["explain", "1", "2", "--ledger", "x"], "too many operands"),
        (["reconcile", "/dev/null"], "reconcile needs --ledger"),
        (["reconcile", "/dev/null", "--ledger="], "reconcile needs --ledger"),
        (["explain", "1"], "explain needs --ledger"),
        (["fingerprint"], "fingerprint needs --ledger"),
        (["export", "--table", "meta"], "export needs --ledger"),
        (["export", "--ledger", "x"], "export needs --table"),
        (["export", "--ledger", "x", "--table", "meta", "--format", "xml"], "--format is 'xml'; it can be csv, jsonl"),
        (["reconcile", "/dev/null", "--ledger"], "--ledger needs a value"),
        (["reconcile", "/dev/null", "--ledger", "--json"], "--ledger needs a value"),
        (["verify", "/dev/null", "--jobs", "1", "--jobs", "2"], "--jobs is given more than once"),
        (["verify", "/dev/null", "--quiet=yes"], "--quiet takes no value"),
    ])
    func isToldInOneLine(_ words: [String], _ message: String) async throws {
        let run = try await CommandRun.storeledger(words)
        #expect(run.exitCode == 2)
        #expect(run.errorText.hasPrefix("storeledger: \(message)"), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 2)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        ("--jobs", "0"), ("--jobs", "-1"), ("--jobs", "+2"), ("--jobs", "1e1"), ("--jobs", ""), ("--jobs", "257"),
        ("--jobs", "99999999999999999999"), ("--jobs", "٣"),
        ("--as-of", "2023-02-29"), ("--as-of", "2023-13-01"), ("--as-of", "2023-01-01T00:00:00"),
        ("--as-of", "1700000000"), ("--as-of", ""), ("--as-of", "yesterday"), ("--known-by", "2023-01-32"),
        ("--as-of", "2023-01-01T24:00:00Z"), ("--as-of", "2023-01-01T00:00:00Zx"),
        ("--as-of", "9223372036854775807"), ("--as-of", "9223372036854775808"),
        ("--app-apple-id", "+5"), ("--app-apple-id", ""), ("--app-apple-id", "0x10"), ("--app-apple-id", "-5"),
        ("--environment", "Production"), ("--environment", ""), ("--progress", "sometimes"),
        ("--max-document-bytes", "0"), ("--bundle-id", ""), ("--fail-on", "no-such-code"), ("--fail-on", ""),
        ("--quarantine", ""),
    ])
    func anImpossibleValueIsNamedAndMakesNoLedger(_ option: String, _ value: String) async throws {
        let workshop = try Workshop()
        let run = try await CommandRun.storeledger(
            ["reconcile", "/dev/null", "--ledger", workshop.path("ledger"), "\(option)=\(value)"]
        )
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains(option), "\(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: workshop.path("ledger")))
    }

    @Test(arguments: ["verify", "reconcile"])
    func aMissingPathIsNamedAndMakesNoLedger(_ command: String) async throws {
        let workshop = try Workshop()
        let ledger = command == "reconcile" ? ["--ledger", workshop.path("ledger")] : []
        let run = try await CommandRun.storeledger(
            [command, FrozenCorpus.compressedFile, "no/such\u{1B}[31m\nplace"] + ledger + FrozenCorpus.trust
        )
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("no/such"))
        #expect(run.errorText.contains("No such file or directory"))
        #expect(!run.errorText.contains("\u{1B}"))
        #expect(run.errorText.filter { $0 == "\n" }.count == 1)
        #expect(run.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: workshop.path("ledger")))
    }

    @Test func aTrustRootThatIsMissingOrNoCertificateIsNamed() async throws {
        let workshop = try Workshop()
        let junk = try workshop.write("junk.pem", Array("not a certificate".utf8))
        for path in [junk, workshop.path("absent.pem"), workshop.folder.path] {
            let run = try await CommandRun.storeledger(["verify", "/dev/null", "--trust-root", path])
            #expect(run.exitCode == 2)
            #expect(run.errorText.contains(path), "\(run.errorText)")
        }
    }
}
