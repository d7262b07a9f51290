internal import NotificationModel

/// Compares grants with the ledger's purchases, one after another.
struct GrantJudge {
    private(set) var book: PurchaseBook
    private let options: AuditOptions
    private let products: ProductTable
    private var candidates: [Int] = []
    private var pool: [Int] = []

    init(_ book: PurchaseBook, _ options: AuditOptions, _ products: ProductTable) {
        self.book = book
        self.options = options
        self.products = products
    }

    /// Judges one grant, and marks the purchases that it speaks of.
    ///
    /// The first id under which the ledger knows a purchase of the row's app and environment decides. Nil for a row
    /// that names no app and leads only to purchases of apps that were not asked for.
    ///
    /// - Complexity: linear in the purchases that share the id.
    mutating func judge(_ grant: Grant, row: Int) -> GrantVerdict? {
        var (isKnown, isLeftOut) = (false, false)
        var tested: (id: Grant.ID, places: [Int])?
        for id in grant.ids {
            candidates.removeAll(keepingCapacity: true)
            var (meant, tests, isNamed) = (candidates, [Int](), false)
            candidates = []
            book.forEachPurchase(id) { place in
                let scope = book.scope(of: book.purchases[place])
                guard scope.isAsked else {
                    isLeftOut = isLeftOut || grant.app == nil
                    return
                }
                isNamed = true
                guard grant.app.map({ $0 == scope.app }) ?? true else { return }
                if isMeant(scope.environment, grant) {
                    meant.append(place)
                } else if grant.environment == nil {
                    tests.append(place)
                }
            }
            isKnown = isKnown || isNamed
            candidates = meant
            guard candidates.isEmpty else { return compare(grant, id, row: row) }
            if tested == nil, !tests.isEmpty { tested = (id, tests) }
        }
        if let tested {
            let place = best(of: tested.places, for: grant)
            let isGranted = isGranted(grant, place)
            for place in tested.places { book.mark(place) { $0.isMentioned = true } }
            return GrantVerdict(
                auditClass: isGranted ? .sandboxOnly : .agrees,
                purchase: place,
                id: tested.id,
                isGranted: isGranted
            )
        }
        guard !isLeftOut else { return nil }
        let isGranted = isGranted(grant)
        return GrantVerdict(
            // A row that grants nothing differs from no ledger.
            auditClass: isGranted ? .unknownToLedger : .unconfirmed,
            id: grant.ids.first,
            isGranted: isGranted,
            isKnownElsewhere: isKnown
        )
    }

    /// The entitled purchases that no grant mentions, in key order.
    func unmentioned() -> [Int] {
        book.places { purchase in
            guard purchase.standing == .entitled, !purchase.isMentioned, book.scope(of: purchase).isAsked
            else { return false }
            return options.environment == .any || options.environment == .sandbox
                || book.scope(of: purchase).environment == StoreEnvironment.production.text
        }
    }

    /// Counts a purchase's refund; nil if it is counted already or there is none.
    mutating func countRefund(of place: Int) -> AuditedPurchase.Taking? {
        let purchase = book.purchases[place]
        guard purchase.taking >= 0, !purchase.isCounted else { return nil }
        book.mark(place) { $0.isCounted = true }
        return book.takings[Int(purchase.taking)]
    }

    /// Whether a purchase of this environment is what the row means.
    private func isMeant(_ environment: String, _ grant: Grant) -> Bool {
        if let named = grant.environment { return named == environment }
        switch options.environment {
        case .any: return true
        case .sandbox: return environment == StoreEnvironment.sandbox.text
        case .production, nil: return environment == StoreEnvironment.production.text
        }
    }

    private mutating func compare(_ grant: Grant, _ id: Grant.ID, row: Int) -> GrantVerdict {
        let level = grant.product.map { book.texts.known(products.level(of: $0)) }
        pool.removeAll(keepingCapacity: true)
        for place in candidates where level.map({ hasLevel($0, place) }) ?? true { pool.append(place) }
        let isMatched = !pool.isEmpty
        let place = best(of: isMatched ? pool : candidates, for: grant)
        let grants = isGranted(grant, place)
        var verdict = GrantVerdict(auditClass: .agrees, purchase: place, id: id, isGranted: grants)
        // A row that grants nothing of another product says nothing about this purchase.
        guard isMatched || grants else { return verdict }
        let isOfAccount = id.column == .appAccountToken || id.column == .appTransactionId
        if isMatched || !isOfAccount {
            for place in isMatched ? pool : candidates { book.mark(place) { $0.isMentioned = true } }
        } else {
            book.mark(place) { $0.isMentioned = true }
        }
        let purchase = book.purchases[place]
        verdict.firstRow = grants ? firstRow(grant, place, row) : nil
        verdict.auditClass =
            grants
            ? judgeGranted(grant, purchase, isMatched, isOfAccount, verdict.firstRow) : judgeDenying(grant, purchase)
        if verdict.auditClass != .sharedPurchase { verdict.firstRow = nil }
        return verdict
    }

    private func judgeGranted(
        _ grant: Grant,
        _ purchase: AuditedPurchase,
        _ isMatched: Bool,
        _ isOfAccount: Bool,
        _ firstRow: Int?
    ) -> AuditClass {
        if purchase.consentWithdrawnAt != nil { return .consentWithdrawn }
        // An account's end of one product proves nothing about another that it may have bought without its token.
        if purchase.standing == .notEntitled { return isMatched || !isOfAccount ? .leak : .wrongProduct }
        if firstRow != nil || countsAsBought(grant, purchase) { return .sharedPurchase }
        if purchase.standing == .silent { return .unconfirmed }
        if !isMatched { return .wrongProduct }
        return expiryDiffers(grant, purchase) ? .wrongExpiry : .agrees
    }

    private func judgeDenying(_ grant: Grant, _ purchase: AuditedPurchase) -> AuditClass {
        switch purchase.standing {
        case .notEntitled: .agrees
        case .silent: .unconfirmed
        case .entitled:
            // What does not say no by itself says it by its expiry.
            if purchase.consentWithdrawnAt != nil {
                .consentWithdrawn
            } else if grant.isActive != nil {
                .denied
            } else {
                isEnd(grant.expires, of: purchase) ? .agrees : .wrongExpiry
            }
        }
    }

    /// Whether the access ends as the row says; the end of what was paid for does not count.
    private func isEnd(_ expires: Int64?, of purchase: AuditedPurchase) -> Bool {
        guard let expires, purchase.until != AuditedPurchase.unknownInstant else { return false }
        return isNear(expires, purchase.until)
    }

    /// Whether a row grants: what it says itself, else what its expiry says at the purchase's instant.
    private func isGranted(_ grant: Grant, _ place: Int) -> Bool {
        if let isActive = grant.isActive { return isActive }
        guard let expires = grant.expires, let asOf = book.scope(of: book.purchases[place]).asOf else { return true }
        return expires > asOf
    }

    /// Whether a row grants of which the ledger knows no purchase: at the instant of the app that is known least far.
    private func isGranted(_ grant: Grant) -> Bool {
        if let isActive = grant.isActive { return isActive }
        let instants = book.scopes.lazy.filter { scope in
            scope.isAsked && grant.app.map { $0 == scope.app } ?? true && isMeant(scope.environment, grant)
        }.compactMap(\.asOf)
        guard let expires = grant.expires, let asOf = instants.min() ?? options.asOf else { return true }
        return expires > asOf
    }

    private func hasLevel(_ level: UInt32?, _ place: Int) -> Bool {
        guard let own = book.purchases[place].level else { return true }
        return own == level
    }

    /// The purchase that speaks most for the grant: entitled, with its expiry, with consent, lasting longest.
    private func best(of places: [Int], for grant: Grant) -> Int {
        var best = places[0]
        for place in places.dropFirst() where precedes(place, best, grant) { best = place }
        return best
    }

    private func precedes(_ place: Int, _ other: Int, _ grant: Grant) -> Bool {
        let (left, right) = (book.purchases[place], book.purchases[other])
        if left.standing != right.standing { return left.standing.rawValue < right.standing.rawValue }
        let (isLeftOff, isRightOff) = (expiryDiffers(grant, left), expiryDiffers(grant, right))
        if isLeftOff != isRightOff { return isRightOff }
        if (left.consentWithdrawnAt == nil) != (right.consentWithdrawnAt == nil) {
            return left.consentWithdrawnAt == nil
        }
        if left.until != right.until { return left.until > right.until }
        return place < other
    }

    private func expiryDiffers(_ grant: Grant, _ purchase: AuditedPurchase) -> Bool {
        guard let expires = grant.expires, purchase.standing == .entitled,
            purchase.until != AuditedPurchase.unknownInstant
        else { return false }
        return !isNear(expires, purchase.until) && !isNear(expires, purchase.paidUntil)
    }

    private func isNear(_ left: Int64, _ right: Int64) -> Bool {
        guard left != GrantValues.endless, right != AuditedPurchase.endless else {
            return left == GrantValues.endless && right == AuditedPurchase.endless
        }
        return options.tolerance.added(to: min(left, right)) >= max(left, right)
    }

    /// The row of the first grant of a purchase, if it was for another account.
    private mutating func firstRow(_ grant: Grant, _ place: Int, _ row: Int) -> Int? {
        guard let account = grant.account.map(Self.number) else { return nil }
        let purchase = book.purchases[place]
        guard purchase.account != 0 else {
            book.mark(place) {
                $0.account = account
                $0.firstRow = row
            }
            return nil
        }
        return purchase.account == account ? nil : purchase.firstRow
    }

    private func countsAsBought(_ grant: Grant, _ purchase: AuditedPurchase) -> Bool {
        grant.ownership == AuditedPurchase.Ownership.purchased.text
            && (purchase.ownership == .familyShared || purchase.ownership == .assigned)
    }

    /// An account's text as a number that is not 0, the same in every run (FNV-1a).
    private static func number(_ account: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in account.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return max(hash, 1)
    }
}
