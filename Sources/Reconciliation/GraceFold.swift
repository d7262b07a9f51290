/// Finds the billing grace periods that renewal infos name.
struct GraceFold {
    private struct Candidate {
        var start: Int64
        var end: Int64
        var saidAt: Int64
        var base: Period?
        var baseEnd: Int64
        var renewal: RenewalSnapshot?
    }

    let folded: [FoldedTransaction]
    let supersession: Supersession
    let testimony: Testimony

    /// Grace spans, disjoint and sorted: [expiresDate, gracePeriodExpiresDate).
    ///
    /// The next purchase cuts them, and so does a later word that denies access. A grace without a known end is open.
    ///
    /// - Complexity: O(n log n).
    func spans() -> [TimeSpan] {
        var candidates: [Candidate] = []
        for renewal in testimony.renewals {
            guard let end = renewal.gracePeriodExpiresDate, let saidAt = SnapshotOrder.instant(of: renewal) else {
                continue
            }
            candidates.append(candidate(saidAt: saidAt, end: end, renewal: renewal))
        }
        let datedBases = Set(candidates.map(\.baseEnd))
        let openWords = testimony.words.filter { $0.status == .gracePeriod }
        let periods = openWords.isEmpty ? [:] : periodsByTransaction()
        for word in openWords {
            let renewal = testimony.renewal(of: word.notification)
            guard renewal?.gracePeriodExpiresDate == nil else { continue }
            let open = candidate(
                saidAt: word.instant,
                end: Instant.open,
                renewal: renewal,
                failed: word.tellsOfAnEnd ? testimony.transactionId(of: word).flatMap { periods[$0] } : nil
            )
            if !datedBases.contains(open.baseEnd) { candidates.append(open) }
        }
        // Candidates of one base share the end that was named last.
        var lastEnds: [Int64: Int64] = [:]
        for candidate in candidates { lastEnds[candidate.baseEnd] = candidate.end }
        return TimeLayers.flattened(
            candidates.compactMap { candidate in
                span(candidate, namedEnd: lastEnds[candidate.baseEnd] ?? candidate.end)
            }
        )
    }

    private func candidate(
        saidAt: Int64,
        end: Int64,
        renewal: RenewalSnapshot?,
        failed: Period? = nil
    ) -> Candidate {
        let base = failed ?? base(saidAt: saidAt, end: end)
        let fallback = renewal?.renewalDate.flatMap { $0 < end && $0 <= saidAt ? $0 : nil } ?? saidAt
        let baseEnd = base?.end ?? fallback
        var start = baseEnd
        // A denial between the period's end and this word: the grace is believed only from the word on.
        if let denial = testimony.contraryWord(before: saidAt), denial >= baseEnd { start = saidAt }
        return Candidate(
            start: start,
            end: end,
            saidAt: saidAt,
            base: base,
            baseEnd: baseEnd,
            renewal: renewal
        )
    }

    /// The paid period that a grace follows: the last one bought by then that ends before the grace does.
    private func base(saidAt: Int64, end: Int64) -> Period? {
        let line = supersession.line
        // Periods of one line end in the order they start.
        let index = min(
            line.partitioningIndex { $0.start > saidAt },
            line.partitioningIndex { $0.end >= end }
        )
        return index > 0 ? line[index - 1] : nil
    }

    private func periodsByTransaction() -> [String: Period] {
        Dictionary(
            supersession.line.map { (folded[$0.transaction].transactionId, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func span(_ candidate: Candidate, namedEnd: Int64) -> TimeSpan? {
        var end = namedEnd
        var cause: AccessInterval.EndCause = end == Instant.open ? .open : .graceEnd
        if let denial = testimony.contraryWord(after: candidate.saidAt), denial < end {
            end = max(denial, candidate.start)
            cause = .contraryWord
        }
        let from = candidate.base?.start ?? candidate.baseEnd
        if let purchase = supersession.firstStart(after: from), purchase < end {
            end = purchase
            cause = .superseded
        }
        if let paid = testimony.paidPeriod(after: candidate.saidAt), paid < end {
            // Only a purchase that is not known yet makes a subscription in grace active again.
            end = max(paid, candidate.start)
            cause = .superseded
        }
        guard candidate.start < end else { return nil }
        let newest = candidate.base.map { folded[$0.transaction].newest }
        return TimeSpan(
            start: candidate.start,
            end: end,
            content: .access(.grace, cause),
            transactionId: newest?.transactionId,
            productId: newest?.productId ?? candidate.renewal?.productId,
            periodStart: from,
            periodEnd: candidate.baseEnd,
            isCommitment: newest?.billingPlanType == "MONTHLY"
        )
    }
}
