internal import NotificationModel

/// A member that several parts of a row may tell: where each has it; the first part that does is believed.
struct FactPositions {
    static let originalTransactionId = FactPositions("originalTransactionId", in: [.transaction, .renewal])
    static let transactionId = FactPositions("transactionId", in: [.transaction])
    static let appTransactionId = FactPositions("appTransactionId", in: [.transaction, .renewal, .appTransaction])
    static let productId = FactPositions("productId", in: [.transaction, .renewal, .summary])
    static let previousOriginalTransactionId = FactPositions("previousOriginalTransactionId", in: [.transaction])

    private let transaction: Int?
    private let renewal: Int?
    private let appTransaction: Int?
    private let summary: Int?

    private init(_ name: String, in objects: [WireObject]) {
        func position(_ object: WireObject) -> Int? {
            objects.contains(object) ? object.table.position(of: name) : nil
        }
        transaction = position(.transaction)
        renewal = position(.renewal)
        appTransaction = position(.appTransaction)
        summary = position(.summary)
    }

    /// The member's value in a row; absent where no part has it.
    func value(in row: NotificationRow, _ values: Span<FieldValue>) -> FieldValue {
        var value = Self.value(transaction, of: row.transaction, values)
        if value == .absent { value = Self.value(renewal, of: row.renewal, values) }
        if value == .absent { value = Self.value(appTransaction, of: row.appTransaction, values) }
        if value == .absent, row.container == .summary { value = Self.value(summary, of: row.content, values) }
        return value
    }

    /// The member's value in the transaction.
    func value(ofTransaction columns: ObjectColumns, _ values: Span<FieldValue>) -> FieldValue {
        Self.value(transaction, of: columns, values)
    }

    /// The member's value in the renewal info.
    func value(ofRenewal columns: ObjectColumns, _ values: Span<FieldValue>) -> FieldValue {
        Self.value(renewal, of: columns, values)
    }

    private static func value(
        _ position: Int?,
        of columns: ObjectColumns?,
        _ values: Span<FieldValue>
    ) -> FieldValue {
        guard let position, let columns else { return .absent }
        return values[columns.base + position]
    }
}
