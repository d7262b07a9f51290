internal import Glibc
internal import HistoryArchive

/// The files that a run writes itself; they are no input when a directory that is read happens to hold them.
///
/// Opening the ledger's file a second time would, besides, drop the locks that keep others out of it.
struct OwnFiles {
    private let ledger: [UInt8]?
    private let quarantine: [UInt8]?

    /// The files of this ledger, its journals and its quarantine directory; those that are not there yet are nobody's.
    init(ledger: String, quarantine: String?) {
        self.ledger = Self.resolved(ArchivePath(ledger))
        self.quarantine = quarantine.flatMap { Self.resolved(ArchivePath($0)) }
    }

    /// The sources without this run's own files.
    ///
    /// Kept rejects that are named by themselves are read: that is how they are tried again.
    /// - Throws: ``LedgerRunError`` where the ledger itself is named as a source.
    func removed(from sources: SourceList, namedBy paths: [[UInt8]]) throws(LedgerRunError) -> SourceList {
        guard ledger != nil || quarantine != nil else { return sources }
        let named = paths.compactMap { Self.resolved(ArchivePath(bytes: $0)) }
        guard !named.contains(where: isLedger) else {
            throw LedgerRunError(.impossibleValue, "the ledger is named as a source of itself; name archives")
        }
        let readsRejects = named.contains(where: isReject)
        return SourceList(
            entries: sources.entries.filter { source in
                guard source.kind == .file, let path = Self.resolved(source.path) else { return true }
                return !isLedger(path) && (readsRejects || !isReject(path))
            }
        )
    }

    private func isLedger(_ path: [UInt8]) -> Bool {
        guard let ledger, path.starts(with: ledger) else { return false }
        let rest = String(decoding: path.dropFirst(ledger.count), as: UTF8.self)
        return ["", "-wal", "-shm", "-journal"].contains(rest)
    }

    private func isReject(_ path: [UInt8]) -> Bool {
        guard let quarantine, path.starts(with: quarantine) else { return false }
        let rest = path.dropFirst(quarantine.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// The path without links and detours; nil where nothing is there.
    private static func resolved(_ path: ArchivePath) -> [UInt8]? {
        let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
        // Safe: the text is terminated; the result is a terminated text of the caller's to free.
        guard let real = unsafe realpath(terminated, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
