internal import NotificationLedger

/// `reconcile`: the main job.
enum ReconcileCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        var options = ReconciliationOptions(ledger: try arguments.required("--ledger"))
        if let quarantine = arguments.value("--quarantine") {
            guard !quarantine.isEmpty else {
                throw UsageError("--quarantine is empty; it takes a directory or none", command: arguments.command.name)
            }
            options.quarantine = quarantine == "none" ? .none : .directory(quarantine)
        }
        options.asOf = try arguments.instant("--as-of")
        options.knownBy = try arguments.instant("--known-by")
        options.rereads = arguments.has("--reread")
        let failing = try failingCodes(arguments)
        let configuration = try InputOptions.configuration(arguments)
        let watch = SignalWatch(configuration.stop)
        let display = try ProgressDisplay.start(configuration.progress, arguments)
        let result = Result { try ReconciliationRun(configuration, options).run() }
        display?.stop()
        let summary = try result.get()
        withExtendedLifetime(watch) {}
        if arguments.has("--json") {
            StandardOutput.write(summary.json + "\n")
        } else if !arguments.has("--quiet") {
            StandardOutput.write(summary.text)
        }
        if let stopped = SignalWatch.exitCode(configuration.stop) { return stopped }
        guard summary.inputWasWhole else { return .inputNotWhole }
        let found = summary.ledger?.discrepancies ?? [:]
        return failing.contains { found[$0, default: 0] > 0 } ? .findings : .success
    }

    private static func failingCodes(_ arguments: CommandArguments) throws(UsageError) -> [String] {
        guard let text = arguments.value("--fail-on") else { return [] }
        let codes = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for code in codes where !DiscrepancyCodes.all.contains(code) {
            throw UsageError(
                "--fail-on names \(quoted(code)); the codes are \(DiscrepancyCodes.all.joined(separator: ", "))",
                command: arguments.command.name
            )
        }
        return codes
    }
}
