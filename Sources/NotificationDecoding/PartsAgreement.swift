package import NotificationModel

/// Checks that the parts of one record belong together.
///
/// Bundle id and environment are equal throughout; the renewal info names the transaction's original transaction id
/// or the one before a migration. A member that one side lacks is not compared.
package enum PartsAgreement {
    /// The rejection of a record whose parts do not belong together; nil if they do.
    package static func rejection(_ row: NotificationRow, _ batch: borrowing RowBatch) -> Rejection? {
        let bundle = row.bundleId
        let environment = row.environment
        let sides: [(SignedPart, ObjectColumns?, String)] = [
            (.transaction, row.transaction, "environment"),
            (.renewal, row.renewal, "environment"),
            (.appTransaction, row.appTransaction, "receiptType"),
        ]
        for (part, columns, member) in sides {
            guard let columns else { continue }
            if differs(bundle, batch.value(part.object, columns, "bundleId"), batch) {
                return Rejection(.partsDisagree, "bundleId of \(part.memberName) differs from the notification's")
            }
            if differs(environment, batch.value(part.object, columns, member), batch) {
                return Rejection(.partsDisagree, "\(member) of \(part.memberName) differs from the notification's")
            }
        }
        return disagreeingIds(row, batch)
    }

    private static func disagreeingIds(_ row: NotificationRow, _ batch: borrowing RowBatch) -> Rejection? {
        guard let transaction = row.transaction, let renewal = row.renewal,
            case .text(let renewed) = batch.value(.renewal, renewal, "originalTransactionId"),
            case .text = batch.value(.transaction, transaction, "originalTransactionId")
        else { return nil }
        let isOwn = !differs(renewed, batch.value(.transaction, transaction, "originalTransactionId"), batch)
        let previous = batch.value(.transaction, transaction, "previousOriginalTransactionId")
        if case .text = previous, !differs(renewed, previous, batch) { return nil }
        return isOwn
            ? nil
            : Rejection(
                .partsDisagree,
                "originalTransactionId of signedRenewalInfo is neither the transaction's nor its previous one"
            )
    }

    /// True if both are present and their bytes differ.
    private static func differs(_ left: ByteSlice?, _ right: FieldValue, _ batch: borrowing RowBatch) -> Bool {
        guard let left, case .text(let right) = right else { return false }
        return batch.arena[left.range] != batch.arena[right.range]
    }
}
