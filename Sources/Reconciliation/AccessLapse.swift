/// A span without access: [start, end) in milliseconds since 1970, and what the customer is in meanwhile.
///
/// Intervals and lapses of a key together cover all time from its first access on, without an overlap: so a state at
/// an instant is one look-up, and no clock takes part in deriving them.
package struct AccessLapse: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case billingRetry = "billing-retry"
        case expired
        case revoked
        case unconfirmed
    }

    package var start: Int64
    /// Exclusive; nil while nothing is known to follow.
    package var end: Int64?
    package var state: State
    /// For `expired` its cause (`voluntary`, `billing-retry`, `price-increase`, `not-for-sale`, `other`,
    /// `retry-limit-inferred`, `auto-renew-off`, …), for `revoked` the revocation's kind, else nil.
    package var cause: String?

    package init(start: Int64, end: Int64?, state: State, cause: String?) {
        self.start = start
        self.end = end
        self.state = state
        self.cause = cause
    }
}
