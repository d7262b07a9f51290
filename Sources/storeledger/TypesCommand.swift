internal import NotificationLedger
internal import NotificationModel

/// Prints the table of types and pairs.
enum TypesCommand {
    enum Format: String, CaseIterable {
        case text
        case json
        case markdown
    }

    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        switch try arguments.choice("--format", default: Format.text) {
        case .text: StandardOutput.write(text)
        case .json: StandardOutput.write(TypesDocument.json + "\n")
        case .markdown: StandardOutput.write(TypesDocument.markdown)
        }
        return .success
    }

    private static var text: String {
        let rows = NotificationTable.pairs.map { pair in
            [pair.type.text, pair.subtype?.text ?? "-", pair.effect.rawValue, pair.event, pair.story]
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            (0..<4).map { HelpText.padded(row[$0], widths[$0]) }.joined(separator: "  ") + "  " + row[4] + "\n"
        }.joined()
    }
}
