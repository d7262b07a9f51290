import NotificationModel

/// What a notification says about the subscription as a whole at its said-at.
struct StatusWord {
    enum Status: Int64 {
        case active = 1
        case expired = 2
        case billingRetry = 3
        case gracePeriod = 4
        case revoked = 5
    }

    let instant: Int64
    let status: Status
    /// True for EXPIRED, whose subtype names the cause.
    let isExpiry: Bool
    /// The cause that the subtype names.
    let cause: String?
    let notification: NotificationFact

    /// Reads `data.status`; notifications from before that field speak by their type.
    ///
    /// Nil for an undated notification and for one that says nothing about the subscription's state.
    init?(_ notification: NotificationFact) {
        guard let instant = notification.saidAt, let status = Self.status(of: notification) else { return nil }
        self.instant = instant
        self.status = status
        self.notification = notification
        isExpiry = notification.knownType == .expired
        cause = isExpiry ? Self.cause(of: notification.knownSubtype) : nil
    }

    /// Whether the notification tells how a period ended, and does not merely mention a status.
    var tellsOfAnEnd: Bool {
        switch notification.knownType {
        case .expired, .didFailToRenew, .gracePeriodExpired: true
        default: false
        }
    }

    /// Whether the word denies access.
    var isContrary: Bool {
        switch status {
        case .expired, .billingRetry, .revoked: true
        case .active, .gracePeriod: false
        }
    }

    private static func status(of notification: NotificationFact) -> Status? {
        if let told = notification.status.flatMap(Status.init(rawValue:)) { return told }
        return switch notification.knownType {
        case .expired: .expired
        case .gracePeriodExpired: .billingRetry
        case .didFailToRenew:
            notification.knownSubtype == .gracePeriod ? .gracePeriod : .billingRetry
        default: nil
        }
    }

    private static func cause(of subtype: NotificationSubtype?) -> String? {
        switch subtype {
        case .voluntary: "voluntary"
        case .billingRetry: "billing-retry"
        case .priceIncrease: "price-increase"
        case .productNotForSale: "not-for-sale"
        default: nil
        }
    }

    /// The cause that a renewal info's `expirationIntent` names.
    static func cause(ofIntent intent: Int64?) -> String? {
        switch intent {
        case nil: nil
        case 1: "voluntary"
        case 2: "billing-retry"
        case 3: "price-increase"
        case 4: "not-for-sale"
        default: "other"
        }
    }
}
