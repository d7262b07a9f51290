package import NotificationModel

/// Makes typed values from rows, for callers that want a notification as a whole; the pipeline never does.
package enum NotificationModels {
    /// The typed value of one row, with its verified inner infos.
    ///
    /// Nested objects are parsed here; a member of the wrong type in them is left out and kept as JSON text.
    ///
    /// - Parameters:
    ///   - row: a row of the batch, complete with its inner parts.
    ///   - batch: the batch whose arena and values the row refers to.
    /// - Returns: a value that refers to the batch no more.
    /// - Complexity: linear in the size of the row's payloads.
    package static func make(_ row: NotificationRow, _ batch: RowBatch) -> DecodedNotification {
        let members = ColumnReader(.notification, row.notification, batch)
        var notification = DecodedNotification(
            notificationUUID: row.notificationUUID,
            content: content(row, batch)
        )
        notification.notificationType = members.listed("notificationType")
        if let subtype = members.text("subtype"), !subtype.isEmpty {
            notification.subtype = OpenValue(subtype)
        }
        notification.version = members.text("version")
        notification.signedDate = members.instant("signedDate")
        notification.unknownMembers = members.unknown
        return notification
    }

    private static func content(_ row: NotificationRow, _ batch: RowBatch) -> DecodedNotification.Content {
        guard let container = row.container, let columns = row.content else {
            return .unknown(row.rawContent.map { batch.text($0) })
        }
        let members = ColumnReader(container.object, columns, batch)
        switch container {
        case .data:
            var data = NotificationData(members)
            data.transactionInfo = row.transaction.map { TransactionInfo(ColumnReader(.transaction, $0, batch)) }
            data.renewalInfo = row.renewal.map { RenewalInfo(ColumnReader(.renewal, $0, batch)) }
            return .data(data)
        case .appData:
            var appData = AppData(members)
            appData.appTransactionInfo = row.appTransaction.map {
                AppTransactionInfo(ColumnReader(.appTransaction, $0, batch))
            }
            return .appData(appData)
        case .summary: return .summary(ExtensionSummary(members))
        case .externalPurchaseToken: return .externalPurchaseToken(ExternalPurchaseToken(members))
        case .unclaimInfo: return .unclaimInfo(UnclaimInfo(members))
        }
    }
}
