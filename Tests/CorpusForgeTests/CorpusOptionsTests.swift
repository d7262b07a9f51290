import CorpusForge
import NotificationModel
import Testing

struct CorpusOptionsTests {
    private static func history(_ arguments: String...) throws -> CorpusOptions {
        guard case .history(let options) = try CorpusOptions.parse(["--out", "here"] + arguments) else {
            Issue.record("no request for a history")
            return CorpusOptions()
        }
        return options
    }

    @Test func theDefaultsAreThoseOfTheHelp() throws {
        let options = try Self.history()
        #expect(options == CorpusOptions(folder: "here"))
        #expect(options.notifications == 10_000 && options.apps == 2 && !options.writesStream)
        let writing = options.writing
        #expect(writing.seed == 1 && writing.start == "2022-01-01" && writing.days == 1780 && writing.leaves == 3)
        #expect(writing.repeats.of(100) == 8 && writing.damage.of(100) == 5 && !writing.isLossy)
        #expect(writing.damageReasons == Corpus.reasonsWithoutOptions && writing.outages.isEmpty)
        #expect(writing.pagesPerFile == 50 && writing.layout == .pages && writing.compression == .lz4)
        #expect(try CorpusOptions.parse(["--out", "here"], jobs: 7) != .history(options))
    }

    @Test func optionsAreRead() throws {
        let options = try Self.history(
            "--seed",
            "7",
            "--notifications",
            "12",
            "--days",
            "30",
            "--start",
            "2024-02-29",
            "--apps",
            "3",
            "--leaves",
            "2",
            "--repeats",
            "0.5",
            "--damage",
            "12.0625",
            "--damage-kinds",
            "signature-invalid,truncated-archive",
            "--outage",
            "2024-03-01/2024-03-02T12:30:59Z",
            "--outage",
            "2024-03-05T00:00:00Z/2024-03-06",
            "--pages-per-file",
            "9",
            "--layout",
            "bodies",
            "--compression",
            "lz4-independent",
            "--lossy",
            "--stdout",
            "--jobs",
            "5"
        )
        var expected = CorpusOptions(folder: "here")
        expected.writesStream = true
        expected.notifications = 12
        expected.apps = 3
        expected.writing.seed = 7
        expected.writing.days = 30
        expected.writing.start = "2024-02-29"
        expected.writing.leaves = 2
        expected.writing.repeats = Share(partsPerMillion: 5000)
        expected.writing.damage = Share(partsPerMillion: 120_625)
        expected.writing.damageReasons = [.signatureInvalid, .truncatedArchive]
        expected.writing.outages = [
            .init(from: "2024-03-01", to: "2024-03-02 12:30:59"), .init(from: "2024-03-05", to: "2024-03-06"),
        ]
        expected.writing.pagesPerFile = 9
        expected.writing.layout = .bodies
        expected.writing.compression = .lz4Independent
        expected.writing.isLossy = true
        expected.writing.jobs = 5
        #expect(options == expected)
    }

    @Test func theOtherRequestsAreTold() throws {
        var stories = CorpusOptions(folder: "here")
        stories.writing.seed = 3
        stories.writing.compression = .zstd
        #expect(
            try CorpusOptions.parse(["--stories", "--out", "here", "--seed", "3", "--compression", "zstd"])
                == .stories(stories)
        )
        #expect(try CorpusOptions.parse(["--out", "here", "--help"]) == .help)
        var stream = CorpusOptions()
        stream.writesStream = true
        #expect(try CorpusOptions.parse(["--stdout"]) == .history(stream))
    }

    private static let percentage = "expected a percentage from 0 to 100 with at most four decimals"
    private static let outage = "expected FROM/TO with FROM before TO, dates or YYYY-MM-DDTHH:MM:SSZ"
    private static let misuses: [([String], String)] = [
        ([], "--out DIR is missing"),
        (["--sede", "7"], "unknown option '--sede'"),
        (["--out"], "--out needs a value"),
        (["--out", "--seed", "7"], "--out needs a value"),
        (["--stories"], "--out DIR is missing"),
        (["--out", "a", "--stories", "--damage", "3"], "--damage does not go with --stories, whose history is fixed"),
        (["--out", "a", "--stdout", "--stories"], "--stdout does not go with --stories, whose history is fixed"),
        (["--seed", "-1"], "--seed '-1': expected a whole number from 0"),
        (["--notifications", "1e6"], "--notifications '1e6': expected a whole number from 0 to 1000000000"),
        (["--days", "0"], "--days '0': expected a whole number from 1 to 5400"),
        (["--leaves", "0"], "--leaves '0': expected a whole number from 1 to 100"),
        (["--repeats", "100.5"], "--repeats '100.5': \(percentage)"),
        (["--repeats", "-1"], "--repeats '-1': \(percentage)"),
        (["--damage", "5%"], "--damage '5%': \(percentage)"),
        (["--damage", "."], "--damage '.': \(percentage)"),
        (["--damage", "0.00001"], "--damage '0.00001': \(percentage)"),
        (["--start", "2024-02-30"], "--start '2024-02-30': expected a date from 2021-04-01 to 2035-12-31, YYYY-MM-DD"),
        (["--start", "2019-01-01"], "--start '2019-01-01': expected a date from 2021-04-01 to 2035-12-31, YYYY-MM-DD"),
        (["--outage", "2024-03-02/2024-03-01"], "--outage '2024-03-02/2024-03-01': \(outage)"),
        (["--outage", "2024-03-02"], "--outage '2024-03-02': \(outage)"),
        (["--outage", "2024-03-02T24:00:00Z/2025-01-01"], "--outage '2024-03-02T24:00:00Z/2025-01-01': \(outage)"),
        (["--outage", "2024-03-02T1:00:00Z/2025-01-01"], "--outage '2024-03-02T1:00:00Z/2025-01-01': \(outage)"),
        (["--layout", "page"], "--layout 'page': expected pages, lines or bodies"),
        (["--compression", "rar"], "--compression 'rar': expected lz4, lz4-independent, gzip, zstd or none"),
        (["--out", "a", "--start", "2035-12-01", "--days", "32"], "--days '32': expected at most 31, the end of 2035"),
    ]

    @Test(arguments: misuses)
    func misuseIsNamed(arguments: [String], sentence: String) {
        let misuse = #expect(throws: CorpusOptions.Misuse.self) { try CorpusOptions.parse(arguments) }
        #expect(misuse?.sentence == sentence)
    }

    @Test(arguments: ["app-not-allowed", "signature-invalid,", "nonsense"])
    func aKindThatNoArchiveHasIsRefusedWithTheList(kinds: String) {
        let misuse = #expect(throws: CorpusOptions.Misuse.self) {
            try CorpusOptions.parse(["--out", "a", "--damage-kinds", kinds])
        }
        let sentence = misuse?.sentence ?? ""
        #expect(
            sentence.hasPrefix(
                "--damage-kinds '\(kinds)': expected reason codes with commas between, of: malformed-json, "
            )
        )
        #expect(sentence.hasSuffix(", limit-exceeded") && !sentence.dropFirst(40).contains("app-not-allowed"))
    }
}
