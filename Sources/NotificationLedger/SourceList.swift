internal import HistoryArchive

/// The sources of a run in reading order, with the names that people and outputs call them by.
struct SourceList {
    let entries: [ArchiveSource]

    /// Expands the paths of a command line.
    ///
    /// - Throws: ``LedgerRunError`` of kind `missingPath`, naming the path.
    static func expand(_ paths: [String]) throws(LedgerRunError) -> SourceList {
        do {
            return SourceList(entries: try ArchiveSource.expand(paths))
        } catch {
            throw LedgerRunError(.missingPath, error.message)
        }
    }

    func name(_ source: Int) -> String { entries[source].name }

    /// The size of all sources, where every one of them has a size.
    var totalBytes: UInt64 {
        entries.reduce(0) { $0 + ($1.size ?? 0) }
    }
}
