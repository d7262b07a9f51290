internal import Reconciliation

/// An id by which a key can be asked for.
struct KeyIdentifier: Hashable {
    enum Kind: String, CaseIterable {
        case originalTransaction = "original-transaction-id"
        case previousOriginalTransaction = "previous-original-transaction-id"
        case transaction = "transaction-id"
        case webOrderLineItem = "web-order-line-item-id"
        case appTransaction = "app-transaction-id"
        case accountToken = "app-account-token"
    }

    let kind: Kind
    /// The id; an account token, which is a UUID, in lower case.
    let text: String

    /// All ids in a history, each once.
    static func all(of history: PurchaseHistory) -> Set<KeyIdentifier> {
        var result: Set<KeyIdentifier> = []
        // Nearly all snapshots of a history name one account: what was added last is not hashed again.
        var last: [Kind: String] = [:]
        last.reserveCapacity(Kind.allCases.count)
        func add(_ kind: Kind, _ id: String?) {
            guard let id, last[kind] != id else { return }
            last[kind] = id
            result.insert(KeyIdentifier(kind: kind, text: kind == .accountToken ? id.lowercased() : id))
        }
        add(.originalTransaction, history.key.originalTransactionId)
        for snapshot in history.transactions {
            add(.transaction, snapshot.transactionId)
            add(.previousOriginalTransaction, snapshot.previousOriginalTransactionId)
            add(.webOrderLineItem, snapshot.webOrderLineItemId)
            add(.appTransaction, snapshot.appTransactionId)
            add(.accountToken, snapshot.appAccountToken)
        }
        for snapshot in history.renewals {
            add(.appTransaction, snapshot.appTransactionId)
            add(.accountToken, snapshot.appAccountToken)
        }
        return result
    }
}
