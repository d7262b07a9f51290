/// A value of `notificationType` that the table knows: the 23 base types, then the newer one.
public enum NotificationType: UInt8, CaseIterable, Sendable, Hashable, WireName {
    case consumptionRequest
    case didChangeRenewalPref
    case didChangeRenewalStatus
    case didFailToRenew
    case didRenew
    case expired
    case externalPurchaseToken
    case gracePeriodExpired
    case metadataUpdate
    case migration
    case offerRedeemed
    case oneTimeCharge
    case priceChange
    case priceIncrease
    case refund
    case refundDeclined
    case refundReversed
    case renewalExtended
    case renewalExtension
    case rescindConsent
    case revoke
    case subscribed
    case test
    case unclaimSeats

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .consumptionRequest: "CONSUMPTION_REQUEST"
        case .didChangeRenewalPref: "DID_CHANGE_RENEWAL_PREF"
        case .didChangeRenewalStatus: "DID_CHANGE_RENEWAL_STATUS"
        case .didFailToRenew: "DID_FAIL_TO_RENEW"
        case .didRenew: "DID_RENEW"
        case .expired: "EXPIRED"
        case .externalPurchaseToken: "EXTERNAL_PURCHASE_TOKEN"
        case .gracePeriodExpired: "GRACE_PERIOD_EXPIRED"
        case .metadataUpdate: "METADATA_UPDATE"
        case .migration: "MIGRATION"
        case .offerRedeemed: "OFFER_REDEEMED"
        case .oneTimeCharge: "ONE_TIME_CHARGE"
        case .priceChange: "PRICE_CHANGE"
        case .priceIncrease: "PRICE_INCREASE"
        case .refund: "REFUND"
        case .refundDeclined: "REFUND_DECLINED"
        case .refundReversed: "REFUND_REVERSED"
        case .renewalExtended: "RENEWAL_EXTENDED"
        case .renewalExtension: "RENEWAL_EXTENSION"
        case .rescindConsent: "RESCIND_CONSENT"
        case .revoke: "REVOKE"
        case .subscribed: "SUBSCRIBED"
        case .test: "TEST"
        case .unclaimSeats: "UNCLAIM_SEATS"
        }
    }
}
