import CorpusForge
import Foundation

/// Ends the process with a message on standard error.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("storeledger-corpus: \(message)\n".utf8))
    exit(status)
}

/// Writes the hand-told corpus and gives the sentence about it.
func writeStories(_ options: CorpusOptions) throws -> String {
    let corpus = try Corpus(seed: options.writing.seed, compression: options.writing.compression)
    try corpus.write(to: URL(filePath: options.folder))
    let counts = Dictionary(grouping: corpus.truth, by: \.fate).mapValues(\.count)
    return "\(corpus.truth.count) records in \(corpus.files.count) files: \(counts[.new] ?? 0) new, "
        + "\(counts[.duplicate] ?? 0) duplicate, \(counts[.rejected] ?? 0) rejected"
}

/// Writes a history and gives the sentence about it.
func writeHistory(_ options: CorpusOptions) throws -> String {
    let world = World(options.world)
    let writer = HistoryWriter(world, options.writing)
    let state: HistoryWriter.StateWriting = { lost, write in
        try world.forEachStateLine(lost: lost) { try write(Array(($0 + "\n").utf8)) }
    }
    let folder = options.folder.isEmpty ? nil : URL(filePath: options.folder)
    let report =
        if options.writesStream {
            try writer.write(to: .standardOutput, beside: folder, state: state)
        } else if let folder {
            try writer.write(to: folder, state: state)
        } else {
            stop(CorpusOptions.Misuse.missingFolder.sentence, status: 2)
        }
    return "\(report.lines) records in \(report.files) files: \(report.new) new, \(report.duplicates) duplicate "
        + "(\(report.conflicting) conflicting), \(report.rejected) rejected"
}

do {
    switch try CorpusOptions.parse(
        Array(CommandLine.arguments.dropFirst()),
        jobs: ProcessInfo.processInfo.activeProcessorCount
    ) {
    case .help: print(CorpusOptions.help)
    case .stories(let options): print(try writeStories(options))
    case .history(let options):
        let sentence = try writeHistory(options)
        // Standard output may be the archive.
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }
} catch let misuse as CorpusOptions.Misuse {
    stop("\(misuse.sentence)\nTry 'storeledger-corpus --help'.", status: 2)
} catch Corpus.WritingFailure.folderNotEmpty {
    stop("the folder is not empty; nothing was written", status: 1)
} catch Corpus.WritingFailure.notAFolder {
    stop("the path is a file, not a folder; nothing was written", status: 1)
} catch {
    stop("\(error)", status: 1)
}
