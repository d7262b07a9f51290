extension Ledger {
    /// True from the first facts of a fresh ledger until ``finishLoad(goesOn:)``.
    package var isLoading: Bool {
        get throws { try metaInteger(.isLoading) == 1 }
    }

    /// Makes a ledger without facts ready to take many: until ``finishLoad(goesOn:)`` identities are decided in memory,
    /// and neither the indexes that keep rows apart nor the marks of keys are kept row by row.
    ///
    /// Inside a transaction; a ledger with facts stays as it is. What is loaded has each row once at every commit. A
    /// load that was cut off is taken up by the next facts, or finished by the next derivation.
    package func beginLoad() throws {
        let facts = FactTables.all.map { "EXISTS (SELECT 1 FROM \($0.name))" }.joined(separator: " OR ")
        guard try connection.integer("SELECT \(facts)") == 0 else { return }
        // Statements over the tables would keep the indexes from being dropped.
        factWriter = nil
        try connection.execute(LedgerSchema.loadedTables.map(\.droppingIdentity).joined())
        try setMeta(.isLoading, to: 1)
    }

    /// Makes the indexes that keep rows apart and marks every key; nothing happens where no load is under way.
    ///
    /// Outside a transaction. Each step stands by itself and finds what an earlier attempt did. Returns false when
    /// `goesOn` said no before the end.
    @discardableResult
    package func finishLoad(goesOn: () -> Bool = { true }) throws -> Bool {
        guard try isLoading else { return true }
        factWriter = nil
        for table in LedgerSchema.loadedTables {
            guard goesOn() else { return false }
            try connection.execute(table.identityIndexes)
        }
        guard goesOn() else { return false }
        try transaction {
            try markAllKeys()
            try setMeta(.isLoading, to: 0)
        }
        return true
    }
}
