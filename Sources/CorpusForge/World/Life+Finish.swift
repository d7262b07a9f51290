/// What is known about a life only at its end.
extension Life {
    /// Fills in what only the whole life tells: which access the revocations took, and instants to ask about.
    mutating func finish() {
        for index in truth.revocations.indices where truth.revocations[index].periodEnd != nil || !truth.isSubscription
        {
            describeRevocation(index)
        }
        for index in truth.revocations.indices where truth.revocations[index].isCurrent {
            let row = truth.revocations[index]
            let until = [row.periodEnd, row.reversedAt].compactMap(\.self).min()
            if let removed = truth.chronicle.revoked(from: row.instant, until: until) {
                truth.revocations[index].removedFrom = removed.from
                truth.revocations[index].removedUntil = removed.until
            }
        }
        guard let first = truth.chronicle.spans.first?.start else { return }
        var samples: Set<Moment> = [first, first - .milliseconds(1)]
        for _ in 0..<6 { samples.insert(chance.moment(from: first, until: end)) }
        for span in truth.chronicle.spans.suffix(2) {
            if let spanEnd = span.end, spanEnd <= end { samples.insert(spanEnd) }
        }
        // Grace of unknown end counts as such only while the store still speaks; its own words are sure to be heard.
        if let last = truth.chronicle.spans.last, last.end == nil, case .access(.grace, _, _, _) = last.content {
            let newest = story.told.map(\.saidAt).max() ?? first
            samples = samples.filter { $0 < last.start || $0 <= newest }
        }
        truth.samples = samples.sorted()
    }

    /// The newest record of a revoked transaction tells most about it: kinds and shares were not named at first.
    private mutating func describeRevocation(_ index: Int) {
        let row = truth.revocations[index]
        let newest = story.told.last {
            $0.transaction?.transactionId == row.transactionId && $0.transaction?.revocationDate == row.instant
        }
        guard let told = newest?.transaction else { return }
        truth.revocations[index].describe(told)
        truth.chronicle.renameRevocation(from: row.instant, to: truth.revocations[index].kind)
    }
}
