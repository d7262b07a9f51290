/// A verified notification as typed values, made on demand from its row.
///
/// Members may be absent at any level; unknown values and members are kept as they came. Source: App Store Server
/// Notifications, `responseBodyV2DecodedPayload`, versions 2.0 to 2.23.
public struct DecodedNotification: Equatable, Sendable {
    /// The object that carries what the notification is about; exactly one is documented to be present.
    public enum Content: Equatable, Sendable {
        case data(NotificationData)
        case appData(AppData)
        case summary(ExtensionSummary)
        case externalPurchaseToken(ExternalPurchaseToken)
        case unclaimInfo(UnclaimInfo)
        /// None of the known objects: the top-level members that no table knows, as JSON text, if there are any.
        case unknown(String?)
    }

    /// The identity of the notification.
    public var notificationUUID: Identity128
    /// What happened.
    public var notificationType: OpenValue<NotificationType>?
    /// The finer kind; nil where the member is absent, null or empty.
    public var subtype: OpenValue<NotificationSubtype>?
    /// The payload's version, `2.0` throughout.
    public var version: String?
    /// When Apple signed the notification; missing in records of early 2022.
    public var signedDate: Milliseconds?
    /// What it is about.
    public var content: Content
    /// The top-level members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A notification of which only identity and content are known.
    public init(notificationUUID: Identity128, content: Content) {
        self.notificationUUID = notificationUUID
        self.content = content
    }

    /// The transaction inside ``NotificationData``.
    public var transactionInfo: TransactionInfo? {
        guard case .data(let data) = content else { return nil }
        return data.transactionInfo
    }

    /// The renewal info inside ``NotificationData``.
    public var renewalInfo: RenewalInfo? {
        guard case .data(let data) = content else { return nil }
        return data.renewalInfo
    }

    /// The app transaction inside ``AppData``.
    public var appTransactionInfo: AppTransactionInfo? {
        guard case .appData(let appData) = content else { return nil }
        return appData.appTransactionInfo
    }
}
