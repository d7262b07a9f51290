/// The texts of `--help`, made from the table of commands.
enum HelpText {
    /// The program's own help.
    static var program: String {
        let width = CommandSpecification.all.map(\.name.count).max() ?? 0
        let commands = CommandSpecification.all.map { "  \(padded($0.name, width))  \($0.summary)" }
        return """
            storeledger verifies archived App Store Server Notification history and reconciles it into a ledger.

            Usage: storeledger COMMAND …

            \(commands.joined(separator: "\n"))

            storeledger COMMAND --help tells a command's options.
            Exit status: 0 done, 1 failed, 2 wrong usage, 3 input not whole, 4 findings, 70 internal error.

            """
    }

    /// One command's help.
    static func command(_ command: CommandSpecification) -> String {
        let options = command.options + [.helpFlag]
        let names = options.map { option in
            let name = option.value.map { "\(option.name) \($0)" } ?? option.name
            return option.isRepeatable ? "\(name) …" : name
        }
        let width = min(names.map(\.count).max() ?? 0, 30)
        let lines = zip(options, names).map { option, name in
            name.count > width
                ? "  \(name)\n  \(padded("", width))  \(option.help)" : "  \(padded(name, width))  \(option.help)"
        }
        return """
            Usage: storeledger \(command.name) \(command.operands)

            \(command.summary)

            \(lines.joined(separator: "\n"))

            """
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
