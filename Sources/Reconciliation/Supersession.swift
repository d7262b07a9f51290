/// The span of one transaction, cut where a later purchase replaced it.
struct Period {
    /// Position in the folded transactions.
    let transaction: Int
    let start: Int64
    /// Exclusive; ``Instant/open`` for a purchase without an end.
    var end: Int64
    var endCause: AccessInterval.EndCause
    /// Position of the transaction that replaced this one.
    var supersededBy: Int?
}

/// Decides which transaction of a subscription holds when: a later purchase replaces earlier ones from its instant on.
struct Supersession {
    /// Periods that follow one another without overlaps, by start: the subscription's own line.
    private(set) var line: [Period] = []
    /// Periods that stand beside the line and beside each other: added seats and one-time products, by start.
    private(set) var beside: [Period] = []
    /// For each folded transaction the position of the one that replaced it.
    private(set) var successors: [Int?]

    /// - Complexity: O(n log n); `folded` is sorted by start.
    init(_ folded: [FoldedTransaction]) {
        successors = Array(repeating: nil, count: folded.count)
        var candidates: [Int] = []
        for (index, transaction) in folded.enumerated() {
            guard let start = transaction.start else { continue }
            switch transaction.kind {
            case .autoRenewable:
                guard let expires = transaction.newest.expiresDate else { continue }
                if transaction.isAddition {
                    beside.append(
                        Period(transaction: index, start: start, end: max(start, expires), endCause: .periodEnd)
                    )
                } else {
                    candidates.append(index)
                }
            case .nonConsumable, .nonRenewing:
                beside.append(Period(transaction: index, start: start, end: Instant.open, endCause: .open))
            case .consumable, .unknown:
                continue
            }
        }
        formLine(candidates, folded)
        cutAdditions(folded)
    }

    /// The position of the first period of the line that starts after an instant.
    func firstStart(after instant: Int64) -> Int64? {
        let index = line.partitioningIndex { $0.start > instant }
        return index < line.count ? line[index].start : nil
    }

    private mutating func formLine(_ candidates: [Int], _ folded: [FoldedTransaction]) {
        var position = 0
        while position < candidates.count {
            let start = folded[candidates[position]].start
            var twins: [Int] = []
            while position < candidates.count, folded[candidates[position]].start == start {
                twins.append(candidates[position])
                position += 1
            }
            let winner = Self.winner(among: twins, folded)
            for twin in twins where twin != winner { successors[twin] = winner }
            guard let start, let expires = folded[winner].newest.expiresDate else { continue }
            if let previous = line.indices.last, line[previous].end > start {
                line[previous].end = start
                line[previous].endCause = .superseded
                line[previous].supersededBy = winner
                successors[line[previous].transaction] = winner
            }
            line.append(Period(transaction: winner, start: start, end: max(start, expires), endCause: .periodEnd))
        }
    }

    private mutating func cutAdditions(_ folded: [FoldedTransaction]) {
        for index in beside.indices where folded[beside[index].transaction].kind == .autoRenewable {
            let next = line.partitioningIndex { $0.start > beside[index].start }
            guard next < line.count, line[next].start < beside[index].end else { continue }
            beside[index].end = line[next].start
            beside[index].endCause = .superseded
            beside[index].supersededBy = line[next].transaction
            successors[beside[index].transaction] = line[next].transaction
        }
    }

    /// Of transactions bought at the same instant, the one that holds.
    ///
    /// Those of one billing line are one purchase: its newest snapshot speaks for all. Between billing lines the order
    /// is: not upgraded away, not revoked, later expiry, newer snapshot.
    private static func winner(among twins: [Int], _ folded: [FoldedTransaction]) -> Int {
        var speakers: [String: Int] = [:]
        var contenders: [Int] = []
        for twin in twins {
            guard let billingLine = folded[twin].newest.webOrderLineItemId else {
                contenders.append(twin)
                continue
            }
            guard let speaker = speakers[billingLine] else {
                speakers[billingLine] = twin
                continue
            }
            if SnapshotOrder.precedes(folded[speaker].newest.value, folded[twin].newest.value) {
                speakers[billingLine] = twin
            }
        }
        contenders += speakers.values
        return contenders.dropFirst().reduce(contenders[0]) { best, candidate in
            isWeaker(folded[best].newest.value, than: folded[candidate].newest.value) ? candidate : best
        }
    }

    /// Of two snapshots of different purchases that start together, whether the left one gives way.
    static func isWeaker(_ left: TransactionSnapshot, than right: TransactionSnapshot) -> Bool {
        func rank(_ snapshot: TransactionSnapshot) -> (Int, Int, Int64) {
            (
                snapshot.isUpgraded == true ? 0 : 1, SnapshotOrder.isRevoked(snapshot) ? 0 : 1,
                snapshot.expiresDate ?? .min
            )
        }
        let (leftRank, rightRank) = (rank(left), rank(right))
        guard leftRank == rightRank else { return leftRank < rightRank }
        return SnapshotOrder.precedes(left, right)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element fulfils a predicate that is false up to it and true from it on.
    ///
    /// - Complexity: O(log n).
    func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
