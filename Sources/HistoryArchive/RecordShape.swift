internal import ByteParsing
internal import NotificationModel

/// What a JSON object is, told by the names of its members.
enum RecordShape: Equatable {
    /// A page of the notification history, with the numbers of its members' values on the tape.
    case page(items: Int?, hasMore: Int?)
    /// A history item, a notification body, or the answer on a test notification.
    case item(Members)
    /// One of our own quarantine lines, with the number of its `bytesBase64` value.
    case quarantineLine(bytes: Int)
    /// Something else; the text says what, for people.
    case other(String)
    /// A known member occurs twice.
    case repeated(MemberName)
    /// The members of a page and of an item in one object.
    case mixed

    /// The members of an item: numbers of values on the tape.
    struct Members: Equatable {
        var payload: Int?
        var attempts: Int?
        var firstResult: Int?
    }

    /// The names that tell shapes apart.
    enum MemberName: Int, WireName {
        case notificationHistory, hasMore, paginationToken
        case signedPayload, sendAttempts, firstSendAttemptResult
        case bytesBase64
        case errorCode, errorMessage
        case notificationType, unifiedReceipt
        case signedTransactions, revision

        /// The member's name.
        var wireName: StaticString {
            switch self {
            case .notificationHistory: "notificationHistory"
            case .hasMore: "hasMore"
            case .paginationToken: "paginationToken"
            case .signedPayload: "signedPayload"
            case .sendAttempts: "sendAttempts"
            case .firstSendAttemptResult: "firstSendAttemptResult"
            case .bytesBase64: "bytesBase64"
            case .errorCode: "errorCode"
            case .errorMessage: "errorMessage"
            case .notificationType: "notification_type"
            case .unifiedReceipt: "unified_receipt"
            case .signedTransactions: "signedTransactions"
            case .revision: "revision"
            }
        }

        /// True for the names that only a page has.
        var isOfPage: Bool {
            rawValue <= MemberName.paginationToken.rawValue
        }

        /// True for the names by which a page or an item is read: each may occur once.
        var isKnown: Bool {
            rawValue <= MemberName.firstSendAttemptResult.rawValue
        }
    }

    /// The numbers of the values found, one place a name.
    private struct Values {
        private var places = InlineArray<13, Int32>(repeating: -1)

        subscript(name: MemberName) -> Int? {
            get { places[name.rawValue] < 0 ? nil : Int(places[name.rawValue]) }
            set { places[name.rawValue] = Int32(newValue ?? -1) }
        }
    }

    /// Looks at an object's members; their order does not matter.
    ///
    /// - Complexity: linear in the members.
    init(_ object: Int, _ parser: borrowing JSONParser, _ bytes: Span<UInt8>, base: Int) {
        var values = Values()
        var index = object + 1
        let end = parser[object].next
        while index < end {
            if let name = Self.name(parser[index], bytes, base: base) {
                if values[name] != nil, name.isKnown {
                    self = .repeated(name)
                    return
                }
                values[name] = index + 1
            }
            index = parser[index + 1].next
        }
        self = Self.shape(values)
    }

    private static func shape(_ values: Values) -> RecordShape {
        let isItem =
            values[.signedPayload] != nil || values[.sendAttempts] != nil || values[.firstSendAttemptResult] != nil
        if let items = values[.notificationHistory] {
            return isItem ? .mixed : .page(items: items, hasMore: values[.hasMore])
        }
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
        if values[.hasMore] != nil || values[.paginationToken] != nil {
            return .page(items: nil, hasMore: values[.hasMore])
        }
        if values[.errorCode] != nil || values[.errorMessage] != nil {
            return .other("an error body of the App Store Server API")
        }
        if values[.notificationType] != nil || values[.unifiedReceipt] != nil {
            return .other("a version 1 notification")
        }
        return .other("a JSON object that is no page and no item")
    }

    private static func name(_ node: JSONNode, _ bytes: Span<UInt8>, base: Int) -> MemberName? {
        guard node.hasEscapes else {
            return MemberName(wire: bytes.extracting(node.offset - base..<node.offset - base + node.length))
        }
        // The longest name has 22 bytes; with every byte escaped it has 132.
        return node.length > 132 ? nil : MemberName(JSONText.string(node, of: bytes, base: base))
    }
}
