package import NotificationModel

/// How an archive is written from a history.
package struct WritingOptions: Hashable, Sendable {
    /// Decides which records are repeated, damaged or fail at first, and in which ways.
    package var seed: UInt64 = 1
    /// The first day of the history: the leaves begin before it.
    package var start: Moment = "2022-01-01"
    /// The days of the history: the leaves end after them.
    package var days = 1780
    /// The signing leaves that follow each other.
    package var leaves = 3
    /// How many records come again, as a share of the notifications.
    package var repeats = Share(partsPerMillion: 80_000)
    /// How many damaged or conflicting copies are added, as a share of the notifications.
    package var damage = Share(partsPerMillion: 50_000)
    /// The kinds of damage, by the reason that a reader gives.
    package var damageReasons = Corpus.reasonsWithoutOptions
    /// True leaves out the intact record of every altered copy.
    package var isLossy = false
    /// The times at which every app's server fails.
    package var outages: [TimeRange] = []
    /// About how many pages of 20 records a file holds.
    package var pagesPerFile = 50
    /// The shape of the files.
    package var layout = Layout.pages
    /// The form of the files.
    package var compression = ArchiveEncoding.lz4
    /// How many threads sign.
    package var jobs = 1

    /// The defaults.
    package init() {}

    /// An interval, its end excluded.
    package struct TimeRange: Hashable, Sendable {
        /// The first instant.
        package var start: Moment
        /// The first instant after it.
        package var end: Moment

        /// The interval between two instants.
        package init(from start: Moment, to end: Moment) {
            self.start = start
            self.end = end
        }
    }

    /// The shapes in which records lie in a file.
    package enum Layout: String, CaseIterable, Sendable {
        /// A page of 20 items a line.
        case pages
        /// An item a line.
        case lines
        /// A request body a line: `signedPayload` alone, without attempts.
        case bodies

        /// The files' ending before that of the compression.
        var fileExtension: String { self == .pages ? ".json" : ".jsonl" }
    }

    /// The end of the history.
    package var end: Moment { start + .days(days) }
}

/// A share in millionths.
package struct Share: Hashable, Sendable {
    /// From 0 to 1,000,000.
    package var partsPerMillion: Int

    /// A share of so many millionths.
    package init(partsPerMillion: Int) {
        self.partsPerMillion = partsPerMillion
    }

    /// Reads a percentage from 0 to 100 with at most four decimals, such as `5` or `0.5`; nil where it is none.
    package init?(percent text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard let first = parts.first, (1...3).contains(first.utf8.count), (1...4).contains(decimals.utf8.count),
            (first + decimals).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let value = Int(first + decimals + String(repeating: "0", count: 4 - decimals.utf8.count)),
            value <= 1_000_000
        else { return nil }
        partsPerMillion = value
    }

    /// The share of a number, rounded down.
    package func of(_ count: Int) -> Int {
        count * partsPerMillion / 1_000_000
    }
}
