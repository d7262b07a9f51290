package import Reconciliation

extension Ledger {
    /// Lends every key with what an audit needs of it, as derived.
    ///
    /// Streams the derived tables side by side in the order of original transaction ids; memory is that of one key
    /// and of the withdrawn consents. Of the identifiers those of the given kinds are read, and the original ones.
    package func forEachAuditedKey(
        identifiers kinds: Set<AuditedKey.Identifier.Kind>,
        _ body: (AuditedKey) throws -> Void
    ) throws {
        let consents = try withdrawnConsents()
        let names = KeyIdentifier.Kind.allCases.filter { kind in
            AuditedKey.Identifier.Kind(kind).map { $0 == .original || kinds.contains($0) } ?? false
        }
        var identifiers = try KeyCursor(
            "kind, id",
            of: DerivedTables.identifiers,
            where: "kind IN (\(names.map { "'\($0.rawValue)'" }.joined(separator: ", ")))",
            thenBy: "kind, id",
            on: connection
        )
        var transactions = try KeyCursor(
            "transaction_id, type, expires_date, in_app_ownership_type, purchase_date, original_purchase_date",
            of: DerivedTables.transactions,
            on: connection
        )
        var intervals = try KeyCursor(
            "starts_at, ends_at, origin, end_cause, transaction_id, product_id",
            of: DerivedTables.accessIntervals,
            on: connection
        )
        var lapses = try KeyCursor(
            "starts_at, ends_at, state, cause",
            of: DerivedTables.accessLapses,
            on: connection
        )
        var revocations = try KeyCursor(
            """
            kind, transaction_id, revoked_at, amount, currency, removed_access, removed_from, removed_until, reversed_at
            """,
            of: DerivedTables.revocations,
            thenBy: "revoked_at, transaction_id, kind",
            on: connection
        )
        while let key = try identifiers.nextKey() {
            var audited = AuditedKey(
                purchases: DerivedPurchases(key: key),
                transactions: [],
                identifiers: [],
                consents: consents[key] ?? []
            )
            try identifiers.rows(of: key) { row in
                if let identifier = AuditedKey.Identifier(row) { audited.identifiers.append(identifier) }
            }
            try transactions.rows(of: key) { row in
                if let transaction = AuditedKey.Transaction(row) { audited.transactions.append(transaction) }
            }
            try intervals.rows(of: key) { row in
                if let interval = AccessInterval(row) { audited.purchases.intervals.append(interval) }
            }
            try lapses.rows(of: key) { row in
                if let lapse = AccessLapse(row) { audited.purchases.lapses.append(lapse) }
            }
            try revocations.rows(of: key) { row in
                if let revocation = Revocation(row) { audited.purchases.revocations.append(revocation) }
            }
            try body(audited)
        }
    }

    /// The same with what was known by an instant: derives every key from what had been said by then.
    ///
    /// Keys of which nothing had been said are left out. In key order.
    package func forEachAuditedKey(
        knownBy limit: Int64,
        derive: (PurchaseHistory) -> DerivedPurchases = Derivation.derive,
        _ body: (AuditedKey) throws -> Void
    ) throws {
        let consents = try withdrawnConsents()
        try forEachHistory { history in
            let known = history.known(by: limit)
            guard !known.transactions.isEmpty || !known.renewals.isEmpty else { return }
            let derived = derive(known)
            var purchases = DerivedPurchases(key: derived.key)
            purchases.intervals = derived.intervals
            purchases.lapses = derived.lapses
            purchases.revocations = derived.revocations
            try body(
                AuditedKey(
                    purchases: purchases,
                    transactions: derived.transactions.map { AuditedKey.Transaction($0.snapshot) },
                    identifiers: KeyIdentifier.all(of: known).compactMap { AuditedKey.Identifier($0) },
                    consents: (consents[known.key] ?? []).compactMap { $0.known(by: limit, history: known) }
                )
            )
        }
    }

    /// The withdrawn consents by the keys that they concern.
    private func withdrawnConsents() throws -> [SubscriptionKey: [ConsentOutcome]] {
        let rows = try Statement(
            """
            SELECT DISTINCT app, environment, original_transaction_id FROM consent_joins
            """,
            on: connection
        )
        var result: [SubscriptionKey: [ConsentOutcome]] = [:]
        for key in try rows.keys() { result[key] = try consentOutcomes(of: key) }
        return result
    }
}

extension AuditedKey.Identifier {
    fileprivate init?(_ row: borrowing Statement) {
        guard let kind = row.text(at: 3).flatMap(KeyIdentifier.Kind.init), let text = row.text(at: 4) else {
            return nil
        }
        self.init(KeyIdentifier(kind: kind, text: text))
    }
}

extension AuditedKey.Transaction {
    fileprivate init?(_ row: borrowing Statement) {
        guard let id = row.text(at: 3) else { return nil }
        self.init(
            id: id,
            product: AuditedKey.Product(type: row.text(at: 4), hasExpiry: row.form(at: 5) != .null),
            ownership: row.text(at: 6),
            purchaseDate: row.integer(at: 7),
            originalPurchaseDate: row.integer(at: 8)
        )
    }

    fileprivate init(_ snapshot: TransactionSnapshot) {
        self.init(
            id: snapshot.transactionId,
            product: AuditedKey.Product(type: snapshot.productType, hasExpiry: snapshot.expiresDate != nil),
            ownership: snapshot.ownership,
            purchaseDate: snapshot.purchaseDate,
            originalPurchaseDate: snapshot.originalPurchaseDate
        )
    }
}

extension AccessInterval {
    fileprivate init?(_ row: borrowing Statement) {
        guard let start = row.integer(at: 3), let origin = row.text(at: 5).flatMap(Origin.init),
            let cause = row.text(at: 6).flatMap(EndCause.init)
        else { return nil }
        self.init(
            start: start,
            end: row.integer(at: 4),
            origin: origin,
            endCause: cause,
            transactionId: row.text(at: 7),
            productId: row.text(at: 8)
        )
    }
}

extension AccessLapse {
    fileprivate init?(_ row: borrowing Statement) {
        guard let start = row.integer(at: 3), let state = row.text(at: 5).flatMap(State.init) else { return nil }
        self.init(start: start, end: row.integer(at: 4), state: state, cause: row.text(at: 6))
    }
}

extension Revocation {
    fileprivate init?(_ row: borrowing Statement) {
        guard let kind = row.text(at: 3).flatMap(Kind.init), let instant = row.integer(at: 5) else { return nil }
        self.init(kind: kind, instant: instant)
        transactionId = row.text(at: 4)
        amount = row.integer(at: 6)
        currency = row.text(at: 7)
        removedAccess = row.integer(at: 8) == 1
        removedFrom = row.integer(at: 9)
        removedUntil = row.integer(at: 10)
        reversedAt = row.integer(at: 11)
    }
}
