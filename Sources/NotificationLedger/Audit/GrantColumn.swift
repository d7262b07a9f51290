/// What a column of the team's export can mean.
package enum GrantColumn: Int, CaseIterable {
    case originalTransactionId
    case transactionId
    case appAccountToken
    case appTransactionId
    case product
    case expires
    case active
    case app
    case environment
    case store
    case account
    case ownership

    /// The columns by which a grant is matched, in the order in which they are tried.
    static let ids: [GrantColumn] = [.originalTransactionId, .transactionId, .appAccountToken, .appTransactionId]

    /// How it is called in options and messages.
    var name: String { "\(self)" }

    /// The names that are recognised, folded; of several columns the earlier name counts.
    var names: [String] {
        let more: [String]
        switch self {
        case .product: more = ["productId"]
        case .expires: more = ["expiresDate", "expiresAt"]
        case .active: more = ["isActive", "status"]
        case .app: more = ["bundleId"]
        case .account: more = ["accountId"]
        case .ownership: more = ["inAppOwnershipType"]
        case .originalTransactionId, .transactionId, .appAccountToken, .appTransactionId, .environment, .store:
            more = []
        }
        return ([name] + more).map(Self.folded)
    }

    /// A name without letter case, underscores, hyphens and spaces: `original_transaction_id` is `originalTransactionId`.
    static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// The meaning that a name of an option's value has.
    package init?(named name: String) {
        let folded = Self.folded(name)
        guard let column = Self.allCases.first(where: { $0.names.contains(folded) }) else { return nil }
        self = column
    }
}
