internal import HistoryArchive
internal import NotificationModel
internal import Reconciliation
internal import SignatureVerification

/// Verifies archives without a ledger: a verdict for every record, in input order.
public struct VerificationRun {
    private let configuration: RunConfiguration
    private let includesPayload: Bool
    private let output: (([UInt8]) throws -> Void)?

    /// A run over the configuration's paths.
    ///
    /// - Parameters:
    ///   - configuration: what to read and whom to trust.
    ///   - includesPayload: adds the decoded objects to each line.
    ///   - output: takes whole JSON lines, many at a time; nil counts only.
    public init(
        _ configuration: RunConfiguration,
        includesPayload: Bool = false,
        output: (([UInt8]) throws -> Void)?
    ) {
        self.configuration = configuration
        self.includesPayload = includesPayload
        self.output = output
    }

    /// Reads everything once.
    ///
    /// - Throws: ``LedgerRunError`` for a path that is not there, and what `output` throws.
    public func run() throws -> RunSummary {
        let sources = try SourceList.expand(configuration.paths)
        let pipeline = Pipeline(configuration, sources: sources.entries)
        var tally = RecordTally(sources: sources, progress: configuration.progress)
        var identities = DuplicateIndex()
        var lines = VerifyLine(includesPayload: includesPayload)
        let stopwatch = Stopwatch()
        _ = try pipeline.run { outcome in
            identities.expect(outcome.batch.rows)
            for entry in outcome.entries {
                switch entry {
                case .sourceBegan(let source): tally.begin(source)
                case .sourceEnded(let source, let summary): tally.end(source, summary)
                case .fault(let fault, let source):
                    tally.counts.countRejection(fault.reason)
                    guard output != nil else { continue }
                    lines.rejected(fault.rejection, source: sources.name(source), index: nil)
                case .pages: break
                case .document(let document, let records):
                    for record in outcome.records[records] {
                        let index = tally.nextIndex(of: document.sourceIndex)
                        switch record.verdict {
                        case .rejected(let rejection, _):
                            tally.counts.countRejection(rejection.reason)
                            guard output != nil else { continue }
                            lines.rejected(rejection, source: sources.name(document.sourceIndex), index: index)
                        case .accepted(let rowIndex):
                            let row = outcome.batch.rows[rowIndex]
                            let fate = identities.fate(of: row, in: outcome.batch)
                            tally.counts.countAccepted(row, outcome.batch, as: fate)
                            guard output != nil else { continue }
                            lines.accepted(
                                row,
                                outcome.batch,
                                source: sources.name(document.sourceIndex),
                                index: index,
                                fate: fate
                            )
                        }
                    }
                }
            }
            tally.report(outcome)
            if let output { try output(lines.take()) }
        }
        configuration.progress.update { $0.stage = .finished }
        return RunSummary(
            counts: tally.counts,
            ledger: nil,
            anchors: configuration.anchors.map { $0.fingerprint.description },
            figures: tally.figures(configuration, stopwatch)
        )
    }
}

extension DuplicateIndex {
    /// Offers an accepted row to the index.
    fileprivate mutating func fate(of row: NotificationRow, in batch: RowBatch) -> AcceptedFate {
        let text = row.environment
        let known = text.flatMap { StoreEnvironment(known: batch.arena.span.extracting($0.range)) }
        let environment = known ?? StoreEnvironment(text.map(batch.text) ?? "")
        switch offer(row.notificationUUID, environment: environment, contentDigest: row.contentDigest) {
        case .new: return .new
        case .duplicate: return .duplicate
        case .conflicting: return .conflicting
        }
    }
}
