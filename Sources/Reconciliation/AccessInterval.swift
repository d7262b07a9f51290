/// A span in which a purchase gave access: [start, end) in milliseconds since 1970.
package struct AccessInterval: Sendable, Equatable {
    /// How the access is known.
    package enum Origin: String, Sendable, CaseIterable {
        case transaction
        case grace
        case attested
    }

    /// Why the access ended there.
    package enum EndCause: String, Sendable, CaseIterable {
        case periodEnd = "period-end"
        case superseded
        case revoked
        case graceEnd = "grace-end"
        case contraryWord = "contrary-word"
        case migrated
        case open
    }

    package var start: Int64
    /// Exclusive; nil for access without a known end.
    package var end: Int64?
    package var origin: Origin
    package var endCause: EndCause
    package var transactionId: String?
    package var productId: String?

    package init(
        start: Int64,
        end: Int64?,
        origin: Origin,
        endCause: EndCause,
        transactionId: String?,
        productId: String?
    ) {
        self.start = start
        self.end = end
        self.origin = origin
        self.endCause = endCause
        self.transactionId = transactionId
        self.productId = productId
    }
}
