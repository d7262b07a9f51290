extension Ledger {
    /// How far each app's knowledge reached at the last finished derivation, by app and environment.
    package func horizons() throws -> [Horizon] {
        let rows = try Statement(
            "SELECT app, environment, horizon FROM horizons ORDER BY app, environment",
            on: connection
        )
        return try horizons(rows)
    }

    private func horizons(_ rows: borrowing Statement) throws -> [Horizon] {
        var result: [Horizon] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1), let instant = rows.integer(at: 2)
            else { continue }
            result.append(Horizon(app: app, environment: environment, instant: instant))
        }
        return result
    }

    /// How far each app's knowledge reached at an instant of the past: its newest word by then.
    package func horizons(knownBy limit: Int64) throws -> [Horizon] {
        let rows = try Statement(
            """
            SELECT app, environment, max(said_at) FROM (
                SELECT app, environment, said_at FROM notifications
                UNION ALL SELECT app, environment, said_at FROM conflicts)
            WHERE said_at <= ? GROUP BY app, environment ORDER BY app, environment
            """,
            on: connection
        )
        try rows.bind(limit, at: 0)
        return try horizons(rows)
    }

    /// Revocations by app, environment and kind.
    package func revocationCounts() throws -> [RevocationCount] {
        let rows = try Statement(
            """
            SELECT app, environment, kind, count(*), count(reversed_at), sum(removed_access) FROM revocations
            GROUP BY app, environment, kind ORDER BY app, environment, kind
            """,
            on: connection
        )
        var result: [RevocationCount] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1), let kind = rows.text(at: 2) else {
                continue
            }
            result.append(
                RevocationCount(
                    app: app,
                    environment: environment,
                    kind: kind,
                    count: rows.count(at: 3),
                    reversed: rows.count(at: 4),
                    removedAccess: rows.count(at: 5)
                )
            )
        }
        return result
    }

    /// Discrepancies by app, environment and code.
    package func discrepancyCounts() throws -> [DiscrepancyCount] {
        let rows = try Statement(
            """
            SELECT app, environment, code, severity, count(*) FROM discrepancies
            GROUP BY app, environment, code, severity ORDER BY app, environment, code
            """,
            on: connection
        )
        var result: [DiscrepancyCount] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1), let code = rows.text(at: 2),
                let severity = rows.text(at: 3)
            else { continue }
            result.append(
                DiscrepancyCount(
                    app: app,
                    environment: environment,
                    code: code,
                    severity: severity,
                    count: rows.count(at: 4)
                )
            )
        }
        return result
    }

    /// Notifications by app, environment, type and subtype.
    package func eventCounts() throws -> [EventCount] {
        let rows = try Statement(
            """
            SELECT app, environment, notification_type, subtype, event, count(*) FROM notifications
            GROUP BY app, environment, notification_type, subtype, event
            ORDER BY app, environment, notification_type, subtype
            """,
            on: connection
        )
        var result: [EventCount] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1), let type = rows.text(at: 2) else {
                continue
            }
            result.append(
                EventCount(
                    app: app,
                    environment: environment,
                    type: type,
                    subtype: rows.text(at: 3),
                    event: rows.text(at: 4),
                    count: rows.count(at: 5)
                )
            )
        }
        return result
    }

    /// Rejects by reason, over all runs.
    package func rejectCounts() throws -> [RejectCount] {
        let rows = try Statement(
            "SELECT reason, count(*), sum(seen_count) FROM rejects GROUP BY reason ORDER BY reason",
            on: connection
        )
        var result: [RejectCount] = []
        while try rows.step() {
            guard let reason = rows.text(at: 0) else { continue }
            result.append(RejectCount(reason: reason, distinct: rows.count(at: 1), seen: rows.count(at: 2)))
        }
        return result
    }

    /// The number of rows in `notifications`.
    package func notificationCount() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM notifications") ?? 0)
    }

    /// The number of rows in `conflicts`.
    package func conflictCount() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM conflicts") ?? 0)
    }
}

extension Statement {
    /// A count or a sum in the present row; 0 for the sum of nothing.
    func count(at index: Int) -> Int {
        Int(integer(at: index) ?? 0)
    }
}
