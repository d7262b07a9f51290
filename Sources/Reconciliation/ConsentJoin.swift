import NotificationModel

extension ConsentOutcome {
    /// Joins a consent with the histories that share its app transaction id or an account token with one that does.
    ///
    /// One record with the id is enough for all records of its history (`direct`). A history whose records are all
    /// older than that field joins through an account token it shares with a direct one (`bridged`); one that names
    /// another app transaction never does. The order of `histories` does not matter.
    ///
    /// - Complexity: O(records of the histories), and a sort of the joins.
    package static func resolve(_ consent: Consent, among histories: [PurchaseHistory]) -> ConsentOutcome {
        let candidates = histories.filter {
            $0.key.app == consent.app && $0.key.environment == consent.environment
        }
        let direct = candidates.filter { names(of: $0).contains(consent.appTransactionId) }
        let accounts = direct.reduce(into: Set<String>()) { $0.formUnion(tokens(of: $1)) }
        let bridged = candidates.filter { history in
            names(of: history).isEmpty && !accounts.isDisjoint(with: tokens(of: history))
        }
        var matches: [String: Match] = [:]
        for history in bridged { matches[history.key.originalTransactionId] = .bridged }
        for history in direct { matches[history.key.originalTransactionId] = .direct }
        let joins = matches.map { Join(originalTransactionId: $0.key, match: $0.value) }
            .sorted { $0.originalTransactionId < $1.originalTransactionId }
        let evidence = consent.instant.flatMap { instant in
            direct.flatMap { purchases(in: $0, after: instant) }
                .min { ($0.date, $0.transactionId) < ($1.date, $1.transactionId) }
        }
        return ConsentOutcome(
            consent: consent,
            joins: joins,
            returnedAt: evidence?.date,
            returnEvidence: evidence?.transactionId
        )
    }

    private static func names(of history: PurchaseHistory) -> Set<String> {
        var result = Set(history.transactions.lazy.compactMap(\.appTransactionId))
        result.formUnion(history.renewals.lazy.compactMap(\.appTransactionId))
        return result
    }

    private static func tokens(of history: PurchaseHistory) -> Set<String> {
        var result = Set(history.transactions.lazy.compactMap { $0.appAccountToken?.lowercased() })
        result.formUnion(history.renewals.lazy.compactMap { $0.appAccountToken?.lowercased() })
        result.remove("")
        return result
    }

    /// The buyer's own new purchases, made and told after an instant: neither renewals nor upgrades nor shared ones.
    private static func purchases(
        in history: PurchaseHistory,
        after instant: Int64
    ) -> [(date: Int64, transactionId: String)] {
        guard history.transactions.contains(where: { ($0.purchaseDate ?? .min) > instant }) else { return [] }
        let folded = TransactionFold.fold(history.transactions.map(SharedSnapshot.init))
        let supersession = Supersession(folded)
        var replacing = Set(
            supersession.line.lazy.compactMap { period -> Int? in
                guard period.endCause == .superseded, !folded[period.transaction].isRevoked(at: period.end) else {
                    return nil
                }
                return period.supersededBy
            }
        )
        for index in folded.indices
        where folded[index].snapshots.contains(where: { $0.notification.knownSubtype == .upgrade }) {
            replacing.insert(index)
        }
        return folded.indices.compactMap { index in
            let transaction = folded[index]
            guard let date = transaction.newest.purchaseDate, date > instant, !replacing.contains(index),
                transaction.newest.ownership == "PURCHASED", transaction.newest.transactionReason == "PURCHASE",
                let saidAt = transaction.snapshots.lazy.compactMap(\.notification.saidAt).min(), saidAt > instant
            else { return nil }
            return (date, transaction.transactionId)
        }
    }
}
