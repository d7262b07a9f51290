internal import Reconciliation

/// Replaces what the archive as a whole shows: pages and times that are missing, notifications never delivered.
///
/// These rows of `discrepancies` follow from all facts and the book of pages together, not from a key's history, and no
/// fingerprint covers them. No clock takes part: an app's horizon says how far it is known.
struct ArchiveFindings {
    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    /// Works all of them out anew; inside a transaction, with the horizons up to date.
    ///
    /// - Complexity: one pass over `send_attempts` and one over an index of `notifications`.
    func refresh() throws(SQLiteError) {
        try connection.execute(
            """
            DELETE FROM discrepancies WHERE code IN
            ('\(Discrepancy.Code.incompleteArchive.rawValue)', '\(Discrepancy.Code.neverDelivered.rawValue)')
            """
        )
        try addMissingPages()
        try addSilences()
        try addUndelivered()
    }

    private func addMissingPages() throws(SQLiteError) {
        let insert = try RowStatement(insertingInto: DerivedTables.discrepancies, on: connection)
        for finding in PageRuns.findings(in: try PageBook(on: connection).all()) {
            try insert.addIncomplete(app: "", environment: "", instant: nil, finding.sentence)
        }
    }

    /// Only Production has a rhythm: the Sandbox speaks when somebody tests.
    private func addSilences() throws(SQLiteError) {
        let insert = try RowStatement(insertingInto: DerivedTables.discrepancies, on: connection)
        let streams = try Statement(
            "SELECT app, environment FROM horizons WHERE environment = 'Production' ORDER BY app",
            on: connection
        )
        let instants = try Statement(
            """
            SELECT said_at FROM notifications WHERE app = ? AND environment = ? AND said_at IS NOT NULL
            ORDER BY said_at
            """,
            on: connection
        )
        while try streams.step() {
            guard let app = streams.text(at: 0), let environment = streams.text(at: 1) else { continue }
            try instants.bind(app, at: 0)
            try instants.bind(environment, at: 1)
            var rule = SilenceRule()
            while try instants.step() {
                if let instant = instants.integer(at: 0) { rule.append(instant) }
            }
            instants.reset()
            for silence in rule.silences() {
                try insert.addIncomplete(
                    app: app,
                    environment: environment,
                    instant: silence.start,
                    "Nothing was said for \(Self.hours(silence.end - silence.start)) from this instant on, where "
                        + "at most \(Self.hours(silence.usual)) are usual: a window of the history may be missing."
                )
            }
        }
    }

    /// One row a notification, so that each can be found and sent again.
    private func addUndelivered() throws(SQLiteError) {
        let failures = DeliveryRetries.failures.map { "'\($0)'" }.joined(separator: ", ")
        let code = Discrepancy.Code.neverDelivered
        // Failures are few, and the table's own order finds them at once. In Production a first attempt without a date is
        // an older dump's only word and says nothing of the retries.
        try connection.execute(
            """
            INSERT INTO discrepancies(\(DerivedTables.discrepancies.columnList))
            SELECT n.app, n.environment, n.original_transaction_id, '\(code.rawValue)', '\(code.severity)',
                n.notification_uuid, n.transaction_id, a.first_at,
                CASE WHEN n.environment <> 'Production' THEN 'The only attempt to deliver it failed.'
                WHEN a.attempts >= \(DeliveryRetries.productionCount) THEN 'All attempts to deliver it failed.'
                ELSE 'No attempt to deliver it is known to have succeeded, and the time for retries is over.' END
            FROM (SELECT notification_uuid, environment, app, min(attempt_date) AS first_at, count(attempt_date) AS attempts
                FROM send_attempts NOT INDEXED WHERE result IN (\(failures)) GROUP BY notification_uuid, environment, app) a
            CROSS JOIN notifications n ON n.notification_uuid = a.notification_uuid AND n.environment = a.environment
                AND n.app = a.app
            LEFT JOIN horizons h ON h.app = n.app AND h.environment = n.environment
            WHERE NOT EXISTS (SELECT 1 FROM send_attempts s WHERE s.notification_uuid = a.notification_uuid
                AND s.environment = a.environment AND s.app = a.app AND s.result NOT IN (\(failures)))
                AND (n.environment = 'Sandbox' OR n.environment = 'Production' AND (a.attempts >= \(DeliveryRetries.productionCount)
                    OR a.first_at + \(DeliveryRetries.production) < h.horizon))
            """
        )
    }

    private static func hours(_ milliseconds: Int64) -> String {
        let tenths = (milliseconds + 180_000) / 360_000
        return tenths % 10 == 0 ? "\(tenths / 10) hours" : "\(tenths / 10).\(tenths % 10) hours"
    }
}

extension RowStatement {
    /// A finding about the archive; that of a source belongs to no app.
    fileprivate func addIncomplete(
        app: String,
        environment: String,
        instant: Int64?,
        _ sentence: String
    ) throws(SQLiteError) {
        let code = Discrepancy.Code.incompleteArchive
        try add(app)
        try add(environment)
        try add(nil as String?)
        try add(code.rawValue)
        try add(code.severity)
        try add(nil as String?)
        try add(nil as String?)
        try add(instant)
        try add(sentence)
        try run()
    }
}
