package import Reconciliation

extension Ledger {
    private static let keysPerTransaction = 2_048
    /// The keys that are read, derived and written together; two portions are under way at a time.
    private static let keysPerPortion = 128
    /// A look-up of one key costs about as much as so many notifications of a sorted pass.
    private static let notificationsPerLookup: Int64 = 8

    /// Derives anew what the marked keys and the withdrawn consents come to, and clears the marks.
    ///
    /// Each transaction replaces the rows of some thousand keys and clears exactly their marks, so that an interrupted
    /// derivation is continued by the next. Once `goesOn` says no it ends at the next such place, and marks are left.
    /// Outside a transaction. Returns the number of keys derived.
    @discardableResult
    package func deriveDirty(
        derive: @escaping @Sendable (PurchaseHistory) -> DerivedPurchases = { Derivation.derive($0) },
        resolve: (Consent, [PurchaseHistory]) -> ConsentOutcome = { ConsentOutcome.resolve($0, among: $1) },
        goesOn: () -> Bool = { true }
    ) throws -> Int {
        guard try finishLoad(goesOn: goesOn) else { return 0 }
        // Nothing derived yet: nothing has to be found to be replaced.
        let isFirst = try isUnderived()
        let changesFindings = try metaInteger(.consentsDirty) == 1 || metaInteger(.findingsDirty) == 1
        try connection.execute(LedgerSchema.searchIndexes(of: .fact))
        try connection.execute(LedgerSchema.searchIndexes(of: .book))
        if !isFirst { try connection.execute(LedgerSchema.searchIndexes(of: .derived)) }
        let reader = try HistoryReader(on: connection)
        let writer = try DerivedWriter(on: connection, replaces: !isFirst)
        let unmark = try RowStatement(
            "DELETE FROM dirty_keys WHERE original_transaction_id = ? AND environment = ? AND app = ?",
            count: 3,
            on: connection
        )
        let histories = try HistorySource(on: connection, reader: reader, scans: isMostlyDirty())
        let lane = DerivationLane(derive)
        func write(_ portion: DerivationLane.Portion) throws {
            for (derived, history) in zip(portion.derived(), portion.histories) {
                try writer.replace(derived, from: history)
                try unmark.add(derived.key.originalTransactionId)
                try unmark.add(derived.key.environment)
                try unmark.add(derived.key.app)
                try unmark.run()
            }
        }
        var count = 0
        while true {
            let keys = try dirtyKeys(limit: Self.keysPerTransaction)
            guard !keys.isEmpty else { break }
            guard goesOn() else { return count }
            try transaction {
                var former: DerivationLane.Portion?
                for start in stride(from: 0, to: keys.count, by: Self.keysPerPortion) {
                    let portion = keys[start..<min(start + Self.keysPerPortion, keys.count)]
                    let present = lane.begin(try histories.histories(of: portion))
                    if let former { try write(former) }
                    former = present
                }
                if let former { try write(former) }
            }
            count += keys.count
        }
        try connection.execute(LedgerSchema.searchIndexes(of: .derived))
        guard goesOn() else { return count }
        if try metaInteger(.consentsDirty) == 1 {
            try transaction {
                try ConsentBook(on: connection, reader: reader, writer: writer).resolveAll(resolve)
                try refreshHorizons()
                try setMeta(.findingsDirty, to: 1)
                try setMeta(.consentsDirty, to: 0)
            }
        }
        if changesFindings {
            try transaction {
                try ArchiveFindings(on: connection).refresh()
                try setMeta(.findingsDirty, to: 0)
            }
        }
        return count
    }

    private func isUnderived() throws -> Bool {
        for table in DerivedTables.all {
            let found = try connection.integer("SELECT EXISTS (SELECT 1 FROM \(table.name))")
            if found != 0 { return false }
        }
        return true
    }

    /// Whether reading everything once costs less than looking up what the marked keys need.
    private func isMostlyDirty() throws -> Bool {
        let notifications = try connection.integer("SELECT count(*) FROM notifications") ?? 0
        let keys = try connection.integer("SELECT count(*) FROM dirty_keys") ?? 0
        return keys * Self.notificationsPerLookup > notifications
    }

    private func dirtyKeys(limit: Int) throws -> [SubscriptionKey] {
        let statement = try Statement(
            """
            SELECT app, environment, original_transaction_id FROM dirty_keys
            ORDER BY original_transaction_id, environment, app LIMIT ?
            """,
            on: connection
        )
        try statement.bind(Int64(limit), at: 0)
        return try statement.keys()
    }

    private func refreshHorizons() throws {
        try connection.execute(
            """
            DELETE FROM horizons;
            INSERT INTO horizons
            SELECT said.app, said.environment, coalesce(covered.ends_at, max(said.said_at)) FROM (
                SELECT app, environment, max(said_at) AS said_at FROM notifications GROUP BY app, environment
                UNION ALL SELECT app, environment, max(said_at) FROM conflicts GROUP BY app, environment) said
            LEFT JOIN (SELECT app, environment, max(ends_at) AS ends_at FROM coverage WHERE is_complete = 1
                GROUP BY app, environment) covered USING (app, environment)
            WHERE said.said_at IS NOT NULL GROUP BY said.app, said.environment
            """
        )
    }
}

extension Statement {
    /// The keys of all remaining rows, from their first three columns (app, environment, id).
    func keys() throws(SQLiteError) -> [SubscriptionKey] {
        var result: [SubscriptionKey] = []
        while try step() {
            if let key = key(at: 0) { result.append(key) }
        }
        reset()
        return result
    }

    /// The key in three columns of the present row; nil where one is NULL.
    func key(at index: Int) -> SubscriptionKey? {
        guard let app = text(at: index), let environment = text(at: index + 1), let id = text(at: index + 2) else {
            return nil
        }
        return SubscriptionKey(app: app, environment: environment, originalTransactionId: id)
    }
}
