internal import HistoryArchive
internal import NotificationModel

/// Counts a run's records and numbers them within their sources.
struct RecordTally {
    var counts = RunCounts()
    private let progress: RunProgress
    private var nextIndices: [Int: Int] = [:]
    private var bytesOfEndedSources: UInt64 = 0

    init(sources: SourceList, progress: RunProgress) {
        self.progress = progress
        progress.update { $0.totalBytes = sources.totalBytes }
    }

    mutating func begin(_ source: Int, at index: Int = 0) {
        counts.sourcesRead += 1
        nextIndices[source] = index
    }

    mutating func end(_ source: Int, _ summary: SourceSummary) {
        nextIndices[source] = nil
        bytesOfEndedSources += summary.rawBytes
        counts.documentsSkipped += summary.skippedDocuments
    }

    /// The number of the source's next record, counted from 0.
    mutating func nextIndex(of source: Int) -> Int {
        let index = nextIndices[source, default: 0]
        nextIndices[source] = index + 1
        return index
    }

    /// The number that the source's next record will have.
    func upcomingIndex(of source: Int) -> Int { nextIndices[source, default: 0] }

    /// Tells the progress how far the run is after a slab.
    func report(_ outcome: SlabOutcome) {
        progress.update { reading in
            reading.records = counts.recordsIn
            reading.bytes = outcome.rawBytesRead
        }
    }

    func figures(_ configuration: RunConfiguration, _ stopwatch: Stopwatch) -> RunFigures {
        var figures = RunFigures()
        figures.jobs = configuration.jobs
        figures.kernel = configuration.kernel.name
        figures.bytes = bytesOfEndedSources
        figures.seconds = stopwatch.seconds
        figures.records = counts.recordsIn
        return figures
    }
}
