internal import Reconciliation

/// The names of the ledger's notes about itself.
enum MetaKey: String {
    case rulesVersion = "rules_version"
    case anchors
    case allowsUnsigned = "allows_unsigned_test_environments"
    case consentsDirty = "consents_dirty"
    case findingsDirty = "findings_dirty"
    case isLoading = "load_under_way"
}

extension Ledger {
    /// The settings that the ledger was made under.
    package var settings: LedgerSettings {
        get throws {
            let anchors = try metaText(.anchors) ?? ""
            return LedgerSettings(
                anchorFingerprints: anchors.split(separator: "\n").map(String.init),
                allowsUnsignedTestEnvironments: try metaInteger(.allowsUnsigned) == 1
            )
        }
    }

    /// True while derived rows do not follow from the facts, or follow by other rules.
    package var isDirty: Bool {
        get throws {
            try metaInteger(.rulesVersion) != Int64(Derivation.rulesVersion) || metaInteger(.consentsDirty) == 1
                || metaInteger(.findingsDirty) == 1 || isLoading
                || connection.integer("SELECT EXISTS (SELECT 1 FROM dirty_keys)") == 1
        }
    }

    /// Marks everything to be derived anew where other rules derived it.
    func adoptRules() throws {
        guard try metaInteger(.rulesVersion) != Int64(Derivation.rulesVersion) else { return }
        try transaction {
            try markAllKeys()
            try setMeta(.consentsDirty, to: 1)
            try setMeta(.rulesVersion, to: Int64(Derivation.rulesVersion))
        }
    }

    /// Marks every key that a snapshot names; inside a transaction.
    func markAllKeys() throws(SQLiteError) {
        try connection.execute(
            """
            INSERT OR IGNORE INTO dirty_keys
            SELECT original_transaction_id, environment, app FROM transaction_snapshots
            WHERE original_transaction_id IS NOT NULL
            UNION SELECT original_transaction_id, environment, app FROM renewal_snapshots
            WHERE original_transaction_id IS NOT NULL
            UNION SELECT previous_original_transaction_id, environment, app FROM transaction_snapshots
            WHERE previous_original_transaction_id IS NOT NULL
            """
        )
    }

    func metaText(_ key: MetaKey) throws(SQLiteError) -> String? {
        let statement = try Statement("SELECT value FROM meta WHERE key = ?", on: connection)
        try statement.bind(key.rawValue, at: 0)
        return try statement.step() ? statement.text(at: 0) : nil
    }

    func metaInteger(_ key: MetaKey) throws(SQLiteError) -> Int64? {
        let statement = try Statement("SELECT value FROM meta WHERE key = ?", on: connection)
        try statement.bind(key.rawValue, at: 0)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    func setMeta(_ key: MetaKey, to value: Int64) throws(SQLiteError) {
        let statement = try Statement("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", on: connection)
        try statement.bind(key.rawValue, at: 0)
        try statement.bind(value, at: 1)
        try statement.run()
    }

    func setMeta(_ key: MetaKey, to value: String) throws(SQLiteError) {
        let statement = try Statement("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", on: connection)
        try statement.bind(key.rawValue, at: 0)
        try statement.bind(value, at: 1)
        try statement.run()
    }
}
