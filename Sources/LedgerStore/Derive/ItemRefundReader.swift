internal import Reconciliation

/// Reads what the items of an Advanced Commerce transaction tell of refunds.
final class ItemRefundReader {
    private let items: Statement

    init(on connection: Connection) throws(SQLiteError) {
        items = try Statement(
            """
            WITH info(text) AS (SELECT CASE WHEN json_valid(?1) THEN ?1 ELSE '{}' END)
            SELECT json_extract(info.text, item.fullkey || '.SKU'),
                json_extract(info.text, item.fullkey || '.revocationDate'),
                json_extract(info.text, refund.fullkey || '.refundDate'),
                json_extract(info.text, refund.fullkey || '.refundAmount')
            FROM info, json_each(info.text, '$.items') AS item
            LEFT JOIN json_each(info.text, item.fullkey || '.refunds') AS refund
            WHERE json_extract(info.text, item.fullkey || '.revocationDate') IS NOT NULL OR refund.key IS NOT NULL
            """,
            on: connection
        )
    }

    /// The refunds in an `advancedCommerceInfo`, JSON text as it came.
    func refunds(in info: String) throws(SQLiteError) -> [ItemRefund] {
        guard info.utf8.count > 2, info.contains("\"items\"") else { return [] }
        try items.bind(info, at: 0)
        defer { items.reset() }
        var result: [ItemRefund] = []
        while try items.step() {
            result.append(
                ItemRefund(
                    sku: items.text(at: 0),
                    revokedAt: items.integer(at: 1),
                    refundedAt: items.integer(at: 2),
                    amount: items.integer(at: 3)
                )
            )
        }
        return result
    }
}
