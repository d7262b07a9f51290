import Foundation

/// The archives of `corpus/`, as command lines name them.
enum FrozenCorpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "corpus")

    /// The folder of archives.
    static let archive = folder.appending(path: "archive").path
    /// The files in which nothing is altered or damaged, and nothing conflicts.
    static let whole = ["meadow", "tidepool"].map { folder.appending(path: "archive/\($0)").path }
    /// The options that make a reader trust the corpus.
    static let trust = ["--trust-root", folder.appending(path: "root.pem").path]
    /// A plain file of pages or items with nothing wrong in it.
    static let plainFile = folder.appending(path: "archive/tidepool/production-2025-to-2026.jsonl").path
    /// A compressed file of Production records.
    static let compressedFile = folder.appending(path: "archive/meadow/production-2026.json.lz4").path

    /// One line of `truth.jsonl`.
    struct Truth: Decodable, Hashable {
        let source: String
        let index: Int?
        let fate: String
        let reason: String?
        let notificationUUID: String?
    }

    /// What a reader should make of every record, in reading order.
    static func truth() throws -> [Truth] {
        try String(contentsOf: folder.appending(path: "truth.jsonl"), encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Truth.self, from: Data($0.utf8))
        }
    }

    /// The plain file over and over, at least `bytes` long: one record, many times.
    static func repeated(bytes: Int) throws -> [UInt8] {
        let once = try Array(Data(contentsOf: URL(filePath: plainFile)))
        var all: [UInt8] = []
        all.reserveCapacity(bytes + once.count)
        while all.count < bytes { all += once }
        return all
    }
}
