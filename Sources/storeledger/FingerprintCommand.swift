internal import NotificationLedger

/// `fingerprint`: one line that names the ledger's facts.
enum FingerprintCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        StandardOutput.write(try LedgerReader(path: arguments.required("--ledger")).fingerprint() + "\n")
        return .success
    }
}
