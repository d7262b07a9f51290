internal import LedgerStore
internal import Reconciliation

/// What a ledger holds, counted for a summary.
enum LedgerReport {
    /// How many causes why the archive is not whole are told, the rest only counted.
    private static let missingParts = 20
    /// How many notifications that were never delivered are named, of each app and environment.
    private static let examples = 5

    /// Counts subscriptions by state at the options' instant, revocations and discrepancies.
    static func part(_ ledger: Ledger, _ options: ReconciliationOptions) throws -> RunSummary.LedgerPart {
        var part = RunSummary.LedgerPart()
        part.path = options.ledger
        let counts =
            try options.knownBy.map { try ledger.stateCounts(asOf: options.asOf, knownBy: $0) }
            ?? ledger.stateCounts(asOf: options.asOf)
        var states: [RunCounts.AppKey: RunSummary.States] = [:]
        for count in counts where count.isSubscription {
            let key = RunCounts.AppKey(app: count.app, environment: count.environment)
            states[
                key,
                default: RunSummary.States(
                    app: count.app,
                    environment: count.environment,
                    asOf: count.asOf,
                    subscriptions: [:]
                )
            ].subscriptions[count.state.rawValue, default: 0] += count.count
        }
        part.states = states.sorted { $0.key < $1.key }.map(\.value)
        for revocation in try ledger.revocationCounts() {
            part.revocations[revocation.kind, default: 0] += revocation.count
        }
        for discrepancy in try ledger.discrepancyCounts() {
            part.discrepancies[discrepancy.code, default: 0] += discrepancy.count
        }
        part.missingParts = try ledger.missingParts(limit: missingParts).map {
            RunSummary.MissingPart(
                app: $0.app,
                environment: $0.environment,
                instant: $0.instant,
                sentence: $0.sentence
            )
        }
        part.undelivered = try ledger.undelivered(examples: examples).map {
            RunSummary.Undelivered(
                app: $0.app,
                environment: $0.environment,
                count: $0.count,
                examples: $0.examples
            )
        }
        return part
    }
}
