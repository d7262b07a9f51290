internal import Foundation
internal import HistoryArchive
internal import LedgerStore
internal import NotificationModel
internal import SignatureVerification

/// Writes outcomes into the ledger, serially and in input order; nothing depends on that order.
struct Committer {
    /// Records after which what was taken is committed.
    private static let recordsPerCommit = 40_000

    private let ledger: Ledger
    private let plan: SourcePlan
    private let quarantine: QuarantineFile?
    private let runID: Int64
    private(set) var tally: RecordTally
    private var positions: [Int: Position] = [:]
    private var isOpen = false
    private var recordsAtCommit = 0
    private var committedMark: QuarantineMark?

    /// How far a source is taken.
    private struct Position {
        let id: Int64
        var streamOffset: UInt64
        /// The number of the record behind the last whole document.
        var nextIndex: Int
        /// What the pages up to there say.
        var pages: PageMarks
        /// What is said of the pages behind the last whole document.
        var rest = PageMarks()
    }

    init(ledger: Ledger, plan: SourcePlan, quarantine: QuarantineFile?, tally: RecordTally) throws {
        self.ledger = ledger
        self.plan = plan
        self.quarantine = quarantine
        committedMark = quarantine?.mark
        self.tally = tally
        runID = try ledger.transaction {
            try ledger.forgetPages(inFolders: plan.listedFolders, but: plan.listedPaths)
            return try ledger.beginRun(startedAt: Int64(Date().timeIntervalSince1970 * 1000))
        }
    }

    /// Takes one slab's outcome into the open transaction, and commits now and then.
    mutating func take(_ outcome: SlabOutcome) throws {
        if !isOpen {
            try ledger.begin()
            isOpen = true
            try ledger.beginLoad()
        }
        for entry in outcome.entries {
            switch entry {
            case .sourceBegan(let source): try begin(source)
            case .pages(let marks, let source): positions[source]?.rest.append(marks)
            case .document(let document, let records): try take(document, records, outcome)
            case .fault(let fault, let source): try take(fault, source)
            case .sourceEnded(let source, let summary): try end(source, summary)
            }
        }
        tally.report(outcome)
        if tally.counts.recordsIn - recordsAtCommit >= Self.recordsPerCommit { try commit() }
    }

    /// Commits what was taken, with the progress of the sources under way.
    ///
    /// - Throws: ``LedgerRunError`` of kind `internalFault` when the counts do not add up; nothing is committed then.
    mutating func commit() throws {
        guard isOpen else { return }
        guard tally.counts.addUp else {
            throw LedgerRunError(.internalFault, "internal error: the counts do not add up; nothing was committed")
        }
        for (source, position) in positions {
            try save(source, position)
        }
        if let quarantine, quarantine.mark != committedMark {
            try quarantine.synchronize()
            try ledger.save(quarantine.mark)
        }
        try ledger.commit()
        isOpen = false
        committedMark = quarantine?.mark
        recordsAtCommit = tally.counts.recordsIn
    }

    /// Gives up what was not committed.
    mutating func abandon() {
        guard isOpen else { return }
        // The error that led here is the one to tell; a rollback that fails as well leaves the same ledger.
        try? ledger.rollback()
        isOpen = false
    }

    /// Closes the run's entry in the books.
    func finishRun(_ summary: RunSummary) throws {
        try ledger.transaction {
            try ledger.finishRun(
                runID,
                finishedAt: Int64(Date().timeIntervalSince1970 * 1000),
                counts: summary.json
            )
        }
    }

    private mutating func begin(_ source: Int) throws {
        let index = plan.nextIndices[source] ?? 0
        tally.begin(source, at: index)
        positions[source] = Position(
            id: try ledger.sourceID(of: plan.sources.entries[source].path.bytes),
            streamOffset: plan.resumeOffsets[source] ?? 0,
            nextIndex: index,
            pages: try plan.pages(of: source, in: ledger)
        )
    }

    private mutating func take(_ document: SlabDocument, _ records: Range<Int>, _ outcome: SlabOutcome) throws {
        let source = document.sourceIndex
        guard var position = positions[source] else {
            throw LedgerRunError(.internalFault, "internal error: a document of a source that never began")
        }
        for record in outcome.records[records] {
            let index = tally.nextIndex(of: source)
            switch record.verdict {
            case .rejected(let rejection, let bytes):
                tally.counts.countRejection(rejection.reason)
                try keep(
                    rejection.reason,
                    rejection.detail,
                    bytes: bytes,
                    digest: SHA256Digest.hash(bytes.span),
                    position.id,
                    source,
                    index
                )
            case .accepted(let row):
                let provenance = Provenance(
                    sourceID: position.id,
                    recordIndex: Int64(index),
                    streamOffset: Int64(document.streamOffset),
                    runID: runID
                )
                let fate = try ledger.append(outcome.batch, row: row, provenance: provenance)
                try ledger.append(attempts: outcome.attempts[record.attempts], for: outcome.batch, row: row)
                tally.counts.countAccepted(outcome.batch.rows[row], outcome.batch, as: AcceptedFate(fate))
            }
        }
        if !document.isIncomplete {
            position.streamOffset = document.endOffset
            position.nextIndex = tally.upcomingIndex(of: source)
            position.pages.append(position.rest)
            position.rest = PageMarks()
            positions[source] = position
        }
    }

    private mutating func take(_ fault: SourceFault, _ source: Int) throws {
        guard let position = positions[source] else {
            throw LedgerRunError(.internalFault, "internal error: a fault of a source that never began")
        }
        // What stands behind a whole frame or member takes nothing from what was read.
        if fault.reason != .trailingBytes { positions[source]?.rest.loss = max(position.rest.loss, .something) }
        tally.counts.countRejection(fault.reason)
        let mark = "\(plan.sources.name(source)) \(fault.reason.rawValue) \(fault.offset)"
        try keep(
            fault.reason,
            fault.rejection.detail,
            bytes: [],
            digest: SHA256Digest.hash(Array(mark.utf8).span),
            position.id,
            source,
            nil
        )
    }

    private func keep(
        _ reason: RejectionReason,
        _ detail: String,
        bytes: [UInt8],
        digest: Digest256,
        _ sourceID: Int64,
        _ source: Int,
        _ index: Int?
    ) throws {
        let isMissing = try ledger.recordReject(
            Reject(
                digest: digest,
                reason: reason,
                detail: detail,
                sourceID: sourceID,
                recordIndex: index.map(Int64.init),
                runID: runID
            ),
            keptIn: quarantine?.mark.name
        )
        guard isMissing, let quarantine else { return }
        try quarantine.append(
            source: plan.sources.name(source),
            index: index,
            reason: reason,
            detail: detail,
            bytes: bytes
        )
    }

    private mutating func end(_ source: Int, _ summary: SourceSummary) throws {
        if let position = positions.removeValue(forKey: source) {
            try finish(source, position, summary)
        }
        tally.end(source, summary)
    }

    /// Notes how far a source under way is taken.
    private func save(_ source: Int, _ position: Position) throws {
        let entry = plan.sources.entries[source]
        try save(position.pages, of: source, position.id)
        guard entry.kind == .file, let size = entry.size, let modified = entry.modified else { return }
        try ledger.save(
            SourceProgress(
                path: entry.path.bytes,
                size: Int64(size),
                modifiedNanoseconds: modified,
                streamOffset: Int64(position.streamOffset),
                nextRecordIndex: Int64(position.nextIndex),
                policy: plan.policy
            )
        )
    }

    private func save(_ pages: PageMarks, of source: Int, _ id: Int64) throws {
        let entry = plan.sources.entries[source]
        try ledger.save(
            SourcePages(
                sourceID: id,
                name: plan.sources.name(source),
                place: entry.kind == .file ? entry.path.folder.bytes : entry.path.bytes,
                isAlone: entry.kind != .file,
                pages
            )
        )
    }

    /// Notes a source as finished: the file that was read, not the one that has its name by now.
    private func finish(_ source: Int, _ position: Position, _ summary: SourceSummary) throws {
        var pages = position.pages
        pages.append(position.rest)
        try save(pages, of: source, position.id)
        guard let size = summary.openedSize, let modified = summary.modified else { return }
        try ledger.save(
            SourceProgress(
                path: plan.sources.entries[source].path.bytes,
                size: Int64(summary.digest == nil ? size : summary.rawBytes),
                modifiedNanoseconds: modified,
                prefixDigest: summary.digest,
                streamOffset: Int64(position.streamOffset),
                nextRecordIndex: Int64(position.nextIndex),
                isFinished: true,
                policy: plan.policy
            )
        )
    }
}

extension AcceptedFate {
    init(_ fate: IngestFate) {
        switch fate {
        case .new: self = .new
        case .duplicate: self = .duplicate
        case .conflicting: self = .conflicting
        }
    }
}
