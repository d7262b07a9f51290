internal import HistoryArchive

/// The sources of a run in reading order, with the names that people and outputs call them by.
struct SourceList {
    let entries: [ArchiveSource]

    /// Expands the paths of a command line.
    ///
    /// - Throws: ``LedgerRunError`` of kind `missingPath`, naming the path.
    static func expand(_ paths: [[UInt8]]) throws(LedgerRunError) -> SourceList {
        do {
            return SourceList(entries: try ArchiveListing(paths.map(ArchivePath.init(bytes:))).sources)
        } catch {
            throw LedgerRunError(.missingPath, "\(error.description); name a file, a directory, a FIFO or -")
        }
    }

    func name(_ source: Int) -> String { entries[source].path.text }

    /// The size of all sources, where every one of them has a size; else 0.
    var totalBytes: UInt64 {
        entries.allSatisfy { $0.size != nil } ? entries.reduce(0) { $0 + ($1.size ?? 0) } : 0
    }
}
