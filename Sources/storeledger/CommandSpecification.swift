/// The commands, their operands and options: the parser and the help read this table.
struct CommandSpecification {
    let name: String
    let operands: String
    let summary: String
    let options: [CommandOption]
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>

    static let all: [CommandSpecification] = [
        CommandSpecification(
            name: "reconcile",
            operands: "PATH… --ledger FILE",
            summary: "verify archived notification history, take it into the ledger and print what came of it",
            options: [.ledger] + CommandOption.input + [
                CommandOption(
                    "--quarantine",
                    value: "DIR|none",
                    "where rejected records are kept (default: FILE.rejected)"
                ),
                .asOf, .knownBy,
                CommandOption("--fail-on", value: "CODES", "end with status 4 if a discrepancy of these codes stands"),
                CommandOption("--reread", "read sources again that were finished before"),
                .json,
            ],
            operandCount: 1...Int.max
        ),
        CommandSpecification(
            name: "verify",
            operands: "PATH…",
            summary: "verify archived notification history and print one JSON line a record; no ledger",
            options: CommandOption.input + [
                CommandOption("--with-payload", "add the decoded objects to each line"),
                CommandOption("--no-records", "no lines, only the summary"),
                .json,
            ],
            operandCount: 1...Int.max
        ),
        CommandSpecification(
            name: "explain",
            operands: "ID --ledger FILE",
            summary: "tell the story of a subscription, transaction, notification or account",
            options: [
                .ledger, .asOf, .knownBy,
                CommandOption("--full", "each renewal and each period on lines of its own; --json always tells all"),
                .json,
            ],
            operandCount: 1...1
        ),
        CommandSpecification(
            name: "export",
            operands: "--ledger FILE --table NAME",
            summary: "print a table, view or report of the ledger as CSV or JSON lines",
            options: [
                .ledger, CommandOption("--table", value: "NAME", "what to print; --list tells the names"),
                CommandOption("--format", value: "csv|jsonl", "how to print it (default: csv)"),
                CommandOption("--list", "the tables, views and reports, one a line; no ledger"),
            ],
            operandCount: 0...0
        ),
        CommandSpecification(
            name: "audit",
            operands: "--ledger FILE --entitlements SOURCE",
            summary: "compare what your own system grants with what the ledger proves",
            options: [.ledger] + CommandOption.audit + [.asOf, .knownBy, .json],
            operandCount: 0...0
        ),
        CommandSpecification(
            name: "types",
            operands: "",
            summary: "the table of notification types and their subtypes",
            options: [CommandOption("--format", value: "text|json|markdown", "how to print it (default: text)")],
            operandCount: 0...0
        ),
        CommandSpecification(
            name: "fingerprint",
            operands: "--ledger FILE",
            summary: "one line: the hash of the ledger's facts",
            options: [.ledger],
            operandCount: 0...0
        ),
        CommandSpecification(
            name: "doctor",
            operands: "",
            summary: "the machine, the libraries and a self-test",
            options: [.json],
            operandCount: 0...0
        ),
    ]
}
