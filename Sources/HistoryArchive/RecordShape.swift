internal import ByteParsing

/// What a JSON object is, told by the names of its members.
enum RecordShape: Equatable {
    /// A page of the notification history, with the number of its `notificationHistory` value on the tape.
    case page(items: Int?)
    /// A history item, a notification body, or the answer on a test notification.
    case item(Members)
    /// One of our own quarantine lines, with the number of its `bytesBase64` value.
    case quarantineLine(bytes: Int)
    /// Something else; the text says what, for people.
    case other(String)
    /// A known member occurs twice.
    case repeated(StaticName)
    /// The members of a page and of an item in one object.
    case mixed

    /// The members of an item: numbers of values on the tape.
    struct Members: Equatable {
        var payload: Int?
        var attempts: Int?
        var firstResult: Int?
    }

    /// The names that tell shapes apart.
    enum StaticName: String, CaseIterable {
        case notificationHistory, hasMore, paginationToken
        case signedPayload, sendAttempts, firstSendAttemptResult
        case bytesBase64
        case errorCode, errorMessage
        case notificationType = "notification_type"
        case unifiedReceipt = "unified_receipt"
        case signedTransactions, revision

        /// The names by which a page or an item is read: each may occur once.
        static let known: [StaticName] = [
            .notificationHistory, .hasMore, .paginationToken, .signedPayload, .sendAttempts, .firstSendAttemptResult,
        ]
    }

    /// Looks at an object's members; their order does not matter.
    ///
    /// - Complexity: linear in the members.
    init(_ object: Int, _ parser: borrowing JSONParser, _ bytes: Span<UInt8>, base: Int) {
        var values: [StaticName: Int] = [:]
        var index = object + 1
        let end = parser[object].next
        while index < end {
            let name = Self.name(parser[index], bytes, base: base)
            if let name {
                if values[name] != nil, StaticName.known.contains(name) {
                    self = .repeated(name)
                    return
                }
                values[name] = index + 1
            }
            index = parser[index + 1].next
        }
        self = Self.shape(values)
    }

    private static func shape(_ values: [StaticName: Int]) -> RecordShape {
        let isItem =
            values[.signedPayload] != nil || values[.sendAttempts] != nil || values[.firstSendAttemptResult] != nil
        if let items = values[.notificationHistory] { return isItem ? .mixed : .page(items: items) }
        if isItem {
            return .item(
                Members(
                    payload: values[.signedPayload],
                    attempts: values[.sendAttempts],
                    firstResult: values[.firstSendAttemptResult]
                )
            )
        }
        if let bytes = values[.bytesBase64] { return .quarantineLine(bytes: bytes) }
        if values[.signedTransactions] != nil || values[.revision] != nil {
            return .other("a transaction history response")
        }
        if values[.hasMore] != nil || values[.paginationToken] != nil { return .page(items: nil) }
        if values[.errorCode] != nil || values[.errorMessage] != nil {
            return .other("an error body of the App Store Server API")
        }
        if values[.notificationType] != nil || values[.unifiedReceipt] != nil {
            return .other("a version 1 notification")
        }
        return .other("a JSON object that is no page and no item")
    }

    private static func name(_ node: JSONNode, _ bytes: Span<UInt8>, base: Int) -> StaticName? {
        // The longest name has 22 bytes; with every byte escaped it has 132.
        guard node.length <= 132 else { return nil }
        return StaticName(rawValue: JSONText.string(node, of: bytes, base: base))
    }
}
