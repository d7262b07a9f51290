internal import LedgerStore
internal import Reconciliation

/// What one key comes to at the audit's instant.
struct PurchaseStanding {
    private(set) var standing = AuditedPurchase.Standing.silent
    private(set) var state = EntitlementState(.none)
    private(set) var ownership = AuditedPurchase.Ownership.unknown
    private(set) var until = AuditedPurchase.unknownInstant
    private(set) var paidUntil = AuditedPurchase.unknownInstant
    private(set) var consentWithdrawnAt: Int64?
    private(set) var taking: AuditedPurchase.Taking?

    /// Asks a key at its app's instant; without one the ledger is silent about it.
    init(
        _ key: AuditedKey,
        at scope: PurchaseBook.Scope,
        grace: AuditOptions.Grace,
        products: ProductTable
    ) {
        ownership = Self.ownership(key)
        guard let instant = scope.asOf else { return }
        var purchases = key.purchases
        let isTimed = Self.limit(&purchases, key, products)
        state = purchases.state(at: instant, horizon: scope.horizon)
        consentWithdrawnAt = Self.withdrawal(key.consents, at: instant)
        let isConsumable = !key.transactions.isEmpty && key.transactions.allSatisfy { $0.product == .consumable }
        if state.kind == .revoked || isConsumable { taking = Self.taking(purchases, at: instant, isConsumable) }
        if isConsumable, let taking {
            state = EntitlementState(.revoked, cause: taking.kind.rawValue, since: purchases.revocations.last?.instant)
        }
        switch state.kind {
        case .active: standing = isTimed ? .entitled : .silent
        case .gracePeriod: standing = grace == .grants ? .entitled : .notEntitled
        case .billingRetry, .expired, .revoked: standing = .notEntitled
        case .unconfirmed: standing = .silent
        case .none: standing = Self.hasBegun(purchases, key, at: instant) ? .silent : .notEntitled
        }
        findEnds(purchases, at: instant, grace: grace)
        // What does not renew and has no known duration ends some day.
        if isConsumable || !isTimed && until == AuditedPurchase.endless { until = AuditedPurchase.unknownInstant }
    }

    /// Follows the access that holds over the periods that join on, or takes the end of the last one.
    private mutating func findEnds(_ purchases: DerivedPurchases, at instant: Int64, grace: AuditOptions.Grace) {
        let intervals = purchases.intervals
        guard let first = intervals.lastIndex(where: { $0.start <= instant }) else { return }
        func gives(_ interval: AccessInterval) -> Bool { interval.origin != .grace || grace == .grants }
        var last = first
        if gives(intervals[first]), standing == .entitled {
            while last + 1 < intervals.count, let end = intervals[last].end, intervals[last + 1].start <= end,
                gives(intervals[last + 1])
            { last += 1 }
        }
        until = intervals[last].end ?? AuditedPurchase.endless
        paidUntil = until
        if intervals[last].origin == .grace { paidUntil = intervals[last].start }
        // A grace without a known end says nothing about its end.
        if intervals[last].origin == .grace, intervals[last].end == nil { until = AuditedPurchase.unknownInstant }
    }

    /// Gives the purchases of a product that does not renew the end that the team says; false where none is known.
    private static func limit(_ purchases: inout DerivedPurchases, _ key: AuditedKey, _ products: ProductTable) -> Bool
    {
        guard key.transactions.contains(where: { $0.product == .nonRenewing }) else { return true }
        var isTimed = true
        var limited: [AccessInterval] = []
        for interval in purchases.intervals {
            guard let duration = products.duration(of: interval.productId) else {
                isTimed = isTimed && interval.end != nil
                limited.append(interval)
                continue
            }
            let bought = key.transactions.last { $0.id == interval.transactionId }?.purchaseDate ?? interval.start
            let end = duration.added(to: bought)
            guard end > interval.start else {
                purchases.lapses.append(over(interval, from: interval.start))
                continue
            }
            var shortened = interval
            if end < interval.end ?? .max {
                purchases.lapses.append(over(interval, from: end))
                shortened.end = end
                shortened.endCause = .periodEnd
            }
            limited.append(shortened)
        }
        purchases.intervals = limited
        purchases.lapses.sort { $0.start < $1.start }
        return isTimed
    }

    private static func over(_ interval: AccessInterval, from start: Int64) -> AccessLapse {
        AccessLapse(start: start, end: interval.end, state: .expired, cause: "duration-over")
    }

    /// The revocation that stands at the instant and took the access.
    private static func taking(
        _ purchases: DerivedPurchases,
        at instant: Int64,
        _ isConsumable: Bool
    ) -> AuditedPurchase.Taking? {
        let standing = purchases.revocations.filter { row in
            guard row.instant <= instant, row.reversedAt.map({ $0 > instant }) ?? true else { return false }
            guard !isConsumable else { return true }
            return row.removedAccess && row.removedFrom.map { $0 <= instant } ?? true
                && row.removedUntil.map { instant < $0 } ?? true
        }
        return standing.last.map { .init(kind: $0.kind, amount: $0.amount, currency: $0.currency) }
    }

    /// True if the key was bought by the instant although no access of it is known: then nothing is proven.
    private static func hasBegun(_ purchases: DerivedPurchases, _ key: AuditedKey, at instant: Int64) -> Bool {
        guard !purchases.intervals.isEmpty || !purchases.lapses.isEmpty else { return true }
        return key.transactions.contains { transaction in
            (transaction.originalPurchaseDate ?? transaction.purchaseDate).map { $0 <= instant } ?? false
        }
    }

    private static func withdrawal(_ consents: [ConsentOutcome], at instant: Int64) -> Int64? {
        consents.lazy.filter { outcome in
            (outcome.consent.instant.map { $0 <= instant } ?? true) && (outcome.returnedAt.map { $0 > instant } ?? true)
        }.map { $0.consent.instant ?? 0 }.max()
    }

    private static func ownership(_ key: AuditedKey) -> AuditedPurchase.Ownership {
        switch key.transactions.last?.ownership {
        case "PURCHASED": .purchased
        case "FAMILY_SHARED": .familyShared
        case "ASSIGNED": .assigned
        default: .unknown
        }
    }
}
