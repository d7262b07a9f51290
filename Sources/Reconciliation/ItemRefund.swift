/// A refund or revocation of one item of an Advanced Commerce transaction, as a snapshot shows it.
package struct ItemRefund: Sendable, Equatable {
    /// The item's `SKU`.
    package var sku: String?
    /// The item's `revocationDate`, milliseconds since 1970.
    package var revokedAt: Int64?
    /// The refund's `refundDate`.
    package var refundedAt: Int64?
    /// The refund's `refundAmount`, milliunits of the transaction's currency.
    package var amount: Int64?

    package init(sku: String?, revokedAt: Int64?, refundedAt: Int64?, amount: Int64?) {
        self.sku = sku
        self.revokedAt = revokedAt
        self.refundedAt = refundedAt
        self.amount = amount
    }

    /// When it took effect, where the item tells.
    package var instant: Int64? { revokedAt ?? refundedAt }
}
