import NotificationModel

/// Compares what Apple held, by `data.status`, with what the snapshots said by then prove.
///
/// A word is part of what had been said by its own said-at: so a denial of access can only be contradicted by a
/// transaction, and a confirmation needs a transaction, a grace period or a renewal date that covers the instant. That
/// makes the state at the moment of each word a question about the newest purchase, and one sweep over the
/// notifications answers all of them; nothing is derived anew per notification.
struct StatusCheck {
    private enum Coverage {
        case held
        case revoked
        case none
    }

    /// A transaction as known so far.
    private struct KnownTransaction {
        var newest: SharedSnapshot
        var start: Int64
        var isAddition: Bool
    }

    /// How near an interval's edge a disagreement counts as lag.
    private static let lag = Instant.hour
    /// Added seats that are looked at for cover, newest first: more never overlap in genuine data.
    private static let additionLimit = 64

    private var known: [String: KnownTransaction] = [:]
    /// Ids by (start, id), ascending: the subscription's line and the seats beside it.
    private var line: [(start: Int64, id: String)] = []
    private var additions: [(start: Int64, id: String)] = []
    private var graceEnd: Int64?
    private var attestedEnd: Int64?
    private var hasDatedGrace = false
    /// Whether a word of revocation ended access that no transaction tells of.
    private var isRevokedByWord = false
    private var discrepancies: [Discrepancy] = []

    /// The disagreements, in order of the saying.
    ///
    /// - Complexity: O(n log n) in the number of notifications for purchases told in order.
    static func discrepancies(
        _ snapshots: [SharedSnapshot],
        _ renewals: [RenewalSnapshot],
        _ testimony: Testimony
    ) -> [Discrepancy] {
        guard testimony.notifications.contains(where: { $0.status != nil }) else { return [] }
        var check = StatusCheck()
        check.sweep(snapshots, renewals, testimony)
        return check.discrepancies
    }

    private mutating func sweep(
        _ snapshots: [SharedSnapshot],
        _ renewalSnapshots: [RenewalSnapshot],
        _ testimony: Testimony
    ) {
        let transactions = SnapshotOrder.order(snapshots.map(\.notification))
        let renewals = SnapshotOrder.order(renewalSnapshots.map(\.notification))
        var nextTransaction = 0
        var nextRenewal = 0
        var position = 0
        let facts = testimony.notifications
        while position < facts.count {
            let saidAt = facts[position].saidAt
            var earlyRenewalStart: Int64?
            // What was said at one instant was said together.
            while nextTransaction < transactions.count,
                snapshots[transactions[nextTransaction]].notification.saidAt == saidAt
            {
                let snapshot = snapshots[transactions[nextTransaction]]
                learn(snapshot)
                if let start = AttestationFold.provenStart(of: snapshot.value) {
                    earlyRenewalStart = max(earlyRenewalStart ?? .min, start)
                }
                nextTransaction += 1
            }
            var instantRenewals: [RenewalSnapshot] = []
            while nextRenewal < renewals.count,
                renewalSnapshots[renewals[nextRenewal]].notification.saidAt == saidAt
            {
                instantRenewals.append(renewalSnapshots[renewals[nextRenewal]])
                nextRenewal += 1
            }
            var words: [StatusWord] = []
            while position < facts.count, facts[position].saidAt == saidAt {
                if let word = StatusWord(facts[position]) { words.append(word) }
                position += 1
            }
            hear(words, instantRenewals, earlyRenewalStart: earlyRenewalStart)
            judge(words.filter { $0.notification.status != nil })
        }
    }

    private mutating func learn(_ snapshot: SharedSnapshot) {
        guard ProductKind(snapshot.value) == .autoRenewable,
            let start = snapshot.purchaseDate ?? SnapshotOrder.instant(of: snapshot.value)
        else { return }
        let id = snapshot.transactionId
        if let former = known[id] {
            guard SnapshotOrder.precedes(former.newest.value, snapshot.value) else { return }
            remove(id, former)
        } else if let saidAt = snapshot.notification.saidAt, start <= saidAt, start >= line.last?.start ?? .min {
            // The purchase ends what was attested before it.
            graceEnd = nil
            attestedEnd = nil
            hasDatedGrace = false
            isRevokedByWord = false
        }
        let transaction = KnownTransaction(
            newest: snapshot,
            start: start,
            isAddition: snapshot.additionalTransactionReason != nil
        )
        known[id] = transaction
        insert(id, transaction)
    }

    private mutating func insert(_ id: String, _ transaction: KnownTransaction) {
        func place(in list: inout [(start: Int64, id: String)]) {
            let index = list.partitioningIndex { ($0.start, $0.id) > (transaction.start, id) }
            list.insert((transaction.start, id), at: index)
        }
        if transaction.isAddition { place(in: &additions) } else { place(in: &line) }
    }

    private mutating func remove(_ id: String, _ transaction: KnownTransaction) {
        func take(from list: inout [(start: Int64, id: String)]) {
            let index = list.partitioningIndex { ($0.start, $0.id) >= (transaction.start, id) }
            if index < list.count, list[index].id == id { list.remove(at: index) }
        }
        if transaction.isAddition { take(from: &additions) } else { take(from: &line) }
    }

    /// Takes in grace periods and renewal dates; a denial at the same instant is older than they are.
    private mutating func hear(
        _ words: [StatusWord],
        _ renewals: [RenewalSnapshot],
        earlyRenewalStart: Int64?
    ) {
        if let denial = words.first(where: \.isContrary) {
            let wasHeld =
                max(graceEnd ?? .min, attestedEnd ?? .min) > denial.instant
                || coverage(at: denial.instant).0 == .held
            if wasHeld { isRevokedByWord = words.contains { $0.status == .revoked } }
            graceEnd = nil
            attestedEnd = nil
        }
        var paidUntil = earlyRenewalStart
        var namedGrace: Int64?
        for renewal in renewals {
            if let end = renewal.gracePeriodExpiresDate { namedGrace = max(namedGrace ?? .min, end) }
            guard renewal.notification.status == 1 || renewal.notification.status == 4,
                let end = renewal.renewalDate, let start = SnapshotOrder.instant(of: renewal), end > start
            else { continue }
            paidUntil = max(paidUntil ?? .min, end)
            if renewal.notification.status == 1, namedGrace == nil { graceEnd = nil }
        }
        // The newest word on an end replaces former ones.
        if let paidUntil { attestedEnd = paidUntil }
        if let namedGrace {
            graceEnd = namedGrace
            hasDatedGrace = true
        }
        if paidUntil != nil || namedGrace != nil { isRevokedByWord = false }
        let isGraceWithoutEnd = words.contains { word in
            word.status == .gracePeriod
                && !renewals.contains {
                    $0.notification.contentDigest == word.notification.contentDigest
                        && $0.gracePeriodExpiresDate != nil
                }
        }
        if isGraceWithoutEnd, !hasDatedGrace { graceEnd = Instant.open }
    }

    /// Judges the words of one instant: where one of them agrees, the others are no more than its shadow.
    private mutating func judge(_ words: [StatusWord]) {
        guard let instant = words.first?.instant else { return }
        let (coverage, edges) = coverage(at: instant)
        guard !words.contains(where: { agrees($0, coverage) }) else { return }
        for word in words { remark(word, coverage, edges) }
    }

    private func agrees(_ word: StatusWord, _ coverage: Coverage) -> Bool {
        let isAttested = attestedEnd.map { word.instant < $0 } ?? false
        let isInGrace = graceEnd.map { word.instant < $0 } ?? false
        return switch (word.status, coverage) {
        case (.active, .held), (.revoked, .revoked): true
        case (.gracePeriod, .none): isInGrace
        case (.active, .none): isAttested && !isInGrace
        case (.expired, .none), (.billingRetry, .none): !isInGrace && !isAttested
        case (.expired, .revoked), (.billingRetry, .revoked): true
        case (.revoked, .none): isRevokedByWord || isNewestRevoked(at: word.instant)
        default: false
        }
    }

    private mutating func remark(_ word: StatusWord, _ coverage: Coverage, _ edges: [Int64]) {
        let isNear = edges.contains { Instant.distance($0, word.instant) <= Self.lag }
        let isDenied = coverage == .revoked && (word.status == .active || word.status == .gracePeriod)
        let code: Discrepancy.Code =
            isDenied ? .accessAfterRevocation : isNear ? .statusLag : .statusDisagreement
        let sentence =
            isDenied
            ? "Apple reports \(Self.name(word.status)) although the current purchase had been revoked."
            : "Apple reports \(Self.name(word.status)); what had been said by then proves \(Self.name(coverage))."
        discrepancies.append(
            Discrepancy(
                code,
                notificationUUID: word.notification.notificationUUID,
                instant: word.instant,
                sentence
            )
        )
    }

    /// What the transactions known so far say of an instant, and the edges around it.
    private func coverage(at instant: Int64) -> (Coverage, [Int64]) {
        var edges: [Int64] = [graceEnd, attestedEnd].compactMap { $0 }
        let index = line.partitioningIndex { $0.start > instant }
        if index < line.count { edges.append(line[index].start) }
        var result = Coverage.none
        if let current = newestOnLine(before: index) {
            edges.append(current.start)
            result = coverage(of: current, at: instant, &edges)
        }
        let first = additions.partitioningIndex { $0.start > instant }
        for addition in additions[..<first].suffix(Self.additionLimit).reversed() where result != .held {
            guard let transaction = known[addition.id], index == 0 || addition.start >= line[index - 1].start else {
                continue
            }
            let cover = coverage(of: transaction, at: instant, &edges)
            if cover != .none { result = cover }
        }
        return (result, edges)
    }

    private func coverage(
        of transaction: KnownTransaction,
        at instant: Int64,
        _ edges: inout [Int64]
    ) -> Coverage {
        guard let end = transaction.newest.expiresDate else { return .none }
        edges.append(end)
        if let revokedAt = transaction.newest.revocationDate, SnapshotOrder.isRevoked(transaction.newest.value) {
            edges.append(max(revokedAt, transaction.start))
            if revokedAt <= instant { return instant < end ? .revoked : .none }
        }
        return instant < end ? .held : .none
    }

    /// The purchase that holds among those that start last before a position: as in ``Supersession``, the strongest of
    /// several that start together.
    private func newestOnLine(before index: Int) -> KnownTransaction? {
        guard index > 0 else { return nil }
        var best: KnownTransaction?
        var position = index
        while position > 0, line[position - 1].start == line[index - 1].start {
            position -= 1
            guard let candidate = known[line[position].id] else { continue }
            guard let former = best else {
                best = candidate
                continue
            }
            if Supersession.isWeaker(former.newest.value, than: candidate.newest.value) { best = candidate }
        }
        return best
    }

    private func isNewestRevoked(at instant: Int64) -> Bool {
        let index = line.partitioningIndex { $0.start > instant }
        return newestOnLine(before: index).map { SnapshotOrder.isRevoked($0.newest.value) } ?? false
    }

    private static func name(_ status: StatusWord.Status) -> String {
        switch status {
        case .active: "an active subscription"
        case .expired: "an expired subscription"
        case .billingRetry: "billing retry"
        case .gracePeriod: "a grace period"
        case .revoked: "a revoked subscription"
        }
    }

    private static func name(_ coverage: Coverage) -> String {
        switch coverage {
        case .held: "access"
        case .revoked: "a revocation"
        case .none: "no such thing"
        }
    }
}
