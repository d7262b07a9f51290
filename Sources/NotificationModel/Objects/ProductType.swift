/// The kind of an in-app purchase: `type` of a transaction.
public enum ProductType: CaseIterable, Sendable, Hashable, WireName {
    case autoRenewableSubscription
    case nonConsumable
    case consumable
    case nonRenewingSubscription

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .autoRenewableSubscription: "Auto-Renewable Subscription"
        case .nonConsumable: "Non-Consumable"
        case .consumable: "Consumable"
        case .nonRenewingSubscription: "Non-Renewing Subscription"
        }
    }
}
