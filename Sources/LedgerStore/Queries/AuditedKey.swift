package import Reconciliation

/// Everything that an audit compares a grant with, of one key.
package struct AuditedKey: Sendable {
    /// What a key is sold as; it decides how long access lasts.
    package enum Product: Sendable {
        case autoRenewable
        case nonConsumable
        case nonRenewing
        case consumable
        case unknown
    }

    /// One transaction, with what bears on access and on whose it is.
    package struct Transaction: Sendable {
        package var id: String
        package var product: Product
        /// `inAppOwnershipType` as told.
        package var ownership: String?
        package var purchaseDate: Int64?
        package var originalPurchaseDate: Int64?
    }

    /// An id by which the key can be asked for.
    package struct Identifier: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// An original transaction id, also one from before a migration.
            case original
            case transaction
            case appTransaction
            /// An account token, in lower case.
            case accountToken
        }

        package var kind: Kind
        package var text: String
    }

    /// The key with its intervals, lapses and revocations; nothing else of it is filled.
    package var purchases: DerivedPurchases
    /// In the order of purchase.
    package var transactions: [Transaction]
    package var identifiers: [Identifier]
    /// The withdrawn consents that concern the key.
    package var consents: [ConsentOutcome]
}

extension AuditedKey.Product {
    /// Reads a transaction's `type`; where it is missing or unknown, an `expiresDate` tells a subscription.
    init(type: String?, hasExpiry: Bool) {
        switch type {
        case "Auto-Renewable Subscription": self = .autoRenewable
        case "Non-Consumable": self = .nonConsumable
        case "Non-Renewing Subscription": self = .nonRenewing
        case "Consumable": self = .consumable
        default: self = hasExpiry ? .autoRenewable : .unknown
        }
    }
}

extension AuditedKey.Identifier.Kind {
    /// The same of a ledger's identifier; nil for a kind that no grant is matched by.
    init?(_ kind: KeyIdentifier.Kind) {
        switch kind {
        case .originalTransaction, .previousOriginalTransaction: self = .original
        case .transaction: self = .transaction
        case .appTransaction: self = .appTransaction
        case .accountToken: self = .accountToken
        case .webOrderLineItem: return nil
        }
    }
}

extension AuditedKey.Identifier {
    /// The same of a ledger's identifier; nil for a kind that no grant is matched by.
    init?(_ identifier: KeyIdentifier) {
        guard let kind = Kind(identifier.kind) else { return nil }
        self.init(kind: kind, text: identifier.text)
    }
}
