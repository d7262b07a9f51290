internal import Foundation
internal import HistoryArchive
internal import LedgerStore
internal import NotificationModel
internal import Reconciliation
internal import SignatureVerification

/// The main job: archives in, a verified and reconciled ledger out.
///
/// Progress is written in the transaction that writes its effects, so a run that is stopped at any instant and started
/// again leaves the ledger of a run that was never stopped.
public struct ReconciliationRun {
    private let configuration: RunConfiguration
    private let options: ReconciliationOptions

    /// A run over the configuration's paths into the options' ledger.
    public init(_ configuration: RunConfiguration, _ options: ReconciliationOptions) {
        self.configuration = configuration
        self.options = options
    }

    /// Reads what is new, derives what it touches, and sums up.
    ///
    /// A stop request ends it at the next commit; the ledger is then whole, and the same run goes on later.
    ///
    /// - Throws: ``LedgerRunError``.
    public func run() throws -> RunSummary {
        do {
            return try carryOut()
        } catch let error as LedgerError {
            throw LedgerRunError(.failed, error.description)
        } catch let error as SQLiteError {
            throw LedgerRunError(
                .failed,
                "the ledger \(PrintableText.escape(options.ledger)) cannot be written: \(error.description)"
            )
        }
    }

    private func carryOut() throws -> RunSummary {
        let sources = try OwnFiles(ledger: options.ledger, quarantine: options.quarantineDirectory)
            .removed(from: SourceList.expand(configuration.paths), namedBy: configuration.paths)
        let anchors = configuration.anchors.map { $0.fingerprint.description }
        let ledger = try Ledger.openForWriting(
            path: options.ledger,
            settings: LedgerSettings(
                anchorFingerprints: anchors,
                allowsUnsignedTestEnvironments: configuration.policy.allowsUnsignedTestEnvironments
            )
        )
        // A load that was cut off goes on; what was derived without the rest would be derived again.
        if try ledger.isDirty, try !ledger.isLoading { try derive(ledger) }
        let plan = try SourcePlan(sources, ledger: ledger, configuration, rereads: options.rereads)
        let stopwatch = Stopwatch()
        var committer = try Committer(
            ledger: ledger,
            plan: plan,
            quarantine: quarantine(ledger),
            tally: RecordTally(sources: plan.sources, progress: configuration.progress)
        )
        let pipeline = Pipeline(
            configuration,
            sources: plan.sources.entries,
            resumeOffsets: plan.resumeOffsets,
            digestsSources: true
        )
        do {
            _ = try pipeline.run { outcome in try committer.take(outcome) }
            try committer.commit()
        } catch {
            committer.abandon()
            throw error
        }
        if configuration.stop.pending == nil { try derive(ledger) }
        var summary = RunSummary(
            counts: committer.tally.counts,
            ledger: try LedgerReport.part(ledger, options),
            anchors: anchors,
            figures: committer.tally.figures(configuration, stopwatch)
        )
        summary.counts.sourcesSkipped = plan.skipped
        try committer.finishRun(summary)
        configuration.progress.update { $0.stage = .finished }
        return summary
    }

    private func derive(_ ledger: Ledger) throws {
        configuration.progress.update { $0.stage = .reconciling }
        let stop = configuration.stop
        try ledger.deriveDirty(goesOn: { stop.pending == nil })
        configuration.progress.update { $0.stage = .reading }
    }

    private func quarantine(_ ledger: Ledger) throws -> QuarantineFile? {
        guard let directory = options.quarantineDirectory else { return nil }
        return try QuarantineFile(
            directory: directory,
            isOwn: options.quarantine == .besideLedger,
            ledger: ledger
        )
    }
}
