internal import NotificationLedger

/// `audit`: what the team grants against what the ledger proves.
enum AuditCommand {
    static func run(_ arguments: CommandArguments) throws -> ExitCode {
        let options = try options(arguments)
        let isObject = arguments.has("--json")
        let summary = try AuditRun(options, output: isObject ? nil : { StandardOutput.write($0) }).run()
        if isObject {
            StandardOutput.write(summary.json + "\n")
        } else if options.findingsFormat == .table {
            StandardOutput.write(summary.text)
        } else {
            StandardOutput.writeError(summary.text)
        }
        if summary.differs { return .findings }
        return summary.hasUnusableRows ? .inputNotWhole : .success
    }

    private static func options(_ arguments: CommandArguments) throws -> AuditOptions {
        var options = AuditOptions(
            ledger: try arguments.required("--ledger"),
            entitlements: try arguments.required("--entitlements")
        )
        if arguments.value("--entitlements-format") != nil {
            options.sourceFormat = try arguments.choice("--entitlements-format", default: .csv)
        }
        options.query = arguments.value("--query")
        options.products = arguments.value("--products")
        options.columns = try columns(arguments)
        options.conditions = try arguments.all("--grants-where").map { text throws(UsageError) in
            let (name, value) = try pair(text, of: "--grants-where", arguments)
            return AuditOptions.Condition(column: name, value: value)
        }
        options.asOf = try arguments.instant("--as-of")
        options.knownBy = try arguments.instant("--known-by")
        if let text = arguments.value("--tolerance") {
            guard let tolerance = CalendarDuration(text) else {
                throw UsageError(
                    "--tolerance is \(quoted(text)); it takes a duration such as PT1H or P2D",
                    command: arguments.command.name
                )
            }
            options.tolerance = tolerance
        }
        options.grace = try arguments.choice("--grace", default: .grants)
        if arguments.value("--environment") != nil {
            options.environment = try arguments.choice("--environment", default: .production)
        }
        options.bundleIds = try InputOptions.bundleIds(arguments)
        options.findingsFormat = try arguments.choice("--format", default: .table)
        options.only = try only(arguments)
        return options
    }

    private static func columns(_ arguments: CommandArguments) throws(UsageError) -> [String: String] {
        var result: [String: String] = [:]
        for list in arguments.all("--columns") {
            for text in list.split(separator: ",", omittingEmptySubsequences: false) {
                let (meaning, name) = try pair(String(text), of: "--columns", arguments)
                guard result.updateValue(name, forKey: meaning) == nil else {
                    throw UsageError("--columns maps \(quoted(meaning)) twice", command: arguments.command.name)
                }
            }
        }
        return result
    }

    private static func pair(
        _ text: String,
        of option: String,
        _ arguments: CommandArguments
    ) throws(UsageError) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError("\(option) is \(quoted(text)); it takes NAME=VALUE", command: arguments.command.name)
        }
        return (parts[0], parts[1])
    }

    private static func only(_ arguments: CommandArguments) throws(UsageError) -> Set<AuditClass>? {
        guard let text = arguments.value("--only") else { return nil }
        var result: Set<AuditClass> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let found = AuditClass(rawValue: name) else {
                let names = AuditClass.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(
                    "--only names \(quoted(name)); the classes are \(names)",
                    command: arguments.command.name
                )
            }
            result.insert(found)
        }
        return result
    }
}
