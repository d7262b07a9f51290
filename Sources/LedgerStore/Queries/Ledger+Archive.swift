internal import Reconciliation

extension Ledger {
    /// Why the archive is not whole: pages first, then times by app, environment and instant.
    package func missingParts(limit: Int) throws -> [MissingPart] {
        let rows = try Statement(
            """
            SELECT app, environment, instant, sentence FROM discrepancies WHERE code = ?
            ORDER BY app, environment, instant, sentence LIMIT ?
            """,
            on: connection
        )
        try rows.bind(Discrepancy.Code.incompleteArchive.rawValue, at: 0)
        try rows.bind(Int64(limit), at: 1)
        var result: [MissingPart] = []
        while try rows.step() {
            guard let app = rows.text(at: 0), let environment = rows.text(at: 1), let sentence = rows.text(at: 3)
            else { continue }
            result.append(
                MissingPart(app: app, environment: environment, instant: rows.integer(at: 2), sentence: sentence)
            )
        }
        return result
    }

    /// Notifications that were never delivered, by app and environment, with the first few by their first attempt.
    package func undelivered(examples: Int) throws -> [UndeliveredCount] {
        let code = Discrepancy.Code.neverDelivered.rawValue
        let named = try Statement(
            """
            SELECT notification_uuid FROM discrepancies WHERE code = ? AND app = ? AND environment = ?
            ORDER BY instant, notification_uuid LIMIT ?
            """,
            on: connection
        )
        var result: [UndeliveredCount] = []
        for entry in try discrepancyCounts() where entry.code == code {
            try named.bind(code, at: 0)
            try named.bind(entry.app, at: 1)
            try named.bind(entry.environment, at: 2)
            try named.bind(Int64(examples), at: 3)
            var uuids: [String] = []
            while try named.step() {
                if let uuid = named.text(at: 0) { uuids.append(uuid) }
            }
            named.reset()
            result.append(
                UndeliveredCount(
                    app: entry.app,
                    environment: entry.environment,
                    count: entry.count,
                    examples: uuids
                )
            )
        }
        return result
    }
}
