internal import HistoryArchive
internal import NotificationModel
internal import SignatureVerification

/// What a worker made of one slab: rows, and verdicts in input order.
struct SlabOutcome: Sendable {
    /// One record's verdict.
    enum Verdict: Sendable {
        /// The position of its row in the batch.
        case accepted(row: Int)
        /// The reason, and the record's bytes for the quarantine.
        case rejected(Rejection, bytes: [UInt8])
    }

    /// One record in the order of the input.
    struct Record: Sendable {
        let verdict: Verdict
        /// Its attempts to deliver among ``SlabOutcome/attempts``.
        let attempts: Range<Int>
    }

    /// What happened to the sources, in input order.
    enum Entry: Sendable {
        case sourceBegan(Int)
        /// What the document that follows says of its pages; absent where it says nothing.
        case pages(PageMarks, source: Int)
        case document(SlabDocument, records: Range<Int>)
        case fault(SourceFault, source: Int)
        case sourceEnded(Int, SourceSummary)
    }

    let sequence: Int
    let rawBytesRead: UInt64
    /// The bytes of the slab, which the hand-off counts.
    let byteCount: Int
    var batch = RowBatch()
    var records: [Record] = []
    var attempts: [SendAttempt] = []
    var entries: [Entry] = []
    /// Set if the verdicts of the slab cannot be trusted; nothing else of it counts then.
    var failure: KernelDisagreement?

    init(slab: Slab) {
        sequence = slab.sequence
        rawBytesRead = slab.rawBytesRead
        byteCount = slab.bytes.count
    }
}
