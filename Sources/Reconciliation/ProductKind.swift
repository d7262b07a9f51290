/// What a product's type means for access.
enum ProductKind {
    case autoRenewable
    case nonConsumable
    case nonRenewing
    case consumable
    case unknown

    /// Reads the transaction's `type`; where it is missing or unknown, an `expiresDate` tells a subscription.
    init(_ snapshot: TransactionSnapshot) {
        switch snapshot.productType {
        case "Auto-Renewable Subscription": self = .autoRenewable
        case "Non-Consumable": self = .nonConsumable
        case "Non-Renewing Subscription": self = .nonRenewing
        case "Consumable": self = .consumable
        default: self = snapshot.expiresDate == nil ? .unknown : .autoRenewable
        }
    }
}
