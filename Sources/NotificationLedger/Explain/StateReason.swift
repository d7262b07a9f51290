internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

/// A state in plain words: why it holds, until when, and what would change it.
struct StateReason {
    let summary: PurchaseSummary
    let derived: DerivedPurchases
    /// The dated notifications of the purchase in the order of their being said, without outranked contents.
    let told: [NotificationStory]
    /// The one that tells the state.
    let teller: NotificationStory?
    /// The withdrawals of consent that count, the earliest first.
    let withdrawals: [ConsentOutcome]
    /// Where a migrated subscription goes on.
    let successor: RelatedPurchase?
    /// The newest renewal info said by the instant.
    let renewal: RenewalSnapshot?
    /// The commitment whose payment the state rests on.
    let commitment: Commitment?
    let asOf: Int64
    /// How far the app is known: what lies behind it is yet to come.
    let horizon: Int64?

    private var state: EntitlementState { summary.state ?? EntitlementState(.none) }
    private var transaction: String { state.transactionId.map { "transaction \($0)" } ?? "a purchase" }
    private var since: String { state.since.map { " since \(Instant.text($0))" } ?? "" }
    private var on: String { state.since.map { " on \(Instant.text($0))" } ?? "" }
    /// What followed the last access before the state; the time without access began there.
    private var firstLapse: AccessLapse? {
        guard let end = derived.intervals.last(where: { $0.start <= asOf })?.end else { return nil }
        return derived.lapses.first { $0.start == end }
    }

    /// Since when there is no access, and as what that began where it was not the present state.
    private var noAccess: String {
        guard let first = firstLapse, first.start < state.since ?? .min else { return "No access\(since)" }
        let began =
            switch first.state {
            case .revoked: "taken back\(first.cause.map { ": \($0)" } ?? "")"
            case .billingRetry: "while billing was tried again"
            case .unconfirmed: "unconfirmed"
            case .expired: "expired\(first.cause.map { ": \($0)" } ?? "")"
            }
        return "No access since \(Instant.text(first.start)) (at first \(began))"
    }

    private var isAutoRenewOff: Bool { renewal?.autoRenewStatus == 0 }

    /// When auto-renewal was switched off, where a message told it and none told the contrary later.
    private var switchedOff: String {
        let end = state.kind == .expired ? state.since ?? asOf : asOf
        let last = told.last { row in
            row.type == NotificationType.didChangeRenewalStatus.text && row.saidAt.map { $0 <= min(end, asOf) } ?? false
        }
        guard let last, last.subtype == NotificationSubtype.autoRenewDisabled.text, let said = last.saidAt else {
            return ""
        }
        return " on \(Instant.text(said))"
    }

    /// Why the state is what it is, in a few sentences.
    var why: String { whyState + consentWithdrawn }

    /// What a withdrawn consent means beside the state; empty without one.
    private var consentWithdrawn: String {
        guard let last = withdrawals.last else { return "" }
        let when = last.consent.instant.map { " on \(Instant.text($0))" } ?? ""
        let paid = summary.isEntitled ? ", although the purchase gives access" : ""
        let text = " A parent or guardian withdrew consent\(when): the child may not use the app from then on\(paid)."
        let former = withdrawals.dropLast().compactMap { $0.consent.instant.map(Instant.text) }
        guard !former.isEmpty else { return text }
        return text
            + " It had been withdrawn before, on \(former.joined(separator: ", ")); whether it was given again in between is "
            + "not told. The last date counts."
    }

    private var whyState: String {
        switch state.kind {
        case .active: whyActive
        case .gracePeriod: "The renewal could not be billed\(since); the billing grace period keeps access on."
        case .billingRetry where commitment != nil:
            "The commitment's next payment\(afterPayment) could not be billed. Access has stopped\(since), and Apple keeps "
                + "trying to collect."
        case .billingRetry:
            "The renewal could not be billed. Access has stopped\(since), and Apple keeps trying to collect."
        case .expired: whyExpired
        case .revoked: whyRevoked
        case .unconfirmed:
            "The last known period ended\(on). No message tells a renewal, and none tells an end: we do not know which "
                + "came. The archive may lack what came later."
        case .none: whyNone
        }
    }

    private var afterPayment: String {
        guard let payment = commitment?.payment, let payments = commitment?.payments else { return "" }
        return ", after \(payment) of \(payments),"
    }

    private var whyActive: String {
        if state.cause == AccessInterval.Origin.attested.rawValue {
            return "The archive holds no transaction of this period. " + (teller.map(proof) ?? Self.proof)
        }
        var text = ""
        if let reversed = derived.revocations.first(where: { $0.reversedAt != nil && $0.reversedAt == state.since }) {
            text =
                "The revocation (\(reversed.kind.rawValue)) of \(Instant.text(reversed.instant)) was reversed, and access "
                + "came back. "
        }
        let start = (state.transactionId ?? "").isEmpty ? "A purchase" : "Transaction \(state.transactionId ?? "")"
        return switch summary.nature {
        case .nonConsumable: text + "\(start) bought a product that does not end, and it is not revoked."
        case .nonRenewing:
            text + "\(start) bought it. Apple tells no duration: how long it lasts is the app's own rule."
        default: text + "\(start) is paid for and gives access\(since)." + paymentOfCommitment
        }
    }

    private static let proof = "A message from Apple shows that it is running."

    /// What shows that a period without a transaction runs.
    private func proof(_ row: NotificationStory) -> String {
        let name = StoryText.name(row.type, row.subtype) + (row.saidAt.map { " of \(Instant.text($0))" } ?? "")
        if let start = row.purchaseDate, start == state.until, start > row.saidAt ?? .max {
            return
                "But the \(name) told the renewal of \(Instant.text(start)) before it began. So the subscription was "
                + "running up to then."
        }
        if let renewal = row.renewalDate, renewal > row.saidAt ?? .max {
            let status = row.status.map { " (status \($0))" } ?? ""
            return
                "But the \(name) carries renewal info that says: active\(status), next renewal on "
                + "\(Instant.text(renewal)). So a period that ends then is running."
        }
        return Self.proof
    }

    /// Which payment of a commitment gives the access, and what it means that auto-renewal was turned off.
    private var paymentOfCommitment: String {
        guard let commitment else { return "" }
        let off =
            switch (commitment.goesOn, commitment.isLast) {
            case (false, false):
                " The customer has turned auto-renew off: that stops only what would follow the commitment, whose "
                    + "payments go on."
            case (false, true): " The customer has turned auto-renew off: nothing follows the commitment."
            default: ""
            }
        return " It is \(commitment.phrase).\(off)"
    }

    private var whyExpired: String {
        let told =
            switch state.cause {
            case "voluntary" where firstLapse?.state == .revoked:
                "Auto-renew was off at the end of the paid period, from which a refund or revocation had already taken "
                    + "the rest"
            case "voluntary" where commitment?.isLast ?? false:
                "The customer had turned off what would follow the commitment, and the month of its last payment "
                    + "ran out"
            case "voluntary": "The customer had turned auto-renew off\(switchedOff), and the paid period ran out"
            case "billing-retry" where commitment != nil:
                "A payment of the commitment could not be billed, and Apple gave up trying, which ends the commitment"
            case "billing-retry": "The renewal could not be billed, and Apple gave up trying"
            case "price-increase": "The customer did not agree to a price increase in time\(priceAsked)"
            case "not-for-sale": "The product was no longer for sale when it was to renew"
            case "other": "Apple ended the subscription without naming a cause"
            case "auto-renew-off":
                "The customer had turned auto-renew off\(switchedOff), and the paid period ran out; no message of the "
                    + "end itself was seen"
            case "retry-limit-inferred":
                "The renewal had failed, and Apple tries for at most \(commitment == nil ? 60 : 90) days. These are over; "
                    + "that is assumed, for no message told the end"
            case "resubscribed":
                "A later first purchase shows that the subscription had ended; no notification of the end was heard"
            case "migrated":
                "The subscription moved to another original transaction id"
                    + (summary.successor.map { ", \($0)," } ?? "")
            case let other?: "The subscription ended (\(other))"
            case nil: "The subscription ended; the cause was not told"
            }
        guard !summary.isMigrated else { return "\(told)\(on). This id ended then.\(underNewId)" }
        return "\(told). \(noAccess)."
    }

    /// What holds under the id that the subscription moved to; empty where that is not known.
    private var underNewId: String {
        guard let other = successor?.summary, let state = other.state else { return "" }
        let id = other.key.originalTransactionId
        switch state.kind {
        case .active, .gracePeriod: return " It goes on under \(id): \(other.phrase)."
        case .unconfirmed:
            return
                " Under \(id) the last known period ended\(state.since.map { " on \(Instant.text($0))" } ?? ""), and "
                + "whether it goes on is not known (unconfirmed)."
        case .billingRetry, .expired, .revoked: return " Under \(id) it gives no access now: \(other.phrase)."
        case .none: return ""
        }
    }

    /// When the price increase was told that was not agreed to.
    private var priceAsked: String {
        let asked = told.last { row in
            row.type == NotificationType.priceIncrease.text && row.saidAt.map { $0 <= state.since ?? asOf } ?? false
        }
        return asked?.saidAt.map { " (Apple told of it on \(Instant.text($0)))" } ?? ""
    }

    private var whyRevoked: String {
        let told =
            switch state.cause {
            case "refund-full": "Apple refunded \(transaction) in full"
            case "refund-prorated": "Apple refunded \(transaction) in part"
            case "refund": "Apple refunded \(transaction)"
            case "refund-items": "Apple refunded items of \(transaction)"
            case "refund-seats": "Apple refunded the seats of \(transaction)"
            case "family-revoke": "The purchase is no longer shared with this family member"
            case "assignment-revoke": "The seat is no longer assigned to this customer"
            case let other?: "\(transaction) was revoked (\(other))"
            case nil: "Apple reports the subscription as revoked"
            }
        let behind = state.cause == "family-revoke" ? " Apple does not tell why the sharing ended." : ""
        return "\(told): no access\(since).\(behind)"
    }

    private var whyNone: String {
        if summary.nature == .consumable, !derived.transactions.isEmpty {
            return "A consumable is used up by the app; it gives no lasting access."
                + (summary.refundedAt.map { " It was refunded on \(Instant.text($0))." } ?? "")
        }
        guard let first = derived.intervals.first?.start, first > asOf else {
            return derived.transactions.isEmpty
                ? "No purchase of it is known." : "Nothing that was bought gives access at any time."
        }
        return "Nothing had been bought by \(Instant.text(asOf)); access began \(Instant.text(first))."
    }

    /// Until when the state holds, and what then.
    var until: String {
        guard let end = state.until else {
            switch (state.kind, summary.nature) {
            case (.active, .nonConsumable): return "for ever, unless revoked"
            case (.none, _):
                return derived.intervals.first.map { $0.start > asOf ? Instant.text($0.start) : "no end is known" }
                    ?? "no end is known"
            case (.active, _), (.gracePeriod, _): return "no end is known"
            case (.expired, _) where summary.isMigrated: return "nothing: this id stays ended"
            default: return "a new message comes"
            }
        }
        let next = derived.intervals.first { $0.start == end }
        let lapse = derived.lapses.first { $0.start == end }
        var text = Instant.text(end)
        if let next {
            let id = next.transactionId.map { ", transaction \($0)" } ?? ""
            text += ", then \(next.origin == .grace ? "the grace period keeps access" : "access goes on")\(id)"
        } else if let lapse {
            let isAhead = horizon.map { lapse.start > $0 } ?? false
            switch (lapse.state, isAhead ? lapse.condition : nil) {
            case (.unconfirmed, _): text += "; what follows is not known"
            case (_, let condition?):
                text += "; then, \(condition), \(lapse.state.rawValue)\(lapse.causeInWords(derived))"
            case (_, nil): text += ", then \(lapse.state.rawValue)\(lapse.causeInWords(derived))"
            }
        }
        return text
    }

    /// What follows a payment of a commitment; nil where a renewal or an end follows as without one.
    private func next(under commitment: Commitment) -> String? {
        guard !isAutoRenewOff else { return nil }
        let end = "a refund of this month ends the commitment and the access at once"
        guard !commitment.isLast else {
            guard commitment.goesOn == false else { return nil }
            return
                "this was the commitment's last payment, and auto-renew is off: access ends with the month (EXPIRED), "
                + "unless the customer turns it on again or buys anew; \(end)"
        }
        let last = commitment.payments.map { "payment \($0)" } ?? "the last one"
        let after =
            switch commitment.goesOn {
            case false?: ", and then it ends"
            case true?: ", and then a renewal"
            case nil: ""
            }
        return
            "the next monthly payment (DID_RENEW) carries it on, up to \(last)\(after); a failed one stops access until it is "
            + "paid, for there is no grace period; \(end)"
    }

    /// What would change the state, and before it what a withdrawn consent asks for.
    var next: String {
        guard !withdrawals.isEmpty else { return nextOfState }
        return
            "act on the withdrawn consent: stop the child's use of the app, and treat it like a request to delete the "
            + "account. The purchase itself: \(nextOfState)"
    }

    private var nextOfState: String {
        switch state.kind {
        case .active:
            switch summary.nature {
            case .nonConsumable, .nonRenewing, .consumable, .unknown: return "a refund or revocation (REFUND, REVOKE)"
            case .subscription: break
            }
            if let commitment, let next = next(under: commitment) { return next }
            if isAutoRenewOff {
                return
                    "auto-renew is off\(switchedOff.isEmpty ? "" : ", switched off\(switchedOff)"): access ends with the period, unless the customer turns it on again or buys anew; "
                    + "a refund or revocation ends it at once"
            }
            let plan = renewal?.autoRenewProductId.flatMap { $0 == state.productId ? nil : " as \($0)" } ?? ""
            let on = renewal?.autoRenewStatus == 1 ? "auto-renew is on: a" : "a"
            return
                "\(on) renewal (DID_RENEW) carries it on\(plan); a failed one starts grace or billing retry; a refund or "
                + "revocation ends it at once"
        case .gracePeriod:
            return
                "a payment (DID_RENEW / BILLING_RECOVERY) renews it; without one access stops and billing retry follows "
                + "(GRACE_PERIOD_EXPIRED)"
        case .billingRetry where commitment != nil:
            return
                "a payment (DID_RENEW / BILLING_RECOVERY) brings access back and moves the commitment's end; after 90 "
                + "days without one EXPIRED / BILLING_RETRY ends the commitment"
        case .billingRetry:
            return "a payment (DID_RENEW / BILLING_RECOVERY) brings access back; EXPIRED ends the waiting"
        case .expired where state.cause == "migrated":
            return "nothing more comes under this id; look at "
                + (summary.successor.map { "purchase \($0)" }
                    ?? "the purchase that it was migrated to, among those that share an id")
        case .expired: return "a new purchase (SUBSCRIBED / RESUBSCRIBE)"
        case .revoked where state.cause == "family-revoke":
            return "the purchaser shares it again, or the customer buys it (either comes with a new transaction)"
        case .revoked where state.cause == "assignment-revoke":
            return "a seat is assigned again, or the customer buys it"
        case .revoked: return "the refund is undone (REFUND_REVERSED), or a new purchase"
        case .unconfirmed:
            return "any newer notification of this subscription; Apple's Get All Subscription Statuses would tell now"
        case .none where summary.nature == .consumable:
            return summary.refundedAt == nil ? "a refund (REFUND)" : "the refund is undone (REFUND_REVERSED)"
        case .none: return "a purchase"
        }
    }
}
