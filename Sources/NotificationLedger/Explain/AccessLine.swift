internal import Reconciliation

/// One line of the access timeline: an interval, a lapse, or a run of equal renewals.
struct AccessLine {
    let start: Int64
    let end: Int64?
    let text: String

    /// The fewest equal periods that are told as one line.
    private static let shortestRun = 3

    /// The whole timeline in order of time; with `isFull` every period is a line of its own.
    ///
    /// What lies behind the horizon is yet to come: silence about it says nothing.
    static func all(
        _ derived: DerivedPurchases,
        _ prices: [String: ChargedPrice],
        horizon: Int64?,
        isFull: Bool
    ) -> [AccessLine] {
        var lines: [AccessLine] = []
        var rest = derived.intervals[...]
        while let first = rest.first {
            let run = isFull ? rest.prefix(1) : equalPeriods(rest, prices)
            if run.count >= shortestRun, let last = run.last {
                lines.append(AccessLine(first, last, count: run.count, price: prices[first.transactionId ?? ""]))
                rest = rest.dropFirst(run.count)
            } else {
                lines.append(AccessLine(first, in: derived, price: prices[first.transactionId ?? ""]))
                rest = rest.dropFirst()
            }
        }
        lines += derived.lapses.map { AccessLine($0, in: derived, horizon: horizon) }
        // Intervals and lapses never begin together, so the order is one.
        return lines.sorted { $0.start < $1.start }
    }

    /// The periods at the front that follow each other without a gap, of one product, length and price, each to its end.
    private static func equalPeriods(
        _ intervals: ArraySlice<AccessInterval>,
        _ prices: [String: ChargedPrice]
    ) -> ArraySlice<AccessInterval> {
        guard let first = intervals.first, let firstEnd = first.end, isPlain(first) else { return intervals.prefix(1) }
        let length = PeriodLength.text(first.start, firstEnd)
        var previousEnd = firstEnd
        var count = 1
        for next in intervals.dropFirst() {
            guard isPlain(next), next.start == previousEnd, next.productId == first.productId, let end = next.end,
                PeriodLength.text(next.start, end) == length,
                prices[next.transactionId ?? ""] == prices[first.transactionId ?? ""]
            else { break }
            previousEnd = end
            count += 1
        }
        return intervals.prefix(count)
    }

    private static func isPlain(_ interval: AccessInterval) -> Bool {
        interval.origin == .transaction && interval.endCause == .periodEnd
    }

    private init(_ first: AccessInterval, _ last: AccessInterval, count: Int, price: ChargedPrice?) {
        start = first.start
        end = last.end
        let length = first.end.map { PeriodLength.text(first.start, $0) } ?? ""
        text =
            "active: \(count) periods of \(length) in a row, \(first.productId ?? "product unknown"), "
            + (price.map { "\($0.phrase(each: true)), " } ?? "")
            + "transactions \(first.transactionId ?? "?") to \(last.transactionId ?? "?")"
    }

    private init(_ interval: AccessInterval, in derived: DerivedPurchases, price: ChargedPrice?) {
        start = interval.start
        end = interval.end
        var text =
            switch interval.origin {
            case .transaction: "active"
            case .grace: "grace period (billing failed, access kept)"
            case .attested: "active, as a message from Apple shows; the transaction itself was not seen"
            }
        text += ": \(interval.productId ?? "product unknown")"
        if let id = interval.transactionId { text += ", transaction \(id)" }
        if interval.origin == .transaction, let price { text += " for \(price.phrase())" }
        switch interval.endCause {
        case .periodEnd, .graceEnd, .open: break
        case .superseded:
            let successor = interval.transactionId.flatMap { id in
                derived.transactions.first { $0.snapshot.transactionId == id }?.supersededBy
            }
            text += "; replaced by \(successor.map { "transaction \($0)" } ?? "a later purchase")"
        case .revoked: text += "; then revoked"
        case .contraryWord: text += "; ended early, as a later message from Apple shows"
        case .migrated: text += "; then migrated to another original transaction id"
        }
        self.text = text
    }

    private init(_ lapse: AccessLapse, in derived: DerivedPurchases, horizon: Int64?) {
        start = lapse.start
        end = lapse.end
        let isAhead = horizon.map { lapse.start > $0 } ?? false
        let text =
            switch lapse.state {
            case .billingRetry: "billing retry: no access, Apple tries to collect"
            case .expired where lapse.cause == "migrated":
                "moved to another original transaction id: nothing under this one"
            case .expired: "expired\(lapse.causeInWords(derived)): no access"
            case .revoked where lapse.cause == "family-revoke": "revoked (family-revoke): no longer shared, no access"
            case .revoked: "revoked\(lapse.causeInWords(derived)): no access"
            case .unconfirmed where isAhead: "not known yet: a renewal is due at its beginning"
            case .unconfirmed: "unconfirmed: a renewal was due and nothing was heard"
            }
        self.text = (isAhead ? lapse.condition.map { "ahead, \($0): " } ?? "" : "") + text
    }
}

extension AccessLapse {
    /// Under which condition it comes, while it lies ahead; nil where nothing hinders it.
    var condition: String? {
        switch (state, cause) {
        case (.billingRetry, _), (.expired, "retry-limit-inferred"?), (.expired, "billing-retry"?):
            "if no payment comes before"
        case (.expired, "auto-renew-off"?): "if the customer does not turn auto-renew on again before"
        default: nil
        }
    }

    /// The cause's code in brackets, with what it means where no message tells it.
    func causeInWords(_ derived: DerivedPurchases) -> String {
        guard let cause else { return "" }
        guard cause == "retry-limit-inferred" else { return " (\(cause))" }
        let last = derived.intervals.last { $0.start < start }?.transactionId
        let plan = derived.transactions.first { $0.snapshot.transactionId == last }?.snapshot.billingPlanType
        return " (\(cause): \(plan == "MONTHLY" ? 90 : 60) days, Apple's limit; assumed, not told)"
    }
}
