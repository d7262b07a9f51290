import NotificationModel

/// Lays transactions, grace and attestations over each other and names what lies between them.
struct AccessTimeline {
    let folded: [FoldedTransaction]
    let supersession: Supersession
    let testimony: Testimony
    let isProduction: Bool
    /// When the subscription moved to another original transaction id, if it did.
    let migratedAt: Int64?

    /// The intervals with access and the lapses without: together all time from the first access on.
    ///
    /// - Complexity: O(n log n).
    func build() -> (intervals: [AccessInterval], lapses: [AccessLapse]) {
        var spans = layers()
        cutAtMigration(&spans)
        var intervals: [AccessInterval] = []
        var lapses: [AccessLapse] = []
        let fold = LapseFold(testimony: testimony, isProduction: isProduction, arrivals: arrivals())
        for (index, span) in spans.enumerated() {
            switch span.content {
            case .access(let origin, let cause):
                intervals.append(
                    AccessInterval(
                        start: span.start,
                        end: span.end == Instant.open ? nil : span.end,
                        origin: origin,
                        endCause: cause,
                        transactionId: span.transactionId,
                        productId: span.productId
                    )
                )
            case .revoked(let kind):
                lapses.append(
                    AccessLapse(
                        start: span.start,
                        end: span.end == Instant.open ? nil : span.end,
                        state: .revoked,
                        cause: kind
                    )
                )
            }
            let next = index + 1 < spans.count ? spans[index + 1] : nil
            let gapEnd = next?.start ?? Instant.open
            guard span.end < gapEnd else { continue }
            fillGap(from: span, to: gapEnd, before: next, with: fold, &lapses)
        }
        return (intervals, joined(lapses))
    }

    private func fillGap(
        from span: TimeSpan,
        to end: Int64,
        before next: TimeSpan?,
        with fold: LapseFold,
        _ lapses: inout [AccessLapse]
    ) {
        let moved = migratedAt.map { min(max($0, span.end), end) } ?? end
        if span.end < moved {
            lapses += fold.lapses(from: span.end, to: moved, after: span, before: moved < end ? nil : next)
        }
        guard moved < end else { return }
        lapses.append(
            AccessLapse(start: moved, end: end == Instant.open ? nil : end, state: .expired, cause: "migrated")
        )
    }

    private func layers() -> [TimeSpan] {
        var line: [TimeSpan] = []
        var lineHoles: [TimeSpan] = []
        for period in supersession.line { split(period, &line, &lineHoles) }
        var beside: [TimeSpan] = []
        var besideHoles: [TimeSpan] = []
        for period in supersession.beside { split(period, &beside, &besideHoles) }
        var spans = TimeLayers.laid(TimeLayers.flattened(beside), under: line)
        spans = TimeLayers.laid(lineHoles, under: spans)
        spans = TimeLayers.laid(TimeLayers.flattened(besideHoles), under: spans)
        let grace = GraceFold(folded: folded, supersession: supersession, testimony: testimony)
        spans = TimeLayers.laid(grace.spans(), under: spans)
        let attestation = AttestationFold(folded: folded, supersession: supersession, testimony: testimony)
        return TimeLayers.laid(attestation.spans(), under: spans)
    }

    /// Splits a period into the spans that gave access and the holes that revocations tore.
    private func split(_ period: Period, _ access: inout [TimeSpan], _ holes: inout [TimeSpan]) {
        let transaction = folded[period.transaction]
        var span = TimeSpan(
            start: period.start,
            end: period.end,
            content: .access(.transaction, period.endCause),
            transactionId: transaction.transactionId,
            productId: transaction.newest.productId,
            periodStart: period.start,
            periodEnd: period.end,
            isCommitment: transaction.newest.billingPlanType == "MONTHLY"
        )
        for episode in transaction.episodes.sorted(by: { $0.instant < $1.instant }) {
            let from = max(span.start, episode.instant)
            guard from < period.end else { break }
            let until = min(episode.reversedAt ?? Instant.open, period.end)
            guard from < until else { continue }
            if span.start < from {
                var before = span
                before.end = from
                before.content = .access(.transaction, .revoked)
                access.append(before)
            }
            var hole = span
            hole.start = from
            hole.end = until
            hole.content = .revoked(RevocationFold.kind(of: episode.snapshot.value).rawValue)
            hole.reversedAt = episode.reversedAt
            holes.append(hole)
            span.start = until
            span.reversedAt = episode.reversedAt
        }
        if span.start < span.end { access.append(span) }
    }

    private func cutAtMigration(_ spans: inout [TimeSpan]) {
        guard let migratedAt else { return }
        spans.removeAll { $0.start >= migratedAt }
        guard let last = spans.indices.last, spans[last].end > migratedAt else { return }
        spans[last].end = migratedAt
        if case .access(let origin, _) = spans[last].content { spans[last].content = .access(origin, .migrated) }
    }

    /// How each transaction was come by.
    private func arrivals() -> [String: LapseFold.Arrival] {
        var arrivals: [String: LapseFold.Arrival] = [:]
        for transaction in folded {
            arrivals[transaction.transactionId] = LapseFold.Arrival(
                isFreshPurchase: isFreshPurchase(transaction),
                isRecovery: transaction.snapshots.contains {
                    $0.notification.knownSubtype == .billingRecovery
                },
                firstMention: transaction.firstMention
            )
        }
        return arrivals
    }

    /// Records from before June 2023 give no reason; there the notification's type tells.
    private func isFreshPurchase(_ transaction: FoldedTransaction) -> Bool {
        if let reason = transaction.newest.transactionReason { return reason == "PURCHASE" }
        return transaction.snapshots.contains { snapshot in
            let subtype = snapshot.notification.knownSubtype
            return snapshot.notification.knownType == .subscribed
                || subtype == .resubscribe || subtype == .initialBuy
        }
    }

    /// Unites lapses that touch and say the same.
    private func joined(_ lapses: [AccessLapse]) -> [AccessLapse] {
        var result: [AccessLapse] = []
        for lapse in lapses {
            if let last = result.last, last.end == lapse.start, last.state == lapse.state, last.cause == lapse.cause {
                result[result.count - 1].end = lapse.end
            } else {
                result.append(lapse)
            }
        }
        return result
    }
}
