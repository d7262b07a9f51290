internal import NotificationModel
internal import Reconciliation

/// Joins every withdrawn consent with the purchases that it concerns, and writes what came of it.
struct ConsentBook {
    private let connection: Connection
    private let reader: HistoryReader
    private let writer: DerivedWriter

    init(on connection: Connection, reader: HistoryReader, writer: DerivedWriter) {
        self.connection = connection
        self.reader = reader
        self.writer = writer
    }

    /// Replaces all outcomes, joins, orphan notices and consent revocations.
    ///
    /// Inside a transaction.
    func resolveAll(_ resolve: (Consent, [PurchaseHistory]) -> ConsentOutcome) throws(SQLiteError) {
        try connection.execute(
            """
            DELETE FROM consent_outcomes; DELETE FROM consent_joins;
            DELETE FROM revocations WHERE kind = 'consent-rescinded';
            DELETE FROM discrepancies WHERE code = 'orphan-consent'
            """
        )
        let outcome = try RowStatement(insertingInto: DerivedTables.consentOutcomes, on: connection)
        let join = try RowStatement(insertingInto: DerivedTables.consentJoins, on: connection)
        let matches = try KeyMatches(on: connection)
        for consent in try consents() {
            var histories: [PurchaseHistory] = []
            for key in try matches.keys(concernedBy: consent) {
                histories.append(try reader.history(of: key))
            }
            let result = resolve(consent, histories)
            try write(result, to: outcome)
            for found in result.joins { try write(found, of: consent, to: join) }
            try writeConsequences(of: result)
        }
    }

    /// The withdrawals, each once: bytes that differ while they say the same of one notification are one withdrawal.
    private func consents() throws(SQLiteError) -> [Consent] {
        let statement = try Statement(
            """
            SELECT app, environment, app_transaction_id, notification_uuid, content_digest, said_at FROM consents
            WHERE app_transaction_id IS NOT NULL
            ORDER BY app, environment, notification_uuid, app_transaction_id, said_at, content_digest
            """,
            on: connection
        )
        var result: [Consent] = []
        while try statement.step() {
            guard let app = statement.text(at: 0), let environment = statement.text(at: 1),
                let id = statement.text(at: 2), let uuid = statement.identity(at: 3),
                let digest = statement.digest(at: 4)
            else { continue }
            let consent = Consent(
                app: app,
                environment: environment,
                appTransactionId: id,
                notificationUUID: uuid,
                contentDigest: digest,
                instant: statement.integer(at: 5)
            )
            if let last = result.last, last.saysTheSame(as: consent) { continue }
            result.append(consent)
        }
        return result
    }

    private func write(_ result: ConsentOutcome, to row: RowStatement) throws(SQLiteError) {
        try row.add(result.consent.app)
        try row.add(result.consent.environment)
        try row.add(result.consent.appTransactionId)
        try row.add(result.consent.notificationUUID)
        try row.add(result.consent.contentDigest)
        try row.add(result.consent.instant)
        try row.add(result.returnedAt)
        try row.add(result.returnEvidence)
        try row.run()
    }

    private func write(
        _ join: ConsentOutcome.Join,
        of consent: Consent,
        to row: RowStatement
    ) throws(SQLiteError) {
        try row.add(consent.app)
        try row.add(consent.environment)
        try row.add(join.originalTransactionId)
        try row.add(consent.appTransactionId)
        try row.add(consent.notificationUUID)
        try row.add(consent.contentDigest)
        try row.add(join.match.rawValue)
        try row.run()
    }

    private func writeConsequences(of result: ConsentOutcome) throws(SQLiteError) {
        let consent = result.consent
        if let instant = consent.instant {
            var revocation = Revocation(kind: .consentRescinded, instant: instant)
            revocation.appTransactionId = consent.appTransactionId
            revocation.purchaseSeen = !result.joins.isEmpty
            revocation.reversedAt = result.returnedAt
            revocation.reversal = result.returnedAt.map { _ in "inferred" }
            try writer.add(revocation, app: consent.app, environment: consent.environment, nil)
        }
        guard result.joins.isEmpty else { return }
        let orphan = Discrepancy(
            .orphanConsent,
            notificationUUID: consent.notificationUUID,
            instant: consent.instant,
            "A withdrawn consent names an app transaction that no known purchase shares."
        )
        try writer.add(orphan, app: consent.app, environment: consent.environment, nil)
    }
}
