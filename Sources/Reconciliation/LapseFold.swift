/// Tells what the customer was in while no access held.
struct LapseFold {
    /// Days of billing retry after a period's end, Production only: elsewhere time runs fast.
    private static let retryDays: Int64 = 60
    private static let commitmentRetryDays: Int64 = 90

    let testimony: Testimony
    let isProduction: Bool
    /// How each transaction was come by.
    let arrivals: [String: Arrival]

    /// How a transaction was come by.
    struct Arrival {
        /// Bought anew and not renewed.
        var isFreshPurchase: Bool
        /// A failed renewal that succeeded in the end.
        var isRecovery: Bool
        var firstMention: Int64?
    }

    /// The lapses that fill [start, end) after `previous`; `next` is what follows, nil at the end of all that is known.
    ///
    /// - Complexity: O(words and renewals said since the period's start, log n).
    func lapses(from start: Int64, to end: Int64, after previous: TimeSpan, before next: TimeSpan?) -> [AccessLapse] {
        var start = start
        var result: [AccessLapse] = []
        if case .revoked(let kind) = previous.content {
            let expiry = testimony.words(after: Instant.adding(-1, to: start), before: end)
                .first { $0.status == .expired }
            let until = previous.reversedAt.map { min(max($0, start), end) } ?? expiry?.instant ?? end
            append(start, until, .revoked, kind, to: &result)
            start = max(start, until)
        }
        guard start < end else { return result }
        judge(start, end, previous, next, &result)
        return result
    }

    private func judge(
        _ start: Int64,
        _ end: Int64,
        _ previous: TimeSpan,
        _ next: TimeSpan?,
        _ result: inout [AccessLapse]
    ) {
        let words = wordsOnEnd(start, end, previous)[...]
        let lastBefore = words.prefix { $0.instant <= start }.last
        if previous.reversedAt == nil, lastBefore?.status == .revoked {
            append(start, end, .revoked, nil, to: &result)
            return
        }
        if let expiry = words.first(where: { $0.status == .expired }) {
            let cause = cause(of: expiry, among: words)
            let hasFailed = hasFailed(words.prefix { $0.instant < expiry.instant }, previous, start, end)
            let expiredAt = hasFailed || cause == "billing-retry" ? max(start, expiry.instant) : start
            append(start, expiredAt, .billingRetry, nil, to: &result)
            append(expiredAt, end, .expired, cause, to: &result)
            return
        }
        if hasFailed(words, previous, start, end) {
            var limit = end
            if isProduction {
                limit = min(end, max(start, Instant.adding(retryLength(previous), to: previous.periodEnd)))
            }
            append(start, limit, .billingRetry, nil, to: &result)
            append(limit, end, .expired, "retry-limit-inferred", to: &result)
            return
        }
        let arrival = next?.transactionId.flatMap { arrivals[$0] }
        if let cause = endedByChoice(start, end, previous) {
            append(start, end, .expired, cause, to: &result)
        } else if arrival?.isRecovery == true, isTooShortForAnother(start, end, previous) {
            append(start, end, .billingRetry, nil, to: &result)
        } else if arrival?.isFreshPurchase == true {
            // Only who had lost a subscription can buy it anew.
            append(start, end, .expired, "resubscribed", to: &result)
        } else {
            append(start, end, .unconfirmed, nil, to: &result)
        }
    }

    /// Whether no further period can lie unseen between a period's end and the recovery after it.
    private func isTooShortForAnother(_ start: Int64, _ end: Int64, _ previous: TimeSpan) -> Bool {
        guard end != Instant.open else { return false }
        var limit = previous.periodEnd - previous.periodStart
        if isProduction { limit = min(limit, retryLength(previous)) }
        return end - start < limit
    }

    private func retryLength(_ previous: TimeSpan) -> Int64 {
        (previous.isCommitment ? Self.commitmentRetryDays : Self.retryDays) * Instant.day
    }

    /// What was said about how the period ended: from its start on, but nothing from before a word that all was well.
    ///
    /// What was said while access held counts only where it tells of this transaction's own end: a late word on the
    /// period before and a status that the running purchase contradicts say nothing about it.
    private func wordsOnEnd(_ start: Int64, _ end: Int64, _ previous: TimeSpan) -> [StatusWord] {
        let words = testimony.words(after: Instant.adding(-1, to: previous.periodStart), before: end)
        let fine = words.lastIndex { $0.status == .active && $0.instant <= start }
        return words[(fine.map { $0 + 1 } ?? words.startIndex)...].filter { word in
            switch word.status {
            case .active, .revoked: return true
            case .expired, .billingRetry, .gracePeriod:
                guard word.instant < start else { return true }
                guard let told = testimony.transactionId(of: word), let own = previous.transactionId else {
                    return word.tellsOfAnEnd || previous.transactionId == nil
                }
                return word.tellsOfAnEnd && told == own
            }
        }
    }

    private func cause(of word: StatusWord, among words: ArraySlice<StatusWord>) -> String {
        let teller = words.first { $0.isExpiry } ?? word
        if let cause = teller.cause { return cause }
        let renewal = testimony.renewal(of: teller.notification)
        if let cause = StatusWord.cause(ofIntent: renewal?.expirationIntent) { return cause }
        return renewal?.autoRenewStatus == 0 && !teller.isExpiry ? "auto-renew-off" : "other"
    }

    /// Whether a renewal had failed: a grace period came before, a word says so, or a renewal info does.
    private func hasFailed(
        _ words: ArraySlice<StatusWord>,
        _ previous: TimeSpan,
        _ start: Int64,
        _ end: Int64
    ) -> Bool {
        if case .access(.grace, _) = previous.content { return true }
        if words.contains(where: { $0.status == .billingRetry || $0.status == .gracePeriod }) { return true }
        return renewals(from: start, to: end).contains { $0.isInBillingRetryPeriod == true }
    }

    /// The cause of an expiry that nobody told, where the renewal info gives it.
    private func endedByChoice(_ start: Int64, _ end: Int64, _ previous: TimeSpan) -> String? {
        let later = renewals(from: start, to: end)
        for renewal in later {
            if let cause = StatusWord.cause(ofIntent: renewal.expirationIntent) { return cause }
        }
        let index = testimony.renewalInstants.partitioningIndex { $0 > start }
        let decisive = index > 0 ? testimony.renewals[index - 1] : later.first
        if let decisive, let instant = SnapshotOrder.instant(of: decisive), instant >= previous.periodEnd,
            let cause = StatusWord.cause(ofIntent: decisive.expirationIntent)
        {
            return cause
        }
        guard let decisive, decisive.autoRenewStatus == 0 else { return nil }
        // A renewal or a new purchase belies a wish that was said before it.
        let arrival = previous.transactionId.flatMap { arrivals[$0] }
        let since = min(arrival?.firstMention ?? .max, previous.periodStart)
        guard let instant = SnapshotOrder.instant(of: decisive) else { return "auto-renew-off" }
        return instant >= since ? "auto-renew-off" : nil
    }

    private func renewals(from start: Int64, to end: Int64) -> ArraySlice<RenewalSnapshot> {
        let first = testimony.renewalInstants.partitioningIndex { $0 >= start }
        let last = testimony.renewalInstants.partitioningIndex { $0 >= end }
        return first < last ? testimony.renewals[first..<last] : []
    }

    private func append(
        _ start: Int64,
        _ end: Int64,
        _ state: AccessLapse.State,
        _ cause: String?,
        to result: inout [AccessLapse]
    ) {
        guard start < end else { return }
        result.append(AccessLapse(start: start, end: end == Instant.open ? nil : end, state: state, cause: cause))
    }
}
