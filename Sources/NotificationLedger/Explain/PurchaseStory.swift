internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

/// One purchase history told: state, reason, events, access, revocations, consents, discrepancies.
struct PurchaseStory {
    let derived: DerivedPurchases
    let consents: [ConsentOutcome]
    let rows: [NotificationStory]
    let asOf: Int64?
    let isHorizon: Bool
    let horizon: Int64?
    /// Other purchases that share an id with this one, in key order.
    let related: [RelatedPurchase]
    /// Whether more purchases share an id than were looked at.
    let isRelatedCut: Bool
    let identifiers: AccountIdentifiers
    let summary: PurchaseSummary
    let reason: StateReason?
    /// The commitment whose payment gives the state, or gave the last access before it.
    let commitment: Commitment?
    /// The notification that tells the state.
    let decisive: DecisiveNotification?
    /// What was charged, by transaction.
    let charges: [String: ChargedPrice]

    /// Tells a history as far as it is to be known, with the same notifications as rows, at an instant or, for nil, at the
    /// horizon.
    init(
        history: PurchaseHistory,
        derived: DerivedPurchases,
        consents: [ConsentOutcome],
        rows: [NotificationStory],
        asOf: Int64?,
        horizon: Int64?,
        related: [RelatedPurchase],
        isRelatedCut: Bool
    ) {
        self.derived = derived
        self.consents = consents
        self.rows = rows
        self.horizon = horizon
        self.related = related
        self.isRelatedCut = isRelatedCut
        isHorizon = asOf == nil
        let instant = asOf ?? horizon
        self.asOf = instant
        identifiers = AccountIdentifiers(history)
        charges = ChargedPrice.all(rows, derived)
        let summary = PurchaseSummary(derived, asOf: instant, horizon: horizon, successor: history.successor)
        self.summary = summary
        guard let instant, let state = summary.state else {
            reason = nil
            decisive = nil
            commitment = nil
            return
        }
        let told = rows.filter {
            !$0.isConflict && $0.saidAt != nil && $0.type != NotificationType.rescindConsent.text
        }
        let commitment = Commitment(told, state: state, asOf: instant)
        self.commitment = commitment
        let teller = DecisionSearch(state: state, derived: derived, rows: told, asOf: instant).row
        reason = StateReason(
            summary: summary,
            derived: derived,
            told: told,
            teller: teller,
            withdrawals: ConsentOutcome.standing(consents, at: instant),
            successor: Self.successor(summary, related),
            renewal: Self.newest(history.renewals, by: instant),
            commitment: commitment,
            asOf: instant,
            horizon: horizon
        )
        decisive = teller.map(DecisiveNotification.init) ?? Self.migration(in: history, state)
    }

    /// What told a migration: it speaks of the purchase that this one was migrated to.
    private static func migration(in history: PurchaseHistory, _ state: EntitlementState) -> DecisiveNotification? {
        guard state.cause == "migrated" else { return nil }
        return history.transactions
            .filter { $0.originalTransactionId != history.key.originalTransactionId }
            .map(\.notification)
            .min { ($0.saidAt ?? .max, $0.contentDigest) < ($1.saidAt ?? .max, $1.contentDigest) }
            .map(DecisiveNotification.init)
    }

    /// The newest renewal info said by an instant; of those of one instant the one with the greatest digest.
    private static func newest(_ renewals: [RenewalSnapshot], by instant: Int64) -> RenewalSnapshot? {
        func said(_ renewal: RenewalSnapshot) -> Int64 {
            renewal.signedDate ?? renewal.notification.saidAt ?? .min
        }
        return renewals.filter { said($0) <= instant }.max {
            (said($0), $0.notification.contentDigest) < (said($1), $1.notification.contentDigest)
        }
    }

    /// The purchase under which a migrated subscription goes on, where it was looked at.
    var successor: RelatedPurchase? { Self.successor(summary, related) }

    private static func successor(_ summary: PurchaseSummary, _ related: [RelatedPurchase]) -> RelatedPurchase? {
        guard summary.isMigrated else { return nil }
        return related.first { other in
            other.ties.contains(.migratedTo) && other.summary.key.originalTransactionId == summary.successor
        }
    }

    /// The withdrawals of consent that count at the instant of the state, the earliest first; none where the customer
    /// returned.
    var withdrawals: [ConsentOutcome] {
        asOf.map { ConsentOutcome.standing(consents, at: $0) } ?? []
    }

    /// Other purchases of the same account, app and environment that give access while this one does not.
    var othersInForce: [RelatedPurchase] {
        guard !summary.isEntitled, summary.nature != .consumable else { return [] }
        let successor = successor?.summary.key
        return related.filter { other in
            other.summary.isEntitled && other.summary.key != successor && other.summary.key.app == derived.key.app
                && other.summary.key.environment == derived.key.environment
                && (other.ties.contains(.accountToken) || other.ties.contains(.appTransaction))
        }
    }

    /// When the last of the messages that the story lists was said.
    var lastSaidAt: Int64? {
        (rows.map(\.saidAt) + [decisive?.saidAt]).compactMap { $0 }.max()
    }

    /// Access at the instant of the state that no revocation took.
    struct Standing {
        let summary: PurchaseSummary
        /// How the other purchase is tied to this one; empty for this one itself.
        let ties: [RelatedPurchase.Tie]
    }

    /// What still stands at the instant of the state: this purchase by whichever transaction, and related purchases.
    var standing: [Standing] {
        let own = summary.isEntitled ? [Standing(summary: summary, ties: [])] : []
        return own + related.filter(\.summary.isEntitled).map { Standing(summary: $0.summary, ties: $0.ties) }
    }

    /// The notification that told a revocation first.
    func teller(of revocation: Revocation) -> NotificationStory? {
        let told = rows.filter { !$0.isConflict && $0.transactionId == revocation.transactionId }
        return told.first { $0.revocationDate == revocation.instant } ?? told.first { $0.revocationDate != nil }
            // Refunded items and seats leave no revocation date on their transaction.
            ?? told.first {
                $0.type == NotificationType.refund.text && $0.saidAt.map { $0 >= revocation.instant } ?? false
            }
    }

    /// The discrepancies, the gravest first.
    var discrepancies: [Discrepancy] {
        let order = ["error", "warning", "information"]
        return order.flatMap { severity in derived.discrepancies.filter { $0.code.severity == severity } }
    }
}

extension ConsentOutcome {
    /// Those without a return by an instant, in the order of their being said.
    static func standing(_ outcomes: [ConsentOutcome], at instant: Int64) -> [ConsentOutcome] {
        outcomes.filter { outcome in
            outcome.consent.instant.map { $0 <= instant } ?? true && outcome.returnedAt.map { $0 > instant } ?? true
        }
        .sorted { ($0.consent.instant ?? .min) < ($1.consent.instant ?? .min) }
    }
}
