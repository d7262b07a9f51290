internal import Reconciliation

/// A state in plain words: why it holds, until when, and what would change it.
struct StateReason {
    let summary: PurchaseSummary
    let derived: DerivedPurchases
    /// The newest renewal info said by the instant.
    let renewal: RenewalSnapshot?
    /// The commitment whose payment the state rests on.
    let commitment: Commitment?
    let asOf: Int64

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

    /// Why the state is what it is, in one or two sentences.
    var why: String {
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
            "The last known period ended\(on) with no word of an end, and no renewal was heard of: silence is not "
                + "expiry. The archive may simply lack what came later."
        case .none: whyNone
        }
    }

    private var afterPayment: String {
        guard let payment = commitment?.payment, let payments = commitment?.payments else { return "" }
        return ", after \(payment) of \(payments),"
    }

    private var whyActive: String {
        if state.cause == AccessInterval.Origin.attested.rawValue {
            return
                "Apple's own word proves a paid period here (a renewal info that runs ahead, or a renewal told before it "
                + "began), though no transaction of that period was seen."
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
            case "voluntary": "The customer had turned auto-renew off, and the paid period ran out"
            case "billing-retry" where commitment != nil:
                "A payment of the commitment could not be billed, and Apple gave up trying, which ends the commitment"
            case "billing-retry": "The renewal could not be billed, and Apple gave up trying"
            case "price-increase": "No consent to a price increase was heard by the time it was needed"
            case "not-for-sale": "The product was no longer for sale when it was to renew"
            case "other": "Apple ended the subscription without naming a cause"
            case "auto-renew-off":
                "Auto-renew was off when the paid period ran out; no notification of the end itself was heard"
            case "retry-limit-inferred":
                "The renewal had failed, and Apple tries for 60 days (90 under a commitment): these are over. No "
                    + "notification said so"
            case "resubscribed":
                "A later first purchase shows that the subscription had ended; no notification of the end was heard"
            case "migrated":
                "The subscription moved to another original transaction id"
                    + (summary.successor.map { ", \($0)," } ?? ",") + " under which it goes on; only this id has ended"
            case let other?: "The subscription ended (\(other))"
            case nil: "The subscription ended; the cause was not told"
            }
        guard !summary.isMigrated else { return "\(told)\(on)." }
        return "\(told). \(noAccess)."
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
        return "\(told): no access\(since)."
    }

    private var whyNone: String {
        if summary.nature == .consumable, !derived.transactions.isEmpty {
            return "A consumable gives units when it is bought, and no access in time."
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
            case (.expired, _) where summary.isMigrated: return "for good"
            default: return "something new is heard"
            }
        }
        let next = derived.intervals.first { $0.start == end }
        let lapse = derived.lapses.first { $0.start == end }
        var text = Instant.text(end)
        if let next {
            let id = next.transactionId.map { ", transaction \($0)" } ?? ""
            text += ", then \(next.origin == .grace ? "the grace period keeps access" : "access goes on")\(id)"
        } else if let lapse {
            text +=
                lapse.state == .unconfirmed
                ? "; what follows is not known"
                : ", then \(lapse.state.rawValue)\(lapse.cause.map { " (\($0))" } ?? "")"
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

    /// What would change the state.
    var next: String {
        switch state.kind {
        case .active:
            switch summary.nature {
            case .nonConsumable, .nonRenewing, .consumable, .unknown: return "a refund or revocation (REFUND, REVOKE)"
            case .subscription: break
            }
            if let commitment, let next = next(under: commitment) { return next }
            if isAutoRenewOff {
                return
                    "auto-renew is off: access ends with the period, unless the customer turns it on again or buys anew; "
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
            return "nothing under this id; look at "
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
