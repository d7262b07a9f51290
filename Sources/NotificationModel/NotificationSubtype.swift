/// A value of `subtype` that the table knows: the 19 base subtypes, then the newer three.
public enum NotificationSubtype: UInt8, CaseIterable, Sendable, Hashable, WireName {
    case accepted
    case activeTokenReminder
    case autoRenewDisabled
    case autoRenewEnabled
    case billingRecovery
    case billingRetry
    case created
    case downgrade
    case failure
    case gracePeriod
    case initialBuy
    case pending
    case priceIncrease
    case productNotForSale
    case resubscribe
    case summary
    case upgrade
    case unreported
    case voluntary
    case decreaseQuantity
    case increaseQuantity
    case seats

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .accepted: "ACCEPTED"
        case .activeTokenReminder: "ACTIVE_TOKEN_REMINDER"
        case .autoRenewDisabled: "AUTO_RENEW_DISABLED"
        case .autoRenewEnabled: "AUTO_RENEW_ENABLED"
        case .billingRecovery: "BILLING_RECOVERY"
        case .billingRetry: "BILLING_RETRY"
        case .created: "CREATED"
        case .downgrade: "DOWNGRADE"
        case .failure: "FAILURE"
        case .gracePeriod: "GRACE_PERIOD"
        case .initialBuy: "INITIAL_BUY"
        case .pending: "PENDING"
        case .priceIncrease: "PRICE_INCREASE"
        case .productNotForSale: "PRODUCT_NOT_FOR_SALE"
        case .resubscribe: "RESUBSCRIBE"
        case .summary: "SUMMARY"
        case .upgrade: "UPGRADE"
        case .unreported: "UNREPORTED"
        case .voluntary: "VOLUNTARY"
        case .decreaseQuantity: "DECREASE_QUANTITY"
        case .increaseQuantity: "INCREASE_QUANTITY"
        case .seats: "SEATS"
        }
    }
}
