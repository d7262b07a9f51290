package import NotificationModel

extension Ledger {
    /// Stores a verified row and its parts unless their content is there, and marks what must be derived anew.
    ///
    /// An identity is an environment with a notification UUID. The same content again is a duplicate; so is content
    /// equal to a stored conflict. Another content is kept beside the first, and the one with the smaller (said-at,
    /// digest) is shown in `notifications`, an undated one last; so the order of arrival decides nothing.
    ///
    /// Inside a transaction. Complexity: a look-up, and one insertion for each table concerned.
    package func append(_ batch: RowBatch, row: Int, provenance: Provenance) throws -> IngestFate {
        try facts.append(batch, row: row, provenance: provenance)
    }

    /// Unites a record's delivery attempts with those known of its notification, for new rows and duplicates alike.
    package func append(attempts: ArraySlice<SendAttempt>, for batch: RowBatch, row: Int) throws {
        guard !attempts.isEmpty else { return }
        try facts.append(attempts, of: batch.rows[row], in: batch)
        try markFindings()
    }

    private var facts: FactWriter {
        get throws {
            if let factWriter { return factWriter }
            let writer = try FactWriter(on: connection, attemptsInMemory: attemptsInMemory)
            factWriter = writer
            return writer
        }
    }
}
