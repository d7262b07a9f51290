import NotificationModel

/// An archive on its way: files of a stream one after another, each in batches that are signed by all lanes.
struct ArchiveWriting {
    let history: any ToldHistory
    let options: WritingOptions
    let plan: WritingPlan
    let lanes: Lanes
    let press: PagePress
    let damaged: DamagedFile
    let output: ArchiveOutput
    /// True counts all records as those of one source.
    let isOneStream: Bool
    /// What was written so far.
    private(set) var report = WritingReport()
    private var recordsOfOneStream = 0

    /// The positions that are told and signed at a time.
    private static let batchLength = 64 * WritingPlan.blockLength
    /// The positions that a lane plans at a time.
    private static let shareLength = 8 * WritingPlan.blockLength

    init(
        history: any ToldHistory,
        options: WritingOptions,
        plan: WritingPlan,
        lanes: Lanes,
        press: PagePress,
        damaged: DamagedFile,
        output: ArchiveOutput,
        isOneStream: Bool
    ) {
        self.history = history
        self.options = options
        self.plan = plan
        self.lanes = lanes
        self.press = press
        self.damaged = damaged
        self.output = output
        self.isOneStream = isOneStream
    }

    /// The positions whose first records lie in one file: whole blocks, so that file and plan do not cut each other.
    private var fileLength: Int {
        let records = options.pagesPerFile * HistoryPage.greatestCount
        let added = options.repeats.partsPerMillion + options.damage.partsPerMillion
        let block = WritingPlan.blockLength
        return max(block, records * 1_000_000 / (1_000_000 + added) / block * block)
    }

    /// Writes all files of a stream.
    mutating func write(_ stream: WritingPlan.StreamPlan) throws {
        let count = stream.stream.count
        let fileCount = (count + fileLength - 1) / fileLength
        // One number more than files: the last repeats may need a file of their own.
        let digits = max(4, String(fileCount).utf8.count)
        var carried = Carried()
        var newest = options.end
        for number in 0..<fileCount {
            let range = number * fileLength..<min((number + 1) * fileLength, count)
            let path = FilePath(stream.stream.name, number, digits: digits)
            var batches = batches(of: range)[...]
            // The first batch tells the file's date, and for most files that of the dump as well.
            let beginning = try planned(batches.removeFirst(), stream)
            guard let ends = Self.ends(beginning) else { preconditionFailure("a file holds a position") }
            let last =
                batches.isEmpty ? ends.last : history.told(range.suffix(1), of: stream.stream)[0].moment
            var file = OpenFile(path: path.dated(ends.first), plan: stream, dump: last + .hours(6))
            try begin(&file, with: carried.records)
            carried.records = []
            try write(beginning, into: &file, &carried)
            for batch in batches { try write(planned(batch, stream), into: &file, &carried) }
            try end(&file)
            carried.take(file.tapes, shownUntil: file.dump)
            try writeDamagedFiles(carried.files, beside: path, stream, dump: file.dump)
            newest = file.dump
            carried.files = []
        }
        // By then the store has made every attempt.
        let path = FilePath(stream.stream.name, fileCount, digits: digits)
        try writeLeftOvers(carried, path, stream, dump: newest + .days(30))
    }

    /// Repeats of the last file, and damage that found no place where it was due.
    private mutating func writeLeftOvers(
        _ carried: Carried,
        _ path: FilePath,
        _ stream: WritingPlan.StreamPlan,
        dump: Moment
    ) throws {
        let leftOver = carried.leftOver(plan.ways)
        let records = carried.records + leftOver.records
        if let first = records.first {
            var file = OpenFile(path: path.dated(first.told.moment), plan: stream, dump: dump)
            try begin(&file, with: records)
            try end(&file)
        }
        try writeDamagedFiles(leftOver.files, beside: path, stream, dump: dump)
    }

    // MARK: one file

    private mutating func begin(_ file: inout OpenFile, with records: [PlannedRecord]) throws {
        file.path += options.layout.fileExtension + options.compression.fileExtension
        file.tokens = SeededNumbers(seed: 0, name: file.path)
        if isOneStream { file.nextIndex = recordsOfOneStream }
        report.files += 1
        try output.submit([.begin(path: file.path)])
        file.pending = records
    }

    /// The ranges that are planned and signed at a time.
    private func batches(of range: Range<Int>) -> [Range<Int>] {
        stride(from: range.lowerBound, to: range.upperBound, by: Self.batchLength).map { start in
            start..<min(start + Self.batchLength, range.upperBound)
        }
    }

    /// The instants of the first and the last position of blocks.
    private static func ends(_ blocks: [WritingPlan.BlockPlan]) -> (first: Moment, last: Moment)? {
        guard let first = blocks.first, let last = blocks.last else { return nil }
        return (first.ends.first, last.ends.last)
    }

    /// Writes the blocks of a batch.
    private mutating func write(
        _ blocks: [WritingPlan.BlockPlan],
        into file: inout OpenFile,
        _ carried: inout Carried
    ) throws {
        for block in blocks {
            file.pending += block.records
            report.lostStories.formUnion(block.lost)
            carried.take(block)
        }
        try press(&file, isEnd: false)
    }

    private mutating func end(_ file: inout OpenFile) throws {
        try press(&file, isEnd: true)
        try output.submit([.end])
        if isOneStream { recordsOfOneStream = file.nextIndex }
    }

    /// The blocks of a batch, planned by all lanes.
    private func planned(
        _ batch: Range<Int>,
        _ stream: WritingPlan.StreamPlan
    ) throws -> [WritingPlan.BlockPlan] {
        let starts = Array(stride(from: batch.lowerBound, to: batch.upperBound, by: Self.shareLength))
        let (history, plan) = (history, plan)
        return try lanes.map(starts.count) { _, item in
            let range = starts[item]..<min(starts[item] + Self.shareLength, batch.upperBound)
            let told = history.told(range, of: stream.stream)
            precondition(told.count == range.count, "a history tells every position that it is asked for")
            return stride(from: 0, to: told.count, by: WritingPlan.blockLength).map { offset in
                let end = min(offset + WritingPlan.blockLength, told.count)
                return plan.block(at: range.lowerBound + offset, of: stream, told[offset..<end])
            }
        }.flatMap(\.self)
    }

    /// Signs the pages that are full; at the end of the file the last one too.
    private mutating func press(_ file: inout OpenFile, isEnd: Bool) throws {
        let pages = file.takePages(isEnd: isEnd, source: isOneStream ? "-" : file.path)
        guard !pages.isEmpty else { return }
        for record in pages.lazy.flatMap(\.records) {
            let line = record.truth("", 0)
            report.count(line.fate, line.reason)
        }
        let press = press
        let pressed = try lanes.map(pages.count) { lane, item in try press.press(pages[item], lane: lane) }
        for page in pressed { file.tapes.merge(page.tapes) { first, _ in first } }
        try output.submit(pressed.flatMap { [.text($0.text), .truth($0.truth)] })
    }

    private mutating func writeDamagedFiles(
        _ files: [DamagedFilePlan],
        beside path: FilePath,
        _ stream: WritingPlan.StreamPlan,
        dump: Moment
    ) throws {
        let digits = String(stream.damages).utf8.count
        for plan in files.sorted(by: { $0.name(digits) < $1.name(digits) }) {
            let name = path.text + "_" + plan.name(digits) + ".json"
            let file = try damaged.file(plan.damage, name, plan.intact, of: stream, dump: dump)
            var truth: [UInt8] = []
            for var line in TruthLine.lines(of: [file]) {
                // The intact records of a damaged file came in a file before.
                if line.fate == .new { line.fate = .duplicate }
                if isOneStream {
                    line.source = "-"
                    line.index = recordsOfOneStream
                    recordsOfOneStream += 1
                }
                report.count(line.fate, line.reason)
                line.json.write(to: &truth)
                truth.append(UInt8(ascii: "\n"))
            }
            report.files += 1
            try output.submit([.stored(path: file.path, bytes: file.stored), .truth(truth)])
        }
    }
}

/// A stream's folder with a file's number: what a file's path begins with.
private struct FilePath {
    let text: String

    init(_ stream: String, _ number: Int, digits: Int) {
        let number = String(number)
        text = stream + "/" + String(repeating: "0", count: digits - number.utf8.count) + number
    }

    /// The path with a date, without an ending.
    func dated(_ moment: Moment) -> String {
        text + "_" + moment.date
    }
}

/// A file while it is written.
private struct OpenFile {
    var path: String
    let plan: WritingPlan.StreamPlan
    let dump: Moment
    var pending: [PlannedRecord] = []
    var tapes: [Int: SignatureTape] = [:]
    var nextIndex = 0
    var tokens = SeededNumbers(seed: 0, name: "")

    /// Cuts full pages off what is pending; the last record stays until the end, for its page tells that it is the last.
    mutating func takePages(isEnd: Bool, source: String) -> [PlannedPage] {
        var pages: [PlannedPage] = []
        var start = 0
        while pending.count - start > HistoryPage.greatestCount || isEnd && start < pending.count {
            let end = min(start + HistoryPage.greatestCount, pending.count)
            pages.append(
                PlannedPage(
                    records: Array(pending[start..<end]),
                    plan: plan,
                    source: source,
                    firstIndex: nextIndex,
                    dump: dump,
                    hasMore: !isEnd || end < pending.count,
                    token: tokens.uuid()
                )
            )
            nextIndex += end - start
            start = end
        }
        pending.removeFirst(start)
        return pages
    }
}
