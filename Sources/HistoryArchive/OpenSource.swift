internal import NotificationModel

/// The source being read: its stream, its framer, and where its bytes lie in the slab.
struct OpenSource: ~Copyable {
    private let index: Int
    private let limits: ArchiveLimits
    private let resumeOffset: UInt64
    private var stream: ArchiveStream
    private var framer: DocumentFramer
    private var framed: [FramedDocument] = []
    private var summary = SourceSummary()
    /// What to add to a place in the slab to get the offset in the decompressed source.
    private var origin: Int

    init(
        _ index: Int,
        stream: consuming ArchiveStream,
        _ limits: ArchiveLimits,
        resumeOffset: UInt64,
        at start: Int
    ) {
        self.index = index
        self.stream = stream
        self.limits = limits
        self.resumeOffset = resumeOffset
        framer = DocumentFramer(maximumNesting: limits.maximumNesting, at: start)
        origin = -start
    }

    /// Bytes read of the source as stored.
    var rawBytes: UInt64 { stream.rawBytes }

    /// Where the bytes begin that the framer still needs.
    var openStart: Int { framer.openStart }

    /// Where the bytes of a slab begin that the framer or the decompressor still needs.
    func keptStart(of slab: borrowing Slab) -> Int {
        min(framer.openStart, slab.bytes.count - stream.reach)
    }

    /// The most bytes that the next read adds.
    var pullBytes: Int { stream.pullBytes }

    /// Tells that `count` bytes were taken away from the front of the slab.
    mutating func rebase(by count: Int) {
        framer.rebase(by: count)
        origin += count
    }

    /// Reads some bytes and frames them; false when the source has ended.
    mutating func read(into slab: inout Slab) -> Bool {
        makeRoom(&slab)
        let step = stream.pull(into: &slab.bytes)
        framer.scan(slab.bytes.span, into: &framed)
        if let fault = deliver(to: &slab) ?? wideEncoding(slab) {
            slab.bytes.removeSubrange(framer.openStart...)
            end(fault, &slab)
            return false
        }
        switch step {
        case .more:
            dropIdleBytes(&slab)
            return true
        case .end: finish(nil, &slab)
        case .fault(let fault): finish(fault, &slab)
        }
        return false
    }

    private mutating func finish(_ fault: SourceFault?, _ slab: inout Slab) {
        framer.finish(slab.bytes.span, isWhole: fault == nil, into: &framed)
        let limit = deliver(to: &slab)
        let isEmpty = fault == nil && limit == nil && !framer.sawContent
        let empty = SourceFault(.emptyInput, at: stream.rawBytes, "no document in \(stream.decodedBytes) decoded bytes")
        end(fault ?? limit ?? (isEmpty ? empty : nil), &slab)
    }

    private mutating func end(_ fault: SourceFault?, _ slab: inout Slab) {
        if let fault { slab.entries.append(.fault(fault, sourceIndex: index)) }
        summary.rawBytes = stream.rawBytes
        summary.decodedBytes = stream.decodedBytes
        summary.modified = stream.status?.modified
        summary.openedSize = stream.status?.size
        summary.digest = fault == nil ? stream.finishedDigest() : nil
        slab.entries.append(.sourceEnded(index, summary))
    }

    /// Hands on the framed documents; the fault if one, or what is open, is over a limit.
    private mutating func deliver(to slab: inout Slab) -> SourceFault? {
        defer { framed.removeAll(keepingCapacity: true) }
        for document in framed {
            guard document.range.count <= limits.maximumDocumentBytes else { return overLimit("a document") }
            summary.documents += 1
            let end = UInt64(document.range.upperBound + origin)
            guard end > resumeOffset else {
                summary.skippedDocuments += 1
                continue
            }
            slab.entries.append(
                .document(
                    SlabDocument(
                        range: document.range,
                        sourceIndex: index,
                        streamOffset: UInt64(document.range.lowerBound + origin),
                        endOffset: end,
                        form: document.form,
                        flaw: document.flaw
                    )
                )
            )
        }
        guard slab.bytes.count - framer.openStart <= limits.maximumDocumentBytes else {
            return overLimit("a document")
        }
        guard framer.idleBytes <= limits.maximumDocumentBytes else { return overLimit("white space") }
        return nil
    }

    private func overLimit(_ what: String) -> SourceFault {
        SourceFault(
            .limitExceeded,
            at: stream.rawBytes,
            "over the size limit: \(what) of more than \(limits.maximumDocumentBytes) bytes"
        )
    }

    /// Reserves for a large document once, so that growing never holds two copies of it; untouched room costs nothing.
    private func makeRoom(_ slab: inout Slab) {
        let isLarge = slab.bytes.count - framer.openStart > 2 * limits.slabBytes
        let room = framer.openStart + limits.maximumDocumentBytes + 2 * stream.pullBytes
        if isLarge, slab.bytes.capacity < room { slab.bytes.reserveCapacity(room) }
    }

    /// White space behind the last document fills no slab.
    private mutating func dropIdleBytes(_ slab: inout Slab) {
        guard let idle = framer.dropIdle(before: slab.bytes.count - stream.reach) else { return }
        slab.bytes.removeSubrange(idle)
        origin += idle.count
    }

    /// The fault of a source in UTF-16, told by its first bytes: nothing in it could be framed.
    private func wideEncoding(_ slab: borrowing Slab) -> SourceFault? {
        guard framer.isWideEncoding else { return nil }
        return SourceFault(.malformedJSON, at: 0, "text in UTF-16; only UTF-8 is read")
    }
}
