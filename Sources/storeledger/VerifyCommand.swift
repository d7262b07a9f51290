internal import NotificationLedger

/// `verify`: one JSON line a record, no ledger.
enum VerifyCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        let configuration = try InputOptions.configuration(arguments)
        let printsRecords = !arguments.has("--no-records")
        let watch = SignalWatch(configuration.stop)
        let display = try ProgressDisplay.start(configuration.progress, arguments)
        let run = VerificationRun(
            configuration,
            includesPayload: arguments.has("--with-payload"),
            output: printsRecords && !arguments.has("--json") ? { StandardOutput.write($0) } : nil
        )
        let result = Result { try run.run() }
        display?.stop()
        let summary = try result.get()
        withExtendedLifetime(watch) {}
        if arguments.has("--json") {
            StandardOutput.write(summary.json + "\n")
        } else if !arguments.has("--quiet") {
            StandardOutput.writeError(summary.text)
        }
        if let stopped = SignalWatch.exitCode(configuration.stop) { return stopped }
        return summary.inputWasWhole ? .success : .inputNotWhole
    }
}
