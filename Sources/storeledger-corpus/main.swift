import CorpusForge
import Foundation

/// Ends the process with a message on standard error.
func stop(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("storeledger-corpus: \(message)\n".utf8))
    exit(status)
}

do {
    switch try CorpusOptions.parse(Array(CommandLine.arguments.dropFirst())) {
    case .help:
        print(CorpusOptions.help)
    case .write(let options):
        let corpus = try Corpus(seed: options.seed, compression: options.compression)
        try corpus.write(to: URL(filePath: options.folder))
        let counts = Dictionary(grouping: corpus.truth, by: \.fate).mapValues(\.count)
        print(
            "\(corpus.truth.count) records in \(corpus.files.count) files: \(counts[.new] ?? 0) new, "
                + "\(counts[.duplicate] ?? 0) duplicate, \(counts[.rejected] ?? 0) rejected"
        )
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
