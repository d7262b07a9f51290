import NotificationModel

/// Everything said about a subscription beside its transactions, in order of the saying.
struct Testimony {
    /// Every notification once, by (said-at, digest, UUID).
    let notifications: [NotificationFact]
    /// Those that speak of the state, by instant.
    let words: [StatusWord]
    /// Renewal infos, oldest first.
    let renewals: [RenewalSnapshot]
    /// The instants of ``renewals``; undated ones come first.
    let renewalInstants: [Int64]
    /// Instants of the words that deny access, ascending.
    let contraryInstants: [Int64]
    /// Instants of the renewal infos that show, by an active status and a renewal date ahead, a period paid for.
    let paidInstants: [Int64]
    private let renewalPositions: [Digest256: Int]
    /// The transactions that came with words other than `active`.
    private let wordTransactions: [Digest256: String]

    /// - Complexity: O(n log n).
    init(_ history: PurchaseHistory) {
        var facts = history.notifications
        facts += history.transactions.map(\.notification)
        facts += history.renewals.map(\.notification)
        var unique: [NotificationFact] = []
        unique.reserveCapacity(history.notifications.count)
        for fact in SnapshotOrder.order(facts).lazy.map({ facts[$0] }) {
            if let last = unique.last, last.contentDigest == fact.contentDigest,
                last.notificationUUID == fact.notificationUUID, last.saidAt == fact.saidAt
            {
                continue
            }
            unique.append(fact)
        }
        notifications = unique
        words = unique.compactMap(StatusWord.init)
        contraryInstants = words.lazy.filter(\.isContrary).map(\.instant)
        renewals = SnapshotOrder.sorted(history.renewals)
        renewalInstants = renewals.map { SnapshotOrder.instant(of: $0) ?? .min }
        paidInstants = renewals.compactMap { renewal in
            guard renewal.notification.status == 1, let instant = SnapshotOrder.instant(of: renewal),
                let end = renewal.renewalDate, end > instant
            else { return nil }
            return instant
        }
        var positions: [Digest256: Int] = [:]
        for (index, renewal) in renewals.enumerated() { positions[renewal.notification.contentDigest] = index }
        renewalPositions = positions
        let notable = Set(words.lazy.filter { $0.status != .active }.map(\.notification.contentDigest))
        var transactions: [Digest256: String] = [:]
        if !notable.isEmpty {
            for snapshot in history.transactions where notable.contains(snapshot.notification.contentDigest) {
                transactions[snapshot.notification.contentDigest] = snapshot.transactionId
            }
        }
        wordTransactions = transactions
    }

    /// The renewal info that came with a notification.
    func renewal(of notification: NotificationFact) -> RenewalSnapshot? {
        renewalPositions[notification.contentDigest].map { renewals[$0] }
    }

    /// The transaction that came with a word other than `active`.
    func transactionId(of word: StatusWord) -> String? {
        wordTransactions[word.notification.contentDigest]
    }

    /// The first instant after `instant` at which access was denied.
    func contraryWord(after instant: Int64) -> Int64? {
        let index = contraryInstants.partitioningIndex { $0 > instant }
        return index < contraryInstants.count ? contraryInstants[index] : nil
    }

    /// The last instant before `instant` at which access was denied.
    func contraryWord(before instant: Int64) -> Int64? {
        let index = contraryInstants.partitioningIndex { $0 >= instant }
        return index > 0 ? contraryInstants[index - 1] : nil
    }

    /// The first instant after `instant` at which a paid period was shown.
    func paidPeriod(after instant: Int64) -> Int64? {
        let index = paidInstants.partitioningIndex { $0 > instant }
        return index < paidInstants.count ? paidInstants[index] : nil
    }

    /// The words said in (start, end).
    func words(after start: Int64, before end: Int64) -> ArraySlice<StatusWord> {
        let first = words.partitioningIndex { $0.instant > start }
        let last = words.partitioningIndex { $0.instant >= end }
        return first < last ? words[first..<last] : []
    }
}
