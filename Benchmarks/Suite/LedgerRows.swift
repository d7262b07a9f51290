import LedgerStore
import NotificationModel
import ReferencePath
import SignatureVerification

/// The material's rows and the ways into a ledger.
struct LedgerRows {
    let batch: RowBatch
    let attempts: [[SendAttempt]]

    init(_ material: BenchmarkMaterial) {
        batch = material.batch
        attempts = material.attempts
    }

    /// The settings that the corpus's ledgers are made under.
    static func settings(_ corpus: BenchmarkCorpus) -> LedgerSettings {
        LedgerSettings(
            anchorFingerprints: corpus.anchors.map { $0.fingerprint.description },
            allowsUnsignedTestEnvironments: false
        )
    }

    /// Appends all in one transaction, by the product.
    func append(to ledger: Ledger) throws {
        let provenance = Provenance(sourceID: 0, recordIndex: 0, streamOffset: 0, runID: 0)
        try ledger.transaction {
            for index in batch.rows.indices {
                _ = try ledger.append(batch, row: index, provenance: provenance)
                try ledger.append(attempts: attempts[index][...], for: batch, row: index)
            }
        }
        try ledger.checkpoint()
    }

    /// Writes all by plain upserts, in reverse on request: the order decides nothing.
    func write(to writer: PlainLedgerWriter, reversed: Bool = false) throws {
        for index in reversed ? Array(batch.rows.indices.reversed()) : Array(batch.rows.indices) {
            try writer.write(index, of: batch, attempts: attempts[index])
        }
        try writer.finish()
    }

    /// Makes a ledger with as many rows, the material's under other identities.
    func fill(_ path: String, count: Int, settings: LedgerSettings) throws {
        let ledger = try Ledger.openForWriting(path: path, settings: settings)
        let provenance = Provenance(sourceID: 0, recordIndex: 0, streamOffset: 0, runID: 0)
        var copy = batch
        var written = 0
        var round: UInt64 = 0
        try ledger.transaction {
            while written < count {
                round += 1
                for index in copy.rows.indices {
                    let uuid = batch.rows[index].notificationUUID
                    let mask = round &* 0x9E37_79B9_7F4A_7C15
                    copy.rows[index].notificationUUID = Identity128(high: uuid.high ^ mask, low: uuid.low)
                    _ = try ledger.append(copy, row: index, provenance: provenance)
                    written += 1
                }
            }
        }
        try ledger.deriveDirty()
        try ledger.checkpoint()
    }
}
