/// One revoked transaction or withdrawn consent, and what it took away.
package struct Revocation: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case refundFull = "refund-full"
        case refundProrated = "refund-prorated"
        case refund
        case refundItems = "refund-items"
        case refundSeats = "refund-seats"
        case familyRevoke = "family-revoke"
        case assignmentRevoke = "assignment-revoke"
        case consentRescinded = "consent-rescinded"
    }

    package var kind: Kind
    package var transactionId: String?
    package var productId: String?
    /// `appTransactionId`, for a withdrawn consent.
    package var appTransactionId: String?
    /// When it took effect.
    package var instant: Int64
    package var reason: Int64?
    /// Thousandths of a percent.
    package var percentage: Int64?
    /// Milliunits refunded, purchaser rows only; not for accounting.
    package var amount: Int64?
    package var currency: String?
    /// Whether access was removed, and which: [start, end).
    package var removedAccess: Bool
    package var removedFrom: Int64?
    package var removedUntil: Int64?
    package var reversedAt: Int64?
    /// `told` or `inferred`.
    package var reversal: String?
    /// Whether the purchase itself was ever seen unrevoked.
    package var purchaseSeen: Bool

    package init(kind: Kind, instant: Int64) {
        self.kind = kind
        self.instant = instant
        removedAccess = false
        purchaseSeen = false
    }
}
