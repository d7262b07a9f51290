internal import Reconciliation

/// Finds keys by the ids that their histories contain.
final class KeyMatches {
    /// An account token under which more purchases lie than this names no account: an app gave one to everybody.
    static let accountLimit = 256

    private let byID: Statement
    private let tokens: Statement

    init(on connection: Connection) throws(SQLiteError) {
        byID = try Statement(
            """
            SELECT app, environment, original_transaction_id FROM identifiers
            WHERE id = ? AND kind = ? AND app = ? AND environment = ? LIMIT ?
            """,
            on: connection
        )
        tokens = try Statement(
            """
            SELECT id FROM identifiers WHERE original_transaction_id = ? AND environment = ? AND app = ?
                AND kind = '\(KeyIdentifier.Kind.accountToken.rawValue)'
            """,
            on: connection
        )
    }

    /// The keys that share a consent's app transaction, and those that share an account token with one of them.
    ///
    /// In key order. A token of more than ``accountLimit`` purchases bridges to none.
    func keys(concernedBy consent: Consent) throws(SQLiteError) -> [SubscriptionKey] {
        let appTransaction = KeyIdentifier(kind: .appTransaction, text: consent.appTransactionId)
        let direct = try keys(with: appTransaction, of: consent)
        var result = Set(direct)
        var tokens = Set<String>()
        for key in direct { tokens.formUnion(try accountTokens(of: key)) }
        for token in tokens {
            let account = KeyIdentifier(kind: .accountToken, text: token)
            let sharing = try keys(with: account, of: consent, atMost: Self.accountLimit + 1)
            if sharing.count <= Self.accountLimit { result.formUnion(sharing) }
        }
        return result.sorted()
    }

    private func keys(
        with identifier: KeyIdentifier,
        of consent: Consent,
        atMost limit: Int = .max
    ) throws(SQLiteError) -> [SubscriptionKey] {
        try byID.bind(identifier.text, at: 0)
        try byID.bind(identifier.kind.rawValue, at: 1)
        try byID.bind(consent.app, at: 2)
        try byID.bind(consent.environment, at: 3)
        try byID.bind(Int64(limit), at: 4)
        return try byID.keys()
    }

    private func accountTokens(of key: SubscriptionKey) throws(SQLiteError) -> [String] {
        try tokens.bind(key, at: 0)
        var result: [String] = []
        while try tokens.step() {
            if let token = tokens.text(at: 0) { result.append(token) }
        }
        tokens.reset()
        return result
    }
}
