internal import Foundation
internal import HistoryArchive
internal import LedgerStore
package import NotificationModel
internal import Reconciliation
package import SignatureVerification

/// The straightforward path from archives to verdicts and to a ledger, on one thread: the yardstick of every speed
/// claim, and the slow twin that fast paths are held against.
package struct ReferenceRun {
    /// What a run came to.
    package struct Summary: Equatable, Sendable {
        package var records = 0
        package var new = 0
        package var duplicate = 0
        package var rejected = 0
        /// Signatures checked.
        package var signatures = 0
        /// Files that the plain way does not know and the product's reader took apart.
        package var filesReadByProduct = 0
        /// The decompressed bytes of the others.
        package var decompressedBytes = 0
    }

    private let paths: [String]
    private let anchors: [TrustAnchor]

    /// A run over files and folders, under these anchors.
    package init(paths: [String], anchors: [TrustAnchor]) {
        self.paths = paths
        self.anchors = anchors
    }

    /// Judges every record without a ledger.
    ///
    /// - Parameter take: called for each verdict in the input's order; nil counts only.
    /// - Returns: the counts.
    /// - Throws: an error for a path that is not there.
    package func verify(_ take: ((ReferenceVerdict) -> Void)? = nil) throws -> Summary {
        var identities = DuplicateIndex()
        return try run { record, index, source, batch in
            switch record {
            case .rejected(let rejection):
                take?(
                    ReferenceVerdict(
                        source: source,
                        index: index,
                        verdict: "rejected",
                        reason: rejection.reason.rawValue,
                        notificationUUID: nil
                    )
                )
                return nil
            case .accepted(let position, _):
                let row = batch.rows[position]
                let environment = StoreEnvironment(row.environment.map(batch.text) ?? "")
                let fate = identities.offer(
                    row.notificationUUID,
                    environment: environment,
                    contentDigest: row.contentDigest
                )
                take?(
                    ReferenceVerdict(
                        source: source,
                        index: index,
                        verdict: fate == .new ? "accepted" : "duplicate",
                        reason: fate == .conflicting ? RejectionReason.conflictingDuplicate.rawValue : nil,
                        notificationUUID: row.notificationUUID.description
                    )
                )
                return fate == .new
            }
        }
    }

    /// Writes a fresh ledger and derives what follows from it.
    package func reconcile(into path: String) throws -> Summary {
        try prepareLedger(path)
        let writer = try PlainLedgerWriter(path: path)
        let summary = try run { record, _, _, batch in
            guard case .accepted(let row, let attempts) = record else { return nil }
            return try writer.write(row, of: batch, attempts: attempts) == .new
        }
        try writer.finish()
        try Self.derive(path, anchors)
        return summary
    }

    /// Makes an empty ledger with all its indexes.
    package func prepareLedger(_ path: String) throws {
        let ledger = try Ledger.openForWriting(path: path, settings: Self.settings(anchors))
        // A derivation makes the indexes that it needs.
        try ledger.deriveDirty()
        try ledger.checkpoint()
    }

    /// Derives what a ledger's facts come to.
    package static func derive(_ path: String, _ anchors: [TrustAnchor]) throws {
        try Ledger.openForWriting(path: path, settings: settings(anchors)).deriveDirty()
    }

    /// SHA-256 over a ledger's logical content.
    package static func fingerprint(_ path: String) throws -> Digest256 {
        var content: [UInt8] = []
        try Ledger.openForReading(path: path).fingerprint { chunk in
            // Safe: the buffer is only read, during the call.
            unsafe chunk.withUnsafeBufferPointer { unsafe content.append(contentsOf: $0) }
        }
        return PlainDigest.hash(content.span)
    }

    private static func settings(_ anchors: [TrustAnchor]) -> LedgerSettings {
        LedgerSettings(
            anchorFingerprints: anchors.map { $0.fingerprint.description },
            allowsUnsignedTestEnvironments: false
        )
    }

    /// Reads everything; `take` answers whether an accepted record is new, nil for a rejected one.
    private func run(
        _ take: (ReferenceReader.Record, Int?, String, RowBatch) throws -> Bool?
    ) throws -> Summary {
        var reader = ReferenceReader(anchors: anchors)
        var summary = Summary()
        for source in try ArchiveListing(paths.map { ArchivePath($0) }).sources {
            let name = source.path.text
            try reader.read(source) { record, index, batch in
                summary.records += 1
                switch try take(record, index, name, batch) {
                case nil: summary.rejected += 1
                case true?: summary.new += 1
                case false?: summary.duplicate += 1
                }
            }
        }
        summary.signatures = reader.signatureChecks
        summary.filesReadByProduct = reader.filesReadByProduct
        summary.decompressedBytes = reader.decompressedBytes
        return summary
    }
}
