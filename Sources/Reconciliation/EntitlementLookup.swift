extension DerivedPurchases {
    /// The state at an instant; `horizon` bounds how far an access without a known end may be trusted.
    ///
    /// A grace period without a known end counts up to the horizon and is unconfirmed after it; without a horizon it
    /// goes on. A purchase without an end never expires. Before the first access the state is `none`.
    ///
    /// - Complexity: O(log n).
    package func state(at instant: Int64, horizon: Int64?) -> EntitlementState {
        let nextInterval = intervals.partitioningIndex { $0.start > instant }
        let interval = nextInterval > 0 ? intervals[nextInterval - 1] : nil
        if let interval, instant < interval.end ?? .max || interval.end == nil {
            return state(in: interval, at: instant, horizon: horizon)
        }
        let nextLapse = lapses.partitioningIndex { $0.start > instant }
        guard nextLapse > 0 else { return EntitlementState(.none) }
        let lapse = lapses[nextLapse - 1]
        let kind: EntitlementState.Kind =
            switch lapse.state {
            case .billingRetry: .billingRetry
            case .expired: .expired
            case .revoked: .revoked
            case .unconfirmed: .unconfirmed
            }
        return EntitlementState(
            kind,
            cause: lapse.cause,
            productId: interval?.productId,
            transactionId: interval?.transactionId,
            since: lapse.start,
            until: lapse.end
        )
    }

    private func state(in interval: AccessInterval, at instant: Int64, horizon: Int64?) -> EntitlementState {
        var kind: EntitlementState.Kind = interval.origin == .grace ? .gracePeriod : .active
        var since = interval.start
        if interval.origin == .grace, interval.end == nil, let horizon, instant > horizon {
            kind = .unconfirmed
            since = max(since, horizon)
        }
        return EntitlementState(
            kind,
            cause: kind == .unconfirmed ? nil : interval.origin.rawValue,
            productId: interval.productId,
            transactionId: interval.transactionId,
            since: since,
            until: interval.end
        )
    }
}
