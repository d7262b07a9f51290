internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

/// The notification that tells a state: the one that a support person quotes.
struct DecisiveNotification {
    let notificationUUID: Identity128
    let type: String
    let subtype: String?
    let saidAt: Int64?

    init(_ row: NotificationStory) {
        notificationUUID = row.notificationUUID
        type = row.type
        subtype = row.subtype
        saidAt = row.saidAt
    }

    init(_ fact: NotificationFact) {
        notificationUUID = fact.notificationUUID
        type = fact.type
        subtype = fact.subtype
        saidAt = fact.saidAt
    }
}

/// Finds the notification that tells a state among those of a purchase.
struct DecisionSearch {
    let state: EntitlementState
    let derived: DerivedPurchases
    /// The dated notifications in the order of their being said, without outranked contents.
    let rows: [NotificationStory]
    let asOf: Int64

    /// Nil where no notification tells it, as for what was inferred from silence before the first one.
    var row: NotificationStory? {
        switch state.kind {
        case .active where state.cause == AccessInterval.Origin.attested.rawValue: attesting
        case .active: granting
        case .gracePeriod: failure { $0.status == 4 || $0.gracePeriodExpiresDate != nil }
        case .billingRetry: failure { $0.status == 3 } ?? failure { $0.status == 4 }
        case .expired: expiring
        case .revoked: revoking
        case .unconfirmed: rows.last { said($0) <= asOf }
        case .none: nil
        }
    }

    /// The start of the access before the state, from which on words may tell its end.
    private var periodStart: Int64 {
        derived.intervals.last { $0.start < state.since ?? .max }?.start ?? .min
    }

    private func said(_ row: NotificationStory) -> Int64 { row.saidAt ?? .min }

    private var granting: NotificationStory? {
        // Access that came back is told by what gave it back.
        if let back = rows.first(where: { $0.saidAt == state.since && $0.transactionId == state.transactionId }) {
            return back
        }
        return rows.first { $0.transactionId == state.transactionId && $0.revocationDate == nil }
            ?? rows.first { $0.transactionId == state.transactionId }
    }

    private var attesting: NotificationStory? {
        let proofs = rows.filter { row in
            (row.status == 1 || row.status == 4) && row.renewalDate.map { $0 > said(row) } ?? false
        }
        return proofs.first { $0.renewalDate == state.until } ?? proofs.last { said($0) <= asOf }
            // A renewal that is told before it begins shows that the subscription runs.
            ?? rows.first { $0.purchaseDate == state.until && said($0) < state.until ?? .min }
    }

    private func failure(_ isTold: (NotificationStory) -> Bool) -> NotificationStory? {
        let told = rows.filter { said($0) >= periodStart && said($0) < state.until ?? .max }
        let failures = told.filter {
            [NotificationType.didFailToRenew.text, NotificationType.gracePeriodExpired.text].contains($0.type)
        }
        if state.kind == .billingRetry,
            let end = failures.last(where: { $0.type == NotificationType.gracePeriodExpired.text })
        {
            return end
        }
        return failures.first(where: isTold) ?? failures.first ?? told.first(where: isTold)
    }

    private var expiring: NotificationStory? {
        let told = rows.filter { said($0) >= periodStart && said($0) < state.until ?? .max }
        let expiry = told.first { $0.type == NotificationType.expired.text }
        switch state.cause {
        case "auto-renew-off": return told.last { $0.autoRenewStatus == 0 } ?? expiry
        case "retry-limit-inferred": return failure { $0.status == 3 } ?? expiry
        case "migrated": return nil
        case "resubscribed": return expiry ?? rows.first { $0.purchaseDate == state.until }
        default: return expiry ?? told.first { $0.status == 2 } ?? told.last { $0.autoRenewStatus == 0 }
        }
    }

    private var revoking: NotificationStory? {
        let revoked = rows.filter { $0.revocationDate != nil }
        return revoked.first { $0.transactionId == state.transactionId && $0.revocationDate == state.since }
            ?? revoked.first { $0.transactionId == state.transactionId }
            ?? revoked.first { $0.revocationDate == state.since }
            ?? rows.first { $0.status == 5 && said($0) >= periodStart }
    }
}
