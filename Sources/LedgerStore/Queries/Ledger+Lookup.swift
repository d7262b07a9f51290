internal import NotificationModel
package import Reconciliation

extension Ledger {
    /// Everything that an id names, across apps and environments; UUIDs in any letter case.
    ///
    /// Ordered by kind, app, environment and key; empty where nothing is named.
    package func lookup(_ id: String) throws -> [LedgerMatch] {
        try keyMatches(id) + notificationMatches(id) + consentMatches(id)
    }

    /// Everything said about a key; empty for an unknown one.
    package func history(of key: SubscriptionKey) throws -> PurchaseHistory {
        try HistoryReader(on: connection).history(of: key)
    }

    /// The keys, in any app and environment, that share an account token or an app transaction with a key or that a
    /// migration leads to or from; itself included.
    ///
    /// Those that ever gave access come first, each part in key order; at most `limit`. The account token of zeros is
    /// no id.
    package func keysSharingIdentifiers(with key: SubscriptionKey, limit: Int) throws -> [SubscriptionKey] {
        let kinds: [KeyIdentifier.Kind] = [.accountToken, .appTransaction, .previousOriginalTransaction]
        let rows = try Statement(
            """
            SELECT o.app, o.environment, o.original_transaction_id FROM identifiers m
            JOIN identifiers o ON o.id = m.id AND o.kind = m.kind
            WHERE m.original_transaction_id = ?1 AND m.environment = ?2 AND m.app = ?3
                AND m.kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
                AND trim(m.id, '0-') <> ''
            GROUP BY 1, 2, 3
            ORDER BY NOT EXISTS (SELECT 1 FROM access_intervals i
                WHERE i.original_transaction_id = o.original_transaction_id AND i.environment = o.environment
                    AND i.app = o.app), 1, 2, 3
            LIMIT \(limit)
            """,
            on: connection
        )
        try rows.bind(key, at: 0)
        return try rows.keys()
    }

    /// The withdrawn consents that were joined with a key, by the instant of withdrawal; of the joins only this key's.
    package func consentOutcomes(of key: SubscriptionKey) throws -> [ConsentOutcome] {
        let rows = try Statement(
            """
            SELECT c.app_transaction_id, c.notification_uuid, c.content_digest, c.withdrawn_at, c.returned_at,
                c.return_evidence, j.match
            FROM consent_joins j JOIN consent_outcomes c USING (notification_uuid, environment, content_digest)
            WHERE j.original_transaction_id = ? AND j.environment = ? AND j.app = ? ORDER BY 4, 2, 3
            """,
            on: connection
        )
        try rows.bind(key, at: 0)
        var result: [ConsentOutcome] = []
        while try rows.step() {
            guard let id = rows.text(at: 0), let uuid = rows.identity(at: 1), let digest = rows.digest(at: 2),
                let match = rows.text(at: 6).flatMap(ConsentOutcome.Match.init)
            else { continue }
            let consent = Consent(
                app: key.app,
                environment: key.environment,
                appTransactionId: id,
                notificationUUID: uuid,
                contentDigest: digest,
                instant: rows.integer(at: 3)
            )
            let join = ConsentOutcome.Join(originalTransactionId: key.originalTransactionId, match: match)
            result.append(
                ConsentOutcome(
                    consent: consent,
                    joins: [join],
                    returnedAt: rows.integer(at: 4),
                    returnEvidence: rows.text(at: 5)
                )
            )
        }
        return result
    }

    private func keyMatches(_ id: String) throws -> [LedgerMatch] {
        let rows = try Statement(
            """
            SELECT app, environment, original_transaction_id, kind FROM identifiers
            WHERE id = ?1 OR (id = ?2 AND kind = '\(KeyIdentifier.Kind.accountToken.rawValue)')
            ORDER BY kind, app, environment, original_transaction_id
            """,
            on: connection
        )
        try rows.bind(id, at: 0)
        try rows.bind(id.lowercased(), at: 1)
        var result: [LedgerMatch] = []
        while try rows.step() {
            guard let key = rows.key(at: 0), let kind = rows.text(at: 3) else { continue }
            result.append(
                LedgerMatch(
                    kind: kind,
                    app: key.app,
                    environment: key.environment,
                    key: key,
                    notificationUUID: nil
                )
            )
        }
        return result
    }

    /// The notification of a UUID with the purchases that it concerns: a withdrawn consent those that it was joined with.
    private func notificationMatches(_ id: String) throws -> [LedgerMatch] {
        guard let uuid = Identity128(id) else { return [] }
        let rows = try Statement(
            """
            SELECT n.app, n.environment, coalesce(n.original_transaction_id, j.original_transaction_id)
            FROM (SELECT * FROM notifications UNION ALL SELECT * FROM conflicts) n
            LEFT JOIN consent_joins j USING (notification_uuid, environment, content_digest)
            WHERE n.notification_uuid = ?1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
            """,
            on: connection
        )
        try rows.bind(uuid.description, at: 0)
        var result: [LedgerMatch] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1) else { continue }
            result.append(
                LedgerMatch(
                    kind: "notification-uuid",
                    app: app,
                    environment: environment,
                    key: rows.key(at: 0),
                    notificationUUID: uuid
                )
            )
        }
        return result
    }

    /// Withdrawn consents of an app transaction, with the purchases that they were joined with or with none.
    private func consentMatches(_ id: String) throws -> [LedgerMatch] {
        let rows = try Statement(
            """
            SELECT c.app, c.environment, j.original_transaction_id, c.notification_uuid FROM consent_outcomes c
            LEFT JOIN consent_joins j ON j.notification_uuid = c.notification_uuid
                AND j.environment = c.environment AND j.content_digest = c.content_digest
            WHERE c.app_transaction_id = ? ORDER BY 1, 2, 3, 4
            """,
            on: connection
        )
        try rows.bind(id, at: 0)
        var result: [LedgerMatch] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1) else { continue }
            result.append(
                LedgerMatch(
                    kind: "consent",
                    app: app,
                    environment: environment,
                    key: rows.key(at: 0),
                    notificationUUID: rows.identity(at: 3)
                )
            )
        }
        return result
    }
}
