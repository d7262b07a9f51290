internal import ByteParsing
package import NotificationModel

/// Checks that the parts of one record belong together.
///
/// Bundle id and environment are equal throughout; the renewal info names the transaction's original transaction id
/// or the one before a migration. What one side lacks is not compared with it.
package enum PartsAgreement {
    /// The rejection of a record whose parts do not belong together; nil if they do.
    package static func rejection(_ row: NotificationRow, _ batch: borrowing RowBatch) -> Rejection? {
        if let part = disagreeing(row, batch, row.bundleId, at: { $0.bundleIdPosition }) {
            return Rejection(.partsDisagree, "bundleId of \(part.memberName) differs from that of another part")
        }
        if let part = disagreeing(row, batch, row.environment, at: { $0.environmentPosition }) {
            return Rejection(.partsDisagree, "environment of \(part.memberName) differs from that of another part")
        }
        return disagreeingIds(row, batch)
    }

    /// The first part whose member differs from the first word on it: the container's, else that of a part before.
    private static func disagreeing(
        _ row: NotificationRow,
        _ batch: borrowing RowBatch,
        _ container: ByteSlice?,
        at position: (WireObject) -> Int?
    ) -> SignedPart? {
        var said = container
        for part in SignedPart.allCases {
            guard let columns = columns(of: part, row),
                case .text(let word) = batch.value(columns, at: position(part.object))
            else { continue }
            if let said, !equal(said, word, batch) { return part }
            said = word
        }
        return nil
    }

    private static func columns(of part: SignedPart, _ row: NotificationRow) -> ObjectColumns? {
        switch part {
        case .notification: nil
        case .transaction: row.transaction
        case .renewal: row.renewal
        case .appTransaction: row.appTransaction
        }
    }

    private static func disagreeingIds(_ row: NotificationRow, _ batch: borrowing RowBatch) -> Rejection? {
        typealias Positions = WireObject.TransactionPosition
        guard let transaction = row.transaction, let renewal = row.renewal,
            case .text(let renewed) = batch.value(renewal, at: WireObject.RenewalPosition.originalTransactionId),
            case .text(let original) = batch.value(transaction, at: Positions.originalTransactionId)
        else { return nil }
        if equal(renewed, original, batch) { return nil }
        if case .text(let previous) = batch.value(transaction, at: Positions.previousOriginalTransactionId),
            equal(renewed, previous, batch)
        {
            return nil
        }
        return Rejection(
            .partsDisagree,
            "originalTransactionId of signedRenewalInfo is neither the transaction's nor its previous one"
        )
    }

    private static func equal(_ left: ByteSlice, _ right: ByteSlice, _ batch: borrowing RowBatch) -> Bool {
        let bytes = batch.arena.span
        return Bytes.equal(bytes.extracting(left.range), bytes.extracting(right.range))
    }
}
