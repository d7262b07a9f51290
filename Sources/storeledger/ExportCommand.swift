internal import NotificationLedger

/// `export`: one table of the ledger on standard output.
enum ExportCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        let format = try arguments.choice("--format", default: ExportFormat.csv)
        guard !arguments.has("--list") else {
            StandardOutput.write(list)
            return .success
        }
        let name = try arguments.required("--table")
        guard let table = ExportableTable.all.first(where: { $0.name == name }) else {
            throw UsageError(
                "unknown table \(quoted(name))"
                    + CommandArguments.suggestion(name, among: ExportableTable.all.map(\.name))
                    + "; storeledger export --list tells all",
                command: arguments.command.name
            )
        }
        try LedgerReader(path: arguments.required("--ledger")).export(table, as: format) { StandardOutput.write($0) }
        return .success
    }

    private static var list: String {
        let tables = ExportableTable.all
        let widths = (tables.map(\.name.count).max() ?? 0, tables.map(\.kind.count).max() ?? 0)
        return tables.map { table in
            HelpText.padded(table.name, widths.0) + "  " + HelpText.padded(table.kind, widths.1) + "  "
                + table.sentence + "\n"
        }.joined()
    }
}
