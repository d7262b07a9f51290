internal import HistoryArchive
internal import NotificationModel

/// What a worker made of one slab: rows, verdicts in input order, and the slab itself for the bytes of rejects.
struct SlabOutcome: Sendable {
    /// One record's verdict.
    enum Verdict: Sendable {
        /// The position of its row in the batch.
        case accepted(row: Int)
        case rejected(Rejection)
    }

    /// One record in the order of the input.
    struct Record: Sendable {
        let verdict: Verdict
        /// The record's bytes in the slab, or the whole document's where that is the unit.
        let bytes: Range<Int>
        let attempts: [SendAttempt]
    }

    /// What happened to the sources, in input order.
    enum Entry: Sendable {
        case sourceBegan(Int)
        case document(source: Int, endOffset: UInt64, records: Range<Int>)
        case fault(SourceFault, source: Int)
        case sourceEnded(Int, SourceSummary)
    }

    let slab: Slab
    var batch = RowBatch()
    var records: [Record] = []
    var entries: [Entry] = []

    init(slab: Slab) {
        self.slab = slab
    }
}
