internal import Foundation
internal import HistoryArchive
internal import LedgerStore
internal import NotificationModel
internal import SignatureVerification

/// Which sources a run reads, from where, and which an earlier run has finished.
struct SourcePlan {
    /// The sources to read.
    private(set) var sources: SourceList
    /// Where reading goes on, by position in ``sources``.
    private(set) var resumeOffsets: [Int: UInt64] = [:]
    /// The number of the next record, by position in ``sources``.
    private(set) var nextIndices: [Int: Int] = [:]
    /// How many were finished before.
    private(set) var skipped = 0
    /// The folders that were listed.
    let listedFolders: Set<[UInt8]>
    /// Every file of the run, read or not.
    let listedPaths: Set<[UInt8]>
    /// The options that the records are judged under; a source judged under others is read again.
    let policy: String

    /// Compares every source with what the ledger knows of it.
    init(_ all: SourceList, ledger: Ledger, _ configuration: RunConfiguration, rereads: Bool) throws {
        policy = configuration.judgement
        listedFolders = Set(all.entries.lazy.filter(\.isListed).map(\.path.folder.bytes))
        listedPaths = listedFolders.isEmpty ? [] : Set(all.entries.lazy.map(\.path.bytes))
        var kept: [ArchiveSource] = []
        for source in all.entries {
            guard !rereads, source.kind == .file, let size = source.size,
                let known = try ledger.progress(of: source.path.bytes), known.policy == policy,
                let offset = UInt64(exactly: known.streamOffset), known.nextRecordIndex >= 0
            else {
                kept.append(source)
                continue
            }
            let isUnchanged = known.size == Int64(size) && known.modifiedNanoseconds == source.modified
            if isUnchanged, known.isFinished {
                skipped += 1
                continue
            }
            if isUnchanged || Self.hasGrown(source, size: size, known) {
                resumeOffsets[kept.count] = offset
                nextIndices[kept.count] = Int(known.nextRecordIndex)
            }
            kept.append(source)
        }
        sources = SourceList(entries: kept)
    }

    /// What the pages of a source say up to where reading goes on; nothing for one that is read from its beginning.
    func pages(of source: Int, in ledger: Ledger) throws -> PageMarks {
        guard resumeOffsets[source] != nil, let known = try ledger.pages(of: sources.entries[source].path.bytes)
        else { return PageMarks() }
        var marks = PageMarks()
        marks.count = known.pageCount
        marks.hasMore = known.hasMore
        marks.broken = known.brokenCount
        return marks
    }

    /// True if the file is longer than when it was finished and begins with the same bytes.
    private static func hasGrown(_ source: ArchiveSource, size: UInt64, _ known: SourceProgress) -> Bool {
        guard known.isFinished, Int64(size) > known.size, let digest = known.prefixDigest else { return false }
        return prefixDigest(of: source.path, count: known.size) == digest
    }

    /// SHA-256 of a file's first bytes; nil if they cannot be read.
    private static func prefixDigest(of path: ArchivePath, count: Int64) -> Digest256? {
        guard let text = String(validating: path.bytes, as: UTF8.self), let file = FileHandle(forReadingAtPath: text)
        else { return nil }
        defer { try? file.close() }
        var hasher = SHA256Hasher()
        var left = count
        while left > 0 {
            guard let piece = try? file.read(upToCount: Int(min(left, 1 << 20))), !piece.isEmpty else { return nil }
            hasher.update(Array(piece).span)
            left -= Int64(piece.count)
        }
        return hasher.finalize()
    }
}
