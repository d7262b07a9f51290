package import Reconciliation

extension Ledger {
    /// How many keys are in each state at an instant; nil for each app's own horizon.
    ///
    /// Streams the derived intervals and lapses; memory is that of one key. By app, environment, kind of product and
    /// state; an app without a horizon, all of whose records are undated, counts only at a given instant.
    package func stateCounts(asOf instant: Int64? = nil) throws -> [StateCount] {
        var tally = StateTally(asOf: instant, horizons: try horizons())
        try forEachTimeline { purchases in tally.add(purchases) }
        return tally.counts
    }

    /// The same with what was known by an instant: derives every key from what had been said by then.
    package func stateCounts(
        asOf instant: Int64?,
        knownBy limit: Int64,
        derive: (PurchaseHistory) -> DerivedPurchases = Derivation.derive
    ) throws -> [StateCount] {
        let known = try horizons(knownBy: limit)
        var tally = StateTally(asOf: instant, horizons: known)
        try forEachHistory { history in tally.add(derive(history.known(by: limit))) }
        return tally.counts
    }

    /// Lends every key's derived times of access and lapse, in the order of ids.
    ///
    /// Of a subscription's summary only its product, account token and app transaction are read.
    package func forEachTimeline(_ body: (DerivedPurchases) throws -> Void) throws {
        let rows = try Statement(
            """
            SELECT app, environment, original_transaction_id, 0 AS part, starts_at, ends_at, origin, end_cause,
                transaction_id, product_id FROM access_intervals
            UNION ALL SELECT app, environment, original_transaction_id, 1, starts_at, ends_at, state, cause, NULL, NULL
            FROM access_lapses
            UNION ALL SELECT app, environment, original_transaction_id, 2, NULL, NULL, app_account_token,
                app_transaction_id, NULL, product_id FROM subscriptions
            ORDER BY original_transaction_id, environment, app, part, starts_at
            """,
            on: connection
        )
        var present: DerivedPurchases?
        while try rows.step() {
            guard let key = rows.key(at: 0) else { continue }
            if let finished = present, finished.key != key {
                try body(finished)
                present = nil
            }
            var purchases = present ?? DerivedPurchases(key: key)
            purchases.addPart(of: rows)
            present = purchases
        }
        if let present { try body(present) }
    }

    /// Lends every key's history, in key order.
    package func forEachHistory(_ body: (PurchaseHistory) throws -> Void) throws {
        let keys = try Statement(
            """
            SELECT app, environment, original_transaction_id FROM transaction_snapshots
            WHERE original_transaction_id IS NOT NULL
            UNION SELECT app, environment, original_transaction_id FROM renewal_snapshots
            WHERE original_transaction_id IS NOT NULL ORDER BY 1, 2, 3
            """,
            on: connection
        )
        let reader = try HistoryReader(on: connection)
        while try keys.step() {
            guard let key = keys.key(at: 0) else { continue }
            try body(try reader.history(of: key))
        }
    }
}

extension DerivedPurchases {
    /// Adds the interval, the lapse or the subscription in the present row.
    fileprivate mutating func addPart(of row: borrowing Statement) {
        switch row.integer(at: 3) {
        case 0:
            guard let start = row.integer(at: 4), let origin = row.text(at: 6).flatMap(AccessInterval.Origin.init),
                let cause = row.text(at: 7).flatMap(AccessInterval.EndCause.init)
            else { return }
            intervals.append(
                AccessInterval(
                    start: start,
                    end: row.integer(at: 5),
                    origin: origin,
                    endCause: cause,
                    transactionId: row.text(at: 8),
                    productId: row.text(at: 9)
                )
            )
        case 1:
            guard let start = row.integer(at: 4), let state = row.text(at: 6).flatMap(AccessLapse.State.init) else {
                return
            }
            lapses.append(AccessLapse(start: start, end: row.integer(at: 5), state: state, cause: row.text(at: 7)))
        default:
            var summary = Subscription()
            summary.appAccountToken = row.text(at: 6)
            summary.appTransactionId = row.text(at: 7)
            summary.productId = row.text(at: 9)
            subscription = summary
        }
    }
}

/// Counts keys by state, each at its own app's instant.
private struct StateTally {
    private struct Slot: Hashable, Comparable {
        let app: String
        let environment: String
        let isSubscription: Bool
        let state: Int

        static func < (left: Slot, right: Slot) -> Bool {
            (left.app, left.environment, left.isSubscription ? 0 : 1, left.state)
                < (right.app, right.environment, right.isSubscription ? 0 : 1, right.state)
        }
    }

    private let asOf: Int64?
    private let horizons: [[String]: Int64]
    private var tally: [Slot: Int] = [:]

    init(asOf: Int64?, horizons: [Horizon]) {
        self.asOf = asOf
        self.horizons = Dictionary(
            horizons.map { ([$0.app, $0.environment], $0.instant) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    mutating func add(_ purchases: DerivedPurchases) {
        let horizon = horizons[[purchases.key.app, purchases.key.environment]]
        guard let instant = asOf ?? horizon else { return }
        let state = purchases.state(at: instant, horizon: horizon).kind
        let slot = Slot(
            app: purchases.key.app,
            environment: purchases.key.environment,
            isSubscription: purchases.subscription != nil,
            state: EntitlementState.Kind.allCases.firstIndex(of: state) ?? 0
        )
        tally[slot, default: 0] += 1
    }

    var counts: [StateCount] {
        tally.sorted { $0.key < $1.key }.compactMap { slot, count in
            (asOf ?? horizons[[slot.app, slot.environment]]).map { instant in
                StateCount(
                    app: slot.app,
                    environment: slot.environment,
                    state: EntitlementState.Kind.allCases[slot.state],
                    isSubscription: slot.isSubscription,
                    count: count,
                    asOf: instant
                )
            }
        }
    }
}
