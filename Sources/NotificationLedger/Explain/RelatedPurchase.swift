internal import Reconciliation

/// Another purchase history that shares an id with the one told.
struct RelatedPurchase {
    /// The id that both carry, which is all that is proven about them.
    enum Tie: String, CaseIterable {
        case appTransaction = "app-transaction-id"
        case accountToken = "app-account-token"
        case migratedFrom = "migrated-from"
        case migratedTo = "migrated-to"

        var phrase: String {
            switch self {
            case .appTransaction: "same app transaction"
            case .accountToken: "same account token"
            case .migratedFrom: "this one was migrated from it"
            case .migratedTo: "this one was migrated to it"
            }
        }
    }

    let summary: PurchaseSummary
    /// In the order of ``Tie``; never empty.
    let ties: [Tie]

    /// One line; shorter for a purchase that the same answer tells at length.
    func line(isTold: Bool) -> String {
        let own = isTold ? "\(summary.key.originalTransactionId)  told in this answer" : summary.line
        return own + "; " + ties.map(\.phrase).joined(separator: ", ")
    }
}

/// The ids in a history by which others belong to the same account.
struct AccountIdentifiers: Hashable {
    private(set) var accountTokens: Set<String> = []
    private(set) var appTransactions: Set<String> = []
    private(set) var predecessors: Set<String> = []

    init(_ history: PurchaseHistory) {
        for snapshot in history.transactions {
            add(token: snapshot.appAccountToken, appTransaction: snapshot.appTransactionId)
            if let id = snapshot.previousOriginalTransactionId { predecessors.insert(id) }
        }
        for snapshot in history.renewals {
            add(token: snapshot.appAccountToken, appTransaction: snapshot.appTransactionId)
        }
    }

    private mutating func add(token: String?, appTransaction: String?) {
        // The UUID of zeros is what apps send that have no account.
        if let token, token.contains(where: { $0 != "0" && $0 != "-" }) { accountTokens.insert(token.lowercased()) }
        if let appTransaction { appTransactions.insert(appTransaction) }
    }

    /// What the histories of two keys share.
    static func ties(_ key: SubscriptionKey, _ own: Self, _ other: SubscriptionKey, _ its: Self) -> [RelatedPurchase
        .Tie]
    {
        let isSameApp = key.app == other.app && key.environment == other.environment
        return RelatedPurchase.Tie.allCases.filter { tie in
            switch tie {
            case .appTransaction: isSameApp && !own.appTransactions.isDisjoint(with: its.appTransactions)
            case .accountToken: !own.accountTokens.isDisjoint(with: its.accountTokens)
            case .migratedFrom: isSameApp && own.predecessors.contains(other.originalTransactionId)
            case .migratedTo: isSameApp && its.predecessors.contains(key.originalTransactionId)
            }
        }
    }
}
