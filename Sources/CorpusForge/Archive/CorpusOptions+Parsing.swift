import NotificationModel

extension CorpusOptions {
    /// Reads the arguments after the program's name; `jobs` is the number of threads where none is asked for.
    package static func parse(_ arguments: [String], jobs: Int = 1) throws(Misuse) -> Request {
        var options = CorpusOptions()
        options.writing.jobs = jobs
        var tellsStories = false
        var beyondStories: String?
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": return .help
            case "--stories": tellsStories = true
            case "--out", "--seed", "--compression": try options.take(option, &rest)
            default:
                try options.take(option, &rest)
                beyondStories = beyondStories ?? option
            }
        }
        if tellsStories, let option = beyondStories { throw .notForStories(option) }
        guard !options.folder.isEmpty || options.writesStream else { throw .missingFolder }
        let last: Moment = "2036-01-01"
        guard options.writing.end <= last else {
            let days = (last.milliseconds - options.writing.start.milliseconds) / 86_400_000
            throw .impossibleValue(
                option: "--days",
                value: String(options.writing.days),
                expected: "at most \(days), the end of 2035"
            )
        }
        return tellsStories ? .stories(options) : .history(options)
    }

    /// Takes an option with its value.
    private mutating func take(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse) {
        switch option {
        case "--stdout": writesStream = true
        case "--lossy": writing.isLossy = true
        case "--out": folder = try Self.value(of: option, &rest)
        case "--seed":
            writing.seed = try Self.read(option, &rest, "a whole number from 0") { UInt64($0) }
        case "--notifications": notifications = try Self.count(option, &rest, 0...1_000_000_000)
        case "--days": writing.days = try Self.count(option, &rest, 1...5400)
        case "--apps": apps = try Self.count(option, &rest, 1...1000)
        case "--leaves": writing.leaves = try Self.count(option, &rest, 1...100)
        case "--pages-per-file": writing.pagesPerFile = try Self.count(option, &rest, 1...5000)
        case "--jobs": writing.jobs = try Self.count(option, &rest, 1...256)
        case "--start":
            writing.start = try Self.read(option, &rest, "a date from 2021-04-01 to 2035-12-31, YYYY-MM-DD") {
                Moment(day: $0).flatMap { $0 >= "2021-04-01" && $0 < "2036-01-01" ? $0 : nil }
            }
        case "--repeats": writing.repeats = try Self.share(option, &rest)
        case "--damage": writing.damage = try Self.share(option, &rest)
        case "--damage-kinds":
            writing.damageReasons = try Self.read(option, &rest, Self.knownReasons, Self.reasons)
        case "--outage":
            let outage = try Self.read(option, &rest, "FROM/TO with FROM before TO, dates or YYYY-MM-DDTHH:MM:SSZ") {
                WritingOptions.TimeRange($0)
            }
            writing.outages.append(outage)
        case "--layout":
            writing.layout = try Self.read(option, &rest, "pages, lines or bodies") {
                WritingOptions.Layout(rawValue: $0)
            }
        case "--compression":
            writing.compression = try Self.read(option, &rest, "lz4, lz4-independent, gzip, zstd or none") {
                ArchiveEncoding(rawValue: $0)
            }
        default: throw .unknownOption(option)
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw .missingValue(option) }
        return value
    }

    private static func read<Value>(
        _ option: String,
        _ rest: inout ArraySlice<String>,
        _ expected: String,
        _ read: (String) -> Value?
    ) throws(Misuse) -> Value {
        let text = try value(of: option, &rest)
        guard let value = read(text) else {
            throw .impossibleValue(option: option, value: text, expected: expected)
        }
        return value
    }

    private static func count(
        _ option: String,
        _ rest: inout ArraySlice<String>,
        _ range: ClosedRange<Int>
    ) throws(Misuse) -> Int {
        try read(option, &rest, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func share(_ option: String, _ rest: inout ArraySlice<String>) throws(Misuse) -> Share {
        try read(option, &rest, "a percentage from 0 to 100 with at most four decimals") { Share(percent: $0) }
    }

    private static var knownReasons: String {
        let known = RejectionReason.allCases.filter { Corpus.reasonsWithoutOptions.contains($0) }.map(\.rawValue)
        return "reason codes with commas between, of: " + known.joined(separator: ", ")
    }

    private static func reasons(_ text: String) -> Set<RejectionReason>? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let reasons = words.compactMap { RejectionReason(rawValue: String($0)) }
        guard reasons.count == words.count, Corpus.reasonsWithoutOptions.isSuperset(of: reasons) else { return nil }
        return Set(reasons)
    }
}

extension WritingOptions.TimeRange {
    /// Reads `FROM/TO`; nil where it is none or ends before it begins.
    fileprivate init?(_ text: String) {
        let ends = text.split(separator: "/", omittingEmptySubsequences: false).map { Moment(instant: String($0)) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
        self.init(from: start, to: end)
    }
}

extension Moment {
    /// Reads `YYYY-MM-DD`, an existing date from 1970 to 9999, as the start of the day in UTC; nil where it is none.
    package init?(day text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDigit }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year >= 1970,
            (1...12).contains(month), day >= 1
        else { return nil }
        self.init(year: year, month: month, day: day)
        // A day that the month lacks would be one of the next month.
        guard date == text else { return nil }
    }

    /// Reads `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`; nil where it is neither.
    package init?(instant text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let first = halves.first, let day = Moment(day: String(first)) else { return nil }
        guard halves.count > 1 else {
            self = day
            return
        }
        let parts = halves[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1].last == "Z", parts.map(\.utf8.count) == [2, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), let second = Int(parts[2]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        self = day + .seconds((hour * 60 + minute) * 60 + second)
    }
}

extension UInt8 {
    /// True for an ASCII digit.
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
