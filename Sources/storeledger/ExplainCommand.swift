internal import NotificationLedger

/// `explain`: the story behind an id.
enum ExplainCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        let reader = try LedgerReader(path: arguments.required("--ledger"))
        let explanation = try reader.explain(
            arguments.operands[0].text,
            asOf: arguments.instant("--as-of"),
            knownBy: arguments.instant("--known-by")
        )
        if arguments.has("--json") {
            StandardOutput.write(explanation.json + "\n")
        } else {
            StandardOutput.write(arguments.has("--full") ? explanation.fullText : explanation.text)
        }
        return .success
    }
}
