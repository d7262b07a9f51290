internal import Reconciliation

/// Why a state is what it is, in one sentence.
enum StateReason {
    static func sentence(_ state: EntitlementState, asOf: Int64) -> String {
        let since = state.since.map { " since \(Instant.text($0))" } ?? ""
        let until = state.until.map { " until \(Instant.text($0))" } ?? ""
        let transaction = state.transactionId.map { "transaction \($0)" } ?? "a purchase"
        switch state.kind {
        case .active where state.cause == AccessInterval.Origin.attested.rawValue:
            return "Apple's own word in a later notification: the renewal info names a period that runs\(until), "
                + "though no transaction of that period was seen."
        case .active: return "\(transaction) gives access\(since)\(until)."
        case .gracePeriod: return "billing failed, and the grace period keeps access\(since)\(until)."
        case .billingRetry: return "the renewal failed\(since); Apple is retrying, and access has stopped."
        case .expired: return "the subscription ended\(since); cause: \(state.cause ?? "not told")."
        case .revoked: return "access was taken back\(since) (\(state.cause ?? "revoked"))."
        case .unconfirmed:
            return "the last known period ended\(since) with auto-renew on, and nothing was heard after it: "
                + "silence is not expiry."
        case .none: return "nothing had been bought by \(Instant.text(asOf))."
        }
    }
}
