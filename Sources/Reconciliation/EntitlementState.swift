/// The state of a key at an instant, and why.
package struct EntitlementState: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case active
        case gracePeriod = "grace-period"
        case billingRetry = "billing-retry"
        case expired
        case revoked
        case unconfirmed
        case none
    }

    package var kind: Kind
    /// The origin of access, the cause of expiry or the kind of revocation.
    package var cause: String?
    package var productId: String?
    package var transactionId: String?
    /// Since when the state holds, and until when if that is known.
    package var since: Int64?
    package var until: Int64?

    package init(
        _ kind: Kind,
        cause: String? = nil,
        productId: String? = nil,
        transactionId: String? = nil,
        since: Int64? = nil,
        until: Int64? = nil
    ) {
        self.kind = kind
        self.cause = cause
        self.productId = productId
        self.transactionId = transactionId
        self.since = since
        self.until = until
    }
}
