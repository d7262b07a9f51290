internal import NotificationModel

/// Reads sources one after another into slabs of documents.
///
/// Memory: one slab and, while a document is longer than a slab, that document; nothing grows with the archive.
/// A source that cannot be opened, read or decompressed gives a fault and its end; the next one is read all the same.
package struct ArchiveReader: ~Copyable {
    /// Tiny documents and faults alone do not fill a slab: they are handed on before they pile up.
    private static let maximumEntries = 65_536

    private let sources: [ArchiveSource]
    private let limits: ArchiveLimits
    private let resumeOffsets: [Int: UInt64]

    private let makeDigest: (() -> RawDigest)?
    private var nextSource = 0
    private var nextSequence = 0
    private var rawBytesOfEndedSources: UInt64 = 0
    private var current: OpenSource?
    private var slab = Slab()

    /// A reader of these sources.
    ///
    /// Of a source with an entry in `resumeOffsets`, documents that end at or before that offset of the decompressed
    /// stream are counted and not delivered, provided that the file is still the one that was looked up. `makeDigest`
    /// makes a digest for each source, which is given the bytes as they are read.
    package init(
        _ sources: [ArchiveSource],
        limits: ArchiveLimits = ArchiveLimits(),
        resumeOffsets: [Int: UInt64] = [:],
        makeDigest: (() -> RawDigest)? = nil
    ) {
        self.sources = sources
        self.limits = limits
        self.resumeOffsets = resumeOffsets
        self.makeDigest = makeDigest
    }

    /// The next slab, nil behind the last source.
    ///
    /// A slab is handed on at ``ArchiveLimits/slabBytes``, or when the sources have ended; it may hold the documents
    /// of several sources, and a source may reach over several slabs.
    package mutating func next() -> Slab? {
        while slab.entries.isEmpty
            || slab.bytes.count < limits.slabBytes && slab.entries.count < Self.maximumEntries
        {
            guard var source = current.take() ?? openNext() else { break }
            let isOpen = source.read(into: &slab)
            slab.rawBytesRead = rawBytesOfEndedSources + source.rawBytes
            if isOpen { current = consume source } else { rawBytesOfEndedSources = slab.rawBytesRead }
            if slab.entries.isEmpty { dropSkipped() }
        }
        guard !slab.entries.isEmpty else { return nil }
        return cut()
    }

    /// Drops the bytes of documents that were passed over: they fill no slab, however many there are.
    private mutating func dropSkipped() {
        let end = keptStart
        guard end > 0 else { return }
        slab.bytes.removeSubrange(..<end)
        current?.rebase(by: end)
    }

    private mutating func openNext() -> OpenSource? {
        while nextSource < sources.count {
            let index = nextSource
            nextSource += 1
            slab.entries.append(.sourceBegan(index))
            do throws(SourceFault) {
                let stream = try ArchiveStream(sources[index], limits, digest: makeDigest?())
                // Another file than was looked up has not been read before, whatever is known of its name.
                let isSame =
                    stream.status.map { $0.size == sources[index].size && $0.modified == sources[index].modified }
                    ?? false
                return OpenSource(
                    index,
                    stream: stream,
                    limits,
                    resumeOffset: isSame ? resumeOffsets[index] ?? 0 : 0,
                    at: slab.bytes.count
                )
            } catch {
                slab.entries.append(.fault(error, sourceIndex: index))
                slab.entries.append(.sourceEnded(index, SourceSummary()))
                if slab.entries.count >= Self.maximumEntries { return nil }
            }
        }
        return nil
    }

    /// Where the bytes of the slab begin that are needed further on.
    private var keptStart: Int { current?.keptStart(of: slab) ?? slab.bytes.count }

    /// Takes the finished documents out of the slab and keeps the beginning of the open one for the next.
    private mutating func cut() -> Slab {
        var next = Slab()
        if let pullBytes = current?.pullBytes { next.bytes.reserveCapacity(limits.slabBytes + pullBytes) }
        let kept = keptStart
        if kept < slab.bytes.count {
            // Into the room reserved: an array of just these bytes would grow, and be copied, at the next pull.
            next.bytes.append(contentsOf: slab.bytes[kept...])
        }
        slab.bytes.removeSubrange((current?.openStart ?? slab.bytes.count)...)
        current?.rebase(by: kept)
        swap(&next, &slab)
        slab.rawBytesRead = next.rawBytesRead
        next.sequence = nextSequence
        nextSequence += 1
        return next
    }
}
