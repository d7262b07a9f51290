package import NotificationModel
package import Reconciliation

extension Ledger {
    /// The notifications that concern a key, in the order of their being said, undated ones last.
    ///
    /// The dates are those of the transaction and the renewal info that each carried for any key.
    package func notificationRows(for key: SubscriptionKey) throws -> [NotificationStory] {
        let condition = """
            n.rowid IN (SELECT rowid FROM {table} WHERE original_transaction_id = ?1 AND environment = ?2 AND app = ?3)
            OR n.rowid IN (SELECT m.rowid FROM renewal_snapshots s JOIN {table} m USING (notification_uuid,
                environment, content_digest)
                WHERE s.original_transaction_id = ?1 AND s.environment = ?2 AND s.app = ?3)
            """
        let rows = try Statement(Self.story(where: condition), on: connection)
        try rows.bind(key, at: 0)
        return try stories(rows)
    }

    /// The notification of a UUID with its conflicts, in one environment or, for nil, in all.
    package func notificationRows(for uuid: Identity128, environment: String? = nil) throws -> [NotificationStory] {
        let condition = "n.notification_uuid = ?1" + (environment == nil ? "" : " AND n.environment = ?2")
        let rows = try Statement(Self.story(where: condition), on: connection)
        try rows.bind(uuid.description, at: 0)
        if let environment { try rows.bind(environment, at: 1) }
        return try stories(rows)
    }

    private static func story(where condition: String) -> String {
        let tables = [(FactTables.notifications.name, 0), (FactTables.conflicts.name, 1)]
        let selections = tables.map { table, isConflict in
            """
            SELECT n.notification_uuid, n.said_at, n.notification_type, n.subtype, n.event, n.effect, n.status,
                n.notes, n.product_id, n.transaction_id, t.purchase_date, t.expires_date, t.revocation_date,
                r.grace_period_expires_date, r.renewal_date, r.auto_renew_status, \(isConflict), s.path,
                n.record_index, n.content_digest, t.price, t.currency, t.in_app_ownership_type,
                t.multi_seat_info IS NOT NULL, t.billing_plan_type = 'MONTHLY',
                \(number("billingPeriodNumber", in: "t.commitment_info")),
                \(number("totalBillingPeriods", in: "t.commitment_info")),
                \(number("commitmentExpiresDate", in: "t.commitment_info")),
                \(number("commitmentAutoRenewStatus", in: "r.commitment_info")), n.environment, n.app
            FROM \(table) n
            LEFT JOIN transaction_snapshots t ON t.original_transaction_id = n.original_transaction_id
                AND t.environment = n.environment AND t.app = n.app AND t.notification_uuid = n.notification_uuid
                AND t.content_digest = n.content_digest
            LEFT JOIN renewal_snapshots r ON r.original_transaction_id = n.original_transaction_id
                AND r.environment = n.environment AND r.app = n.app AND r.notification_uuid = n.notification_uuid
                AND r.content_digest = n.content_digest
            LEFT JOIN sources s ON s.id = n.source_id
            WHERE \(condition.replacing("{table}", with: table))
            """
        }
        return selections.joined(separator: "\nUNION ALL\n") + "\nORDER BY 2 NULLS LAST, 1, 20"
    }

    /// The whole number under a name of a JSON object; NULL for everything else.
    private static func number(_ name: String, in column: String) -> String {
        """
        CASE WHEN json_valid(\(column)) AND json_type(\(column), '$.\(name)') IN ('integer', 'real')
            THEN CAST(json_extract(\(column), '$.\(name)') AS INTEGER) END
        """
    }

    private func stories(_ rows: consuming Statement) throws -> [NotificationStory] {
        let attempts = try Statement(
            """
            SELECT attempt_date, result FROM send_attempts WHERE notification_uuid = ? AND environment = ? AND app = ?
            ORDER BY attempt_date, result
            """,
            on: connection
        )
        var result: [NotificationStory] = []
        while try rows.step() {
            guard let uuid = rows.identity(at: 0), let type = rows.text(at: 2) else { continue }
            let (environment, app) = (rows.text(at: 29) ?? "", rows.text(at: 30) ?? "")
            result.append(
                NotificationStory(
                    app: app,
                    environment: environment,
                    notificationUUID: uuid,
                    saidAt: rows.integer(at: 1),
                    type: type,
                    subtype: rows.text(at: 3),
                    event: rows.text(at: 4),
                    effect: rows.text(at: 5),
                    status: rows.integer(at: 6),
                    notes: rows.text(at: 7),
                    productId: rows.text(at: 8),
                    transactionId: rows.text(at: 9),
                    purchaseDate: rows.integer(at: 10),
                    expiresDate: rows.integer(at: 11),
                    revocationDate: rows.integer(at: 12),
                    gracePeriodExpiresDate: rows.integer(at: 13),
                    renewalDate: rows.integer(at: 14),
                    autoRenewStatus: rows.integer(at: 15),
                    price: rows.integer(at: 20),
                    currency: rows.text(at: 21),
                    ownership: rows.text(at: 22),
                    hasSeats: rows.integer(at: 23) == 1,
                    isCommitment: rows.integer(at: 24) == 1,
                    billingPeriodNumber: rows.integer(at: 25),
                    totalBillingPeriods: rows.integer(at: 26),
                    commitmentExpiresDate: rows.integer(at: 27),
                    commitmentAutoRenewStatus: rows.integer(at: 28),
                    attempts: try Self.attempts(attempts, of: uuid, environment: environment, app: app),
                    isConflict: rows.integer(at: 16) == 1,
                    sourcePath: rows.bytes(at: 17),
                    recordIndex: rows.integer(at: 18) ?? 0
                )
            )
        }
        return result
    }

    private static func attempts(
        _ statement: borrowing Statement,
        of uuid: Identity128,
        environment: String,
        app: String
    ) throws -> [SendAttempt] {
        try statement.bind(uuid.description, at: 0)
        try statement.bind(environment, at: 1)
        try statement.bind(app, at: 2)
        defer { statement.reset() }
        var result: [SendAttempt] = []
        while try statement.step() {
            result.append(SendAttempt(attemptDate: statement.integer(at: 0), result: statement.text(at: 1) ?? ""))
        }
        return result
    }
}

extension Statement {
    /// The bytes of a text or blob of the present row; empty for NULL.
    func bytes(at index: Int) -> [UInt8] {
        withBytes(at: index) { bytes in bytes.indices.map { bytes[$0] } }
    }
}
