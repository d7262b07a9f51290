package import Foundation

/// Writes the archive of a history with its truth: signed, laid out, repeated, damaged and compressed.
///
/// ```swift
/// let writer = HistoryWriter(history, options)
/// let report = try writer.write(to: folder)
/// // folder/archive/…, folder/root.pem, folder/truth.jsonl, folder/manifest.sha256
/// ```
/// What is written is a function of the history and the options, but for keys and signatures. Memory: some hundred
/// pages, and a few kilobytes for each record of one file that comes again; nothing grows with the history but the
/// names of the stories that lack a record.
package struct HistoryWriter {
    /// Writes `state.jsonl`: is given the stories that lack a record and a function that takes bytes.
    package typealias StateWriting = (_ lostStories: Set<String>, _ write: ([UInt8]) throws -> Void) throws -> Void

    private let history: any ToldHistory
    private let options: WritingOptions

    /// A writer of a history.
    package init(_ history: any ToldHistory, _ options: WritingOptions) {
        self.history = history
        self.options = options
    }

    /// Writes everything into a folder that is empty or does not exist yet.
    ///
    /// - Throws: ``Corpus/WritingFailure`` for the folder, and what files, codecs and OpenSSL fail with.
    package func write(to folder: URL, state: StateWriting? = nil) throws -> WritingReport {
        try write(folder: folder, stream: nil, state: state)
    }

    /// Writes the archive's files one after another into a stream, the rest into a folder if there is one.
    ///
    /// The truth tells the whole stream as one source named `-`. Damage that needs a file of its own is left out.
    package func write(to stream: FileHandle, beside folder: URL?, state: StateWriting? = nil) throws -> WritingReport {
        try write(folder: folder, stream: stream, state: state)
    }

    private func write(folder: URL?, stream: FileHandle?, state: StateWriting?) throws -> WritingReport {
        if let folder { try Corpus.checkIsFree(folder) }
        let keys = try WritingKeys(leaves: options.leaves, from: options.start, until: options.end)
        let plan = WritingPlan(
            history.streams,
            options,
            inOneStream: stream != nil,
            leaves: keys.forge.leaves
        )
        let bundleIds = Set(plan.streams.map(\.stream.app.bundleId))
        let deliveries = DeliveryBook(options.outages, of: bundleIds, seed: options.seed)
        let lanes = Lanes(count: max(1, options.jobs))
        let output = try ArchiveOutput(
            folder: folder,
            stream: stream,
            options.compression,
            rootPEM: keys.forge.authority.rootPEM
        )
        var archive = try ArchiveWriting(
            history: history,
            options: options,
            plan: plan,
            lanes: lanes,
            press: PagePress(keys, deliveries, options.layout, lanes: lanes.count),
            damaged: DamagedFile(
                forge: keys.forge,
                deliveries: deliveries,
                compression: options.compression
            ),
            output: output,
            isOneStream: stream != nil
        )
        for stream in plan.streams { try archive.write(stream) }
        let lost = archive.report.lostStories
        try output.finish(state: state.map { state in { write in try state(lost, write) } })
        return archive.report
    }
}
