import Foundation
import LedgerStore
import NotificationModel
import Reconciliation
import Testing

/// A folder of its own for a test's ledgers; removed with the test.
final class LedgerFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    static let settings = LedgerSettings(anchorFingerprints: ["aa", "bb"], allowsUnsignedTestEnvironments: false)

    func path(_ name: String = "ledger.db") -> String {
        url.appending(path: name).path
    }

    func open(_ name: String = "ledger.db") throws -> Ledger {
        try Ledger.openForWriting(path: path(name), settings: Self.settings)
    }

    /// A ledger with these contents appended in order, each in a batch of its own, and derived.
    func ledger(_ name: String, of contents: [RowBuilder.Content]) throws -> (ledger: Ledger, fates: [IngestFate]) {
        let ledger = try open(name)
        let fates = try ledger.append(contents)
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        return (ledger, fates)
    }
}

extension Ledger {
    /// Appends contents in one transaction; their record index is their place.
    @discardableResult
    func append(_ contents: [RowBuilder.Content]) throws -> [IngestFate] {
        try transaction {
            let source = try sourceID(of: Array("archive.json".utf8))
            return try contents.enumerated().map { index, content in
                var builder = RowBuilder()
                let row = builder.add(content)
                let provenance = Provenance(
                    sourceID: source,
                    recordIndex: Int64(index),
                    streamOffset: 0,
                    runID: 1
                )
                return try append(builder.batch, row: row, provenance: provenance)
            }
        }
    }

    /// The canonical bytes that a fingerprint hashes.
    var canonicalBytes: [UInt8] {
        get throws {
            var bytes: [UInt8] = []
            try fingerprint { chunk in
                for index in chunk.indices { bytes.append(chunk[index]) }
            }
            return bytes
        }
    }

    /// All rows of a table, each by column name.
    func rows(of table: String) throws -> [[String: LedgerValue]] {
        var columns: [String] = []
        var result: [[String: LedgerValue]] = []
        try forEachRow(of: #require(LedgerRelation.all.first { $0.name == table }), start: { columns = $0 }) { values in
            result.append(Dictionary(uniqueKeysWithValues: zip(columns, values)))
        }
        return result
    }
}

/// A derivation small enough to foresee: an interval a transaction, a lapse after the last, and what joins directly.
enum Timelines {
    static func derive(_ history: PurchaseHistory) -> DerivedPurchases {
        var result = DerivedPurchases(key: history.key)
        let snapshots = history.transactions.sorted { $0.transactionId < $1.transactionId }
        result.transactions = snapshots.map {
            DerivedTransaction(snapshot: $0, supersededBy: nil, snapshotCount: 1)
        }
        result.intervals = snapshots.map {
            AccessInterval(
                start: $0.purchaseDate ?? 0,
                end: $0.expiresDate,
                origin: .transaction,
                endCause: .periodEnd,
                transactionId: $0.transactionId,
                productId: $0.productId
            )
        }
        if let end = snapshots.compactMap(\.expiresDate).max() {
            result.lapses = [AccessLapse(start: end, end: nil, state: .unconfirmed, cause: nil)]
        }
        var subscription = DerivedPurchases.Subscription()
        subscription.productId = snapshots.last?.productId
        subscription.autoRenewStatus = history.renewals.compactMap(\.autoRenewStatus).max()
        subscription.lastSaidAt = history.notifications.compactMap(\.saidAt).max()
        result.subscription = subscription
        return result
    }

    static func resolve(_ consent: Consent, _ histories: [PurchaseHistory]) -> ConsentOutcome {
        let joins = histories.map { history in
            let isDirect = history.transactions.contains { $0.appTransactionId == consent.appTransactionId }
            return ConsentOutcome.Join(
                originalTransactionId: history.key.originalTransactionId,
                match: isDirect ? .direct : .bridged
            )
        }
        return ConsentOutcome(consent: consent, joins: joins, returnedAt: nil, returnEvidence: nil)
    }
}
