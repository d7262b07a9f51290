internal import Reconciliation

/// Where a derivation's histories come from: out of one sorted pass, or key by key through the indexes.
enum HistorySource {
    case scan(HistoryScan)
    case lookups(HistoryReader)

    init(on connection: Connection, reader: HistoryReader, scans: Bool) throws(SQLiteError) {
        self = scans ? .scan(try HistoryScan(on: connection, reader: reader)) : .lookups(reader)
    }

    /// The histories of keys in ascending order of (original id, environment, app), those of earlier calls before.
    func histories(of keys: ArraySlice<SubscriptionKey>) throws(SQLiteError) -> [PurchaseHistory] {
        var result: [PurchaseHistory] = []
        result.reserveCapacity(keys.count)
        switch self {
        case .scan(let scan): for key in keys { result.append(try scan.history(of: key)) }
        case .lookups(let reader): for key in keys { result.append(try reader.history(of: key)) }
        }
        return result
    }
}
