internal import Reconciliation

/// What kind of thing was bought, as far as an explanation needs it.
enum ProductNature: String {
    case subscription
    case nonConsumable = "non-consumable"
    case nonRenewing = "non-renewing-subscription"
    case consumable
    case unknown

    /// Reads the newest transaction that names a type; only subscriptions have a summary of their own.
    init(_ derived: DerivedPurchases) {
        if derived.subscription != nil {
            self = .subscription
            return
        }
        switch derived.transactions.last(where: { $0.snapshot.productType != nil })?.snapshot.productType {
        case "Auto-Renewable Subscription": self = .subscription
        case "Non-Consumable": self = .nonConsumable
        case "Non-Renewing Subscription": self = .nonRenewing
        case "Consumable": self = .consumable
        default: self = .unknown
        }
    }

    /// The noun of a headline.
    var title: String {
        switch self {
        case .subscription: "Subscription"
        case .nonConsumable: "Non-consumable purchase"
        case .nonRenewing: "Non-renewing subscription"
        case .consumable: "Consumable purchase"
        case .unknown: "Purchase"
        }
    }
}
