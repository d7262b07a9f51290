/// Whether the customer or the renewal system began a transaction: `transactionReason`.
public enum TransactionReason: CaseIterable, Sendable, Hashable, WireName {
    case purchase
    case renewal

    /// The text on the wire.
    public var wireName: StaticString {
        switch self {
        case .purchase: "PURCHASE"
        case .renewal: "RENEWAL"
        }
    }
}
