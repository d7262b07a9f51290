import NotificationModel

/// Builds batches of verified rows by hand, as a decoder would hand them on.
struct RowBuilder {
    private(set) var batch = RowBatch()

    /// The members of one row; absent is nil.
    struct Content {
        var uuid: Identity128
        var digest: UInt64
        var saidAt: Int64? = 1_000
        var type = "DID_RENEW"
        var subtype: String?
        var app = "com.example.app"
        var environment: String? = "Production"
        var status: Int64? = 1
        var leafSerial = "0a"
        var transaction: [String: Member]?
        var renewal: [String: Member]?
        var appTransaction: [String: Member]?
    }

    enum Member {
        case text(String)
        case integer(Int64)
        case boolean(Bool)
    }

    /// A purchase with its usual ids and dates.
    static func purchase(
        _ number: UInt64,
        of original: String,
        at date: Int64,
        token: String? = nil,
        appTransaction: String? = nil
    ) -> Content {
        var content = Content(uuid: Identity128(high: 7, low: number), digest: number, saidAt: date)
        content.transaction = [
            "transactionId": .text("t\(number)"), "originalTransactionId": .text(original),
            "productId": .text("monthly"), "purchaseDate": .integer(date), "expiresDate": .integer(date + 1_000),
            "type": .text("Auto-Renewable Subscription"), "isUpgraded": .boolean(false),
            "webOrderLineItemId": .text("w\(number)"),
        ]
        content.renewal = [
            "originalTransactionId": .text(original), "autoRenewStatus": .integer(1), "productId": .text("monthly"),
        ]
        if let token { content.transaction?["appAccountToken"] = .text(token) }
        if let appTransaction { content.transaction?["appTransactionId"] = .text(appTransaction) }
        return content
    }

    /// Appends a row and returns its position.
    @discardableResult
    mutating func add(_ content: Content) -> Int {
        let type = NotificationType(content.type)
        let subtype = content.subtype.flatMap { NotificationSubtype($0) }
        let isConsent = type == .rescindConsent
        let notification = object(
            .notification,
            [
                "notificationType": .text(content.type), "subtype": content.subtype.map { .text($0) },
                "signedDate": content.saidAt.map { .integer($0) }, "version": .text("2.0"),
            ]
        )
        var row = NotificationRow(
            notificationUUID: content.uuid,
            notification: notification,
            leafSerial: slice(content.leafSerial)
        )
        row.contentDigest = Digest256(words: (content.digest, 0, 0, 1))
        row.saidAt = content.saidAt
        row.pair = type.flatMap { NotificationTable.index(of: $0, subtype) }
        row.container = isConsent ? .appData : .data
        row.bundleId = slice(content.app)
        row.environment = content.environment.map { slice($0) }
        row.content = object(
            isConsent ? .appData : .data,
            ["bundleId": .text(content.app), "status": isConsent ? nil : content.status.map { .integer($0) }]
        )
        row.transaction = content.transaction.map { object(.transaction, $0) }
        row.renewal = content.renewal.map { object(.renewal, $0) }
        row.appTransaction = content.appTransaction.map { object(.appTransaction, $0) }
        batch.rows.append(row)
        return batch.rows.count - 1
    }

    private mutating func object(_ object: WireObject, _ members: [String: Member?]) -> ObjectColumns {
        let base = batch.values.count
        for field in object.table.fields {
            switch members[field.name] ?? nil {
            case .text(let text): batch.values.append(.text(slice(text)))
            case .integer(let value): batch.values.append(.integer(value))
            case .boolean(let value): batch.values.append(.boolean(value))
            case nil: batch.values.append(.absent)
            }
        }
        return ObjectColumns(base: base)
    }

    private mutating func slice(_ text: String) -> ByteSlice {
        let offset = batch.arena.count
        batch.arena.append(contentsOf: text.utf8)
        return ByteSlice(offset: UInt32(offset), length: UInt32(text.utf8.count))
    }
}
