internal import NotificationLedger

/// Carries out a command line: the one place where errors become words and exit codes.
enum Program {
    /// Runs the command that the words name.
    static func run(_ words: [Word]) -> ExitCode {
        if let first = words.first?.text, ["--help", "-h", "help"].contains(first) {
            StandardOutput.write(HelpText.program)
            return .success
        }
        if words.map(\.text) == ["--version"] {
            StandardOutput.write("storeledger \(LibraryVersion.text)\n")
            return .success
        }
        do {
            let arguments = try CommandArguments(words)
            if arguments.wantsHelp {
                StandardOutput.write(HelpText.command(arguments.command))
                return .success
            }
            return try run(arguments)
        } catch let error as UsageError {
            let hint = error.command.map { "storeledger \($0) --help" } ?? "storeledger --help"
            StandardOutput.writeError("storeledger: \(error.message)\nTry: \(hint)\n")
            return .usage
        } catch let error as LedgerRunError {
            StandardOutput.writeError("storeledger: \(PrintableText.escape(error.message, limit: 4096))\n")
            return ExitCode(error.kind)
        } catch {
            StandardOutput.writeError("storeledger: internal error: \(PrintableText.escape("\(error)"))\n")
            return .internalError
        }
    }

    private static func run(_ arguments: CommandArguments) throws -> ExitCode {
        switch arguments.command.name {
        case "reconcile": try ReconcileCommand.run(arguments)
        case "verify": try VerifyCommand.run(arguments)
        case "explain": try ExplainCommand.run(arguments)
        case "export": try ExportCommand.run(arguments)
        case "audit": try AuditCommand.run(arguments)
        case "types": try TypesCommand.run(arguments)
        case "fingerprint": try FingerprintCommand.run(arguments)
        case "doctor": try DoctorCommand.run(arguments)
        default: throw UsageError("unknown command \(quoted(arguments.command.name))")
        }
    }
}
