import CorpusForge
import Foundation
import NotificationLedger
import ReferencePath
import SignatureVerification

/// The archive that is measured on, forged when the program starts unless one is given; never kept.
final class BenchmarkCorpus {
    /// The folder for everything that is written; removed in the end.
    let scratch: URL
    /// The archive's folder.
    let archive: String
    /// The anchors that it is under.
    let anchors: [TrustAnchor]
    /// What the reference made of it.
    let summary: ReferenceRun.Summary
    /// Its lines, a page each, up to ``materialNotifications``.
    private(set) var pages: [[UInt8]] = []

    /// The material of the single stages: larger than the caches, small enough for many passes.
    static let materialNotifications = 1000

    /// Forges or opens the corpus.
    init(_ options: SuiteOptions) throws {
        scratch = FileManager.default.temporaryDirectory.appending(path: "storeledger-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        let folder = options.corpus.map { URL(filePath: $0) } ?? scratch.appending(path: "corpus")
        if options.corpus == nil { try Self.forge(options, into: folder) }
        archive = folder.appending(path: "archive").path
        anchors = try TrustRootFile.anchors(path: folder.appending(path: "root.pem").path)
        summary = try ReferenceRun(paths: [archive], anchors: anchors).verify()
        guard summary.filesReadByProduct == 0, summary.rejected == 0, summary.records > 0 else {
            throw WrongAnswer("the corpus must be undamaged LZ4 pages: \(summary)")
        }
        pages = try Self.pages(of: archive)
    }

    deinit { try? FileManager.default.removeItem(at: scratch) }

    /// Writes an undamaged corpus of LZ4 pages.
    static func forge(_ options: SuiteOptions, into folder: URL) throws {
        var writing = WritingOptions()
        writing.seed = options.seed
        writing.damage = Share(partsPerMillion: 0)
        writing.leaves = 2
        writing.jobs = ProcessInfo.processInfo.activeProcessorCount
        let world = World(WorldOptions(seed: options.seed, notifications: options.notifications))
        _ = try HistoryWriter(world, writing).write(to: folder)
    }

    private static func pages(of archive: String) throws -> [[UInt8]] {
        var pages: [[UInt8]] = []
        let files = FileManager.default.enumerator(atPath: archive)?.compactMap { $0 as? String }.sorted() ?? []
        for file in files where file.hasSuffix(".lz4") {
            guard let data = FileManager.default.contents(atPath: "\(archive)/\(file)"),
                let text = PlainLZ4.decompress([UInt8](data))
            else { throw WrongAnswer("\(file) cannot be read") }
            for line in text.split(separator: UInt8(ascii: "\n")) {
                pages.append(Array(line))
                if pages.count * 20 >= materialNotifications { return pages }
            }
        }
        return pages
    }

    /// A path in the scratch folder.
    func path(_ name: String) -> String { scratch.appending(path: name).path }

    /// Removes a ledger and what stands beside it.
    func remove(_ ledger: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // What is not there need not be removed.
            try? FileManager.default.removeItem(atPath: ledger + suffix)
        }
    }
}
