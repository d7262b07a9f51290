internal import NotificationLedger

/// A command line taken apart against the table of commands.
struct CommandArguments {
    let command: CommandSpecification
    let operands: [Word]
    private let values: [String: [String]]

    /// Takes the words after the program's name apart.
    ///
    /// `--name VALUE` and `--name=VALUE` are the same; everything after `--` is an operand.
    init(_ words: [Word]) throws(UsageError) {
        guard let name = words.first?.text else { throw UsageError("no command given; try storeledger --help") }
        guard let command = CommandSpecification.all.first(where: { $0.name == name }) else {
            throw UsageError(
                "unknown command \(quoted(name))" + Self.suggestion(name, among: CommandSpecification.all.map(\.name))
            )
        }
        var operands: [Word] = []
        var values: [String: [String]] = [:]
        var rest = words.dropFirst()
        var onlyOperands = false
        while let word = rest.popFirst() {
            let hyphen = UInt8(ascii: "-")
            guard !onlyOperands, word.bytes.first == hyphen, word.bytes != [hyphen] else {
                operands.append(word)
                continue
            }
            if word.bytes == [hyphen, hyphen] {
                onlyOperands = true
                continue
            }
            let pieces = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { Word(bytes: Array($0)) }
            let optionName = word.text == "-h" ? "--help" : pieces[0].text
            let known = command.options + [.helpFlag]
            guard let option = known.first(where: { $0.name == optionName }) else {
                throw UsageError(
                    "unknown option \(quoted(optionName)) for \(name)"
                        + Self.suggestion(optionName, among: known.map(\.name)),
                    command: name
                )
            }
            let value: String
            if option.value == nil {
                guard pieces.count == 1 else { throw UsageError("\(option.name) takes no value", command: name) }
                value = ""
            } else if pieces.count == 2 {
                value = try pieces[1].exactText(of: option.name, command: name)
            } else {
                guard let next = rest.popFirst(), !next.bytes.starts(with: [hyphen, hyphen]) else {
                    throw UsageError("\(option.name) needs a value: \(option.value ?? "")", command: name)
                }
                value = try next.exactText(of: option.name, command: name)
            }
            guard option.isRepeatable || values[option.name] == nil else {
                throw UsageError("\(option.name) is given more than once", command: name)
            }
            values[option.name, default: []].append(value)
        }
        self.command = command
        self.operands = operands
        self.values = values
        guard !wantsHelp else { return }
        guard command.operandCount.contains(operands.count) else {
            let problem = operands.count < command.operandCount.lowerBound ? "too few operands" : "too many operands"
            throw UsageError("\(problem): storeledger \(name) \(command.operands)", command: name)
        }
    }

    /// True if `--help` was given.
    var wantsHelp: Bool { values["--help"] != nil }

    /// True if the flag was given.
    func has(_ flag: String) -> Bool { values[flag] != nil }

    /// The option's only value.
    func value(_ name: String) -> String? { values[name]?.first }

    /// All values of a repeatable option.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option that the command cannot do without.
    func required(_ name: String) throws(UsageError) -> String {
        guard let value = value(name), !value.isEmpty else {
            throw UsageError("\(command.name) needs \(name)", command: command.name)
        }
        return value
    }

    /// A value out of a closed list.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        default standard: Choice
    ) throws(UsageError) -> Choice where Choice.RawValue == String {
        guard let text = value(name) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            let list = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("\(name) is \(quoted(text)); it can be \(list)", command: command.name)
        }
        return choice
    }

    /// A positive whole number.
    func count(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            throw UsageError(
                "\(name) is \(quoted(text)); it takes a whole number from \(range.lowerBound) to \(range.upperBound)",
                command: command.name
            )
        }
        return number
    }

    /// An instant in one of the forms of ``Instant/parse(_:)``.
    func instant(_ name: String) throws(UsageError) -> Int64? {
        guard let text = value(name) else { return nil }
        guard let instant = Instant.parse(text) else {
            throw UsageError(
                "\(name) is \(quoted(text)); it takes ISO 8601 with a zone (2026-01-31T12:00:00Z), a date (2026-01-31) "
                    + "or milliseconds since 1970",
                command: command.name
            )
        }
        return instant
    }

    /// Words that name the candidate nearest to a word; empty if none is near.
    static func suggestion(_ word: String, among names: [String]) -> String {
        let nearest = names.map { (name: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(2, word.count / 3) else { return "" }
        return "; did you mean \(nearest.name)?"
    }

    private static func editDistance(_ left: String, _ right: String) -> Int {
        let columns = Array(right)
        var row = Array(0...columns.count)
        for (lineIndex, character) in left.enumerated() {
            var previous = row[0]
            row[0] = lineIndex + 1
            for (index, other) in columns.enumerated() {
                let substituted = previous + (character == other ? 0 : 1)
                previous = row[index + 1]
                row[index + 1] = min(substituted, previous + 1, row[index] + 1)
            }
        }
        return row[columns.count]
    }
}

/// A user's token in quotes, with control characters made visible.
func quoted(_ text: String) -> String {
    "'\(PrintableText.escape(text))'"
}
