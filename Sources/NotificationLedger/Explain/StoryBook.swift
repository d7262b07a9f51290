internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

/// Reads the stories behind ids out of one state of a ledger.
struct StoryBook {
    /// The purchases of one account that are looked at for one story.
    private static let relatedLimit = 100

    let ledger: Ledger
    let asOf: Int64?
    let knownBy: Int64?
    private let horizons: [Horizon]
    private var others: [SubscriptionKey: Other] = [:]

    /// Keys by the ids that they share: the purchases of an account have the same ones.
    private var keysSharing: [AccountIdentifiers: [SubscriptionKey]] = [:]

    private struct Other {
        let identifiers: AccountIdentifiers
        let summary: PurchaseSummary
        let isKnown: Bool
    }

    init(_ ledger: Ledger, asOf: Int64?, knownBy: Int64?) throws {
        self.ledger = ledger
        self.asOf = asOf
        self.knownBy = knownBy
        horizons = try knownBy.map { try ledger.horizons(knownBy: $0) } ?? ledger.horizons()
    }

    /// The story of a key.
    mutating func story(of key: SubscriptionKey) throws -> PurchaseStory {
        let history = try history(of: key)
        let own = AccountIdentifiers(history)
        let keys = try keys(sharing: own, with: key)
        var related: [RelatedPurchase] = []
        for other in keys.prefix(Self.relatedLimit).sorted() {
            let known = try self.other(other)
            let ties = AccountIdentifiers.ties(key, own, other, known.identifiers)
            if known.isKnown, !ties.isEmpty { related.append(RelatedPurchase(summary: known.summary, ties: ties)) }
        }
        let consents = try ledger.consentOutcomes(of: key).compactMap { outcome in
            knownBy.map { outcome.known(by: $0, history: history) } ?? outcome
        }
        return PurchaseStory(
            history: history,
            derived: Derivation.derive(history),
            consents: consents,
            rows: try known(rows(of: key, consents)),
            asOf: asOf,
            horizon: horizon(of: key),
            related: related,
            isRelatedCut: keys.count > Self.relatedLimit
        )
    }

    /// The notifications that were said, and the attempts to deliver them that were made, by the instant up to which all
    /// is known.
    func known(_ rows: [NotificationStory]) -> [NotificationStory] {
        func isKnown(_ instant: Int64?) -> Bool { knownBy.map { (instant ?? .min) <= $0 } ?? true }
        return rows.compactMap { row in
            guard isKnown(row.saidAt) else { return nil }
            var row = row
            row.attempts.removeAll { !isKnown($0.attemptDate) }
            row.horizon = horizon(app: row.app, environment: row.environment)
            return row
        }
    }

    /// The notifications of a key and those of the withdrawn consents, in the order of their being said.
    private func rows(of key: SubscriptionKey, _ consents: [ConsentOutcome]) throws -> [NotificationStory] {
        var rows = try ledger.notificationRows(for: key)
        for uuid in Set(consents.map(\.consent.notificationUUID)).sorted() {
            let told = try ledger.notificationRows(for: uuid, environment: key.environment)
            for row in told {
                let place = rows.firstIndex { ($0.saidAt ?? .max) > (row.saidAt ?? .max) } ?? rows.endIndex
                rows.insert(row, at: place)
            }
        }
        return rows
    }

    private func history(of key: SubscriptionKey) throws -> PurchaseHistory {
        let history = try ledger.history(of: key)
        return knownBy.map { history.known(by: $0) } ?? history
    }

    private func horizon(of key: SubscriptionKey) -> Int64? {
        horizon(app: key.app, environment: key.environment)
    }

    private func horizon(app: String, environment: String) -> Int64? {
        horizons.first { $0.app == app && $0.environment == environment }?.instant
    }

    /// The other keys that may share an id, one more than are looked at where there are more.
    private mutating func keys(sharing ids: AccountIdentifiers, with key: SubscriptionKey) throws -> [SubscriptionKey] {
        var keys = keysSharing[ids]
        if keys == nil {
            keys = try ledger.keysSharingIdentifiers(with: key, limit: Self.relatedLimit + 2)
            keysSharing[ids] = keys
        }
        return keys?.filter { $0 != key } ?? []
    }

    private mutating func other(_ key: SubscriptionKey) throws -> Other {
        if let known = others[key] { return known }
        let history = try history(of: key)
        let horizon = horizon(of: key)
        let other = Other(
            identifiers: AccountIdentifiers(history),
            summary: PurchaseSummary(
                Derivation.derive(history),
                asOf: asOf ?? horizon,
                horizon: horizon,
                successor: history.successor
            ),
            isKnown: !history.transactions.isEmpty || !history.renewals.isEmpty
        )
        others[key] = other
        return other
    }
}
