import NotificationModel

/// Periods: bought, renewed, failed, recovered, ended.
extension Life {
    /// Puts a new period in place of the present one, without saying so.
    mutating func purchase(
        _ plan: Plan,
        at moment: Moment,
        id: String? = nil,
        reason: String,
        offer: Story.Offer? = nil
    ) {
        if story.transaction.transactionId != nil {
            past.append(story.transaction)
            if past.count > 3 { past.removeFirst() }
        }
        let announced = story.renewal.renewalPrice
        story.purchase(plan, at: moment, id: id, reason: reason, offer: offer?.fitted(to: plan))
        let expiry = pace.end(of: offer?.length(of: plan) ?? plan, from: moment)
        clearPlannedOffer()
        story.transaction.expiresDate = expiry
        story.transaction.price = store.price(offer?.price ?? plan.price, at: moment)
        story.renewal.renewalDate = expiry
        story.renewal.renewalPrice = store.price(plan.price, at: moment)
        if story.transaction.advancedCommerceInfo != nil, let announced {
            story.describeAdvancedCommerce(price: announced)
        }
        if let seats = story.renewal.renewalQuantity { story.setSeats(seats, at: store.price(plan.price, at: moment)) }
    }

    /// Begins the subscription without saying so: a new identity, the first period.
    mutating func begin(_ plan: Plan, at moment: Moment, offer: Story.Offer? = nil) {
        story.begin(plan, at: moment, offer: offer)
        let id = story.transaction.transactionId
        story.transaction.transactionId = nil
        purchase(plan, at: moment, id: id, reason: "PURCHASE", offer: offer)
        truth.originalTransactionId = id ?? ""
    }

    /// Writes that the present period gives access, and what is to be expected after it.
    mutating func hold() {
        guard let start = story.transaction.purchaseDate else { return }
        retrySince = nil
        truth.chronicle.grant(
            from: start,
            until: story.expiry,
            .transaction,
            .periodEnd,
            transactionId: story.transaction.transactionId,
            productId: story.transaction.productId
        )
        expectEnd()
    }

    /// Writes what follows the present period as far as it is known now.
    mutating func expectEnd() {
        if autoRenews {
            truth.chronicle.lapse(.unconfirmed, nil, from: story.expiry)
        } else {
            truth.chronicle.lapse(.expired, "auto-renew-off", from: story.expiry)
        }
    }

    /// SUBSCRIBED, INITIAL_BUY, or the pair that was used for offer codes until 2024.
    mutating func subscribe(_ plan: Plan, at moment: Moment, offer: Story.Offer? = nil) {
        begin(plan, at: moment, offer: offer)
        let isLegacy = offer?.type == 3 && moment < Milestone.offersToldAsSubscribed && chance.chance(50)
        let said = say(isLegacy ? .offerRedeemed : .subscribed, .initialBuy, at: moment + pace.moments(1), status: 1)
        guard let said else { return }
        notePurchase(said)
        hold()
    }

    /// SUBSCRIBED, RESUBSCRIBE: same identity, new period after a lapse.
    mutating func resubscribe(_ plan: Plan, at moment: Moment, offer: Story.Offer? = nil) {
        story.renewal.autoRenewStatus = 1
        autoRenews = true
        if moment > story.expiry + (pace.isSandbox ? .minutes(10) : .days(60)) {
            story.renewal.recentSubscriptionStartDate = moment
        }
        purchase(plan, at: moment, reason: "PURCHASE", offer: offer)
        let isLegacy = offer != nil && moment < Milestone.offersToldAsSubscribed && chance.chance(50)
        let said = say(isLegacy ? .offerRedeemed : .subscribed, .resubscribe, at: moment + pace.moments(1), status: 1)
        guard let said else { return }
        notePurchase(said)
        truth.traits.insert("resubscribed")
        // Only who had lost a subscription can buy it anew, also where no word of its end came.
        if let last = truth.chronicle.spans.last, case .lapse(.unconfirmed, _) = last.content {
            truth.chronicle.lapse(.expired, "resubscribed", from: last.start)
        }
        hold()
    }

    private mutating func notePurchase(_ said: Said) {
        guard story.transaction.inAppOwnershipType == "PURCHASED", let date = story.transaction.purchaseDate,
            let id = story.transaction.transactionId
        else { return }
        purchases.append((date, said.at, id))
    }

    /// DID_RENEW, signed shortly before the period that it begins.
    mutating func renew(onto plan: Plan? = nil) {
        let start = story.expiry
        purchase(plan ?? story.plan, at: start, reason: "RENEWAL", offer: plannedOffer)
        guard say(.didRenew, at: start - renewalLead(), status: 1) != nil else { return }
        hold()
    }

    /// How long before a period its renewal is signed.
    mutating func renewalLead() -> Length {
        pace.isSandbox ? .seconds(4 + chance.below(20)) : .seconds(300 + chance.below(36_000))
    }

    /// DID_FAIL_TO_RENEW with a grace period of so many days, whose end may be left out, or without one.
    mutating func fail(graceDays: Double?, isDated: Bool = true) {
        let expiry = story.expiry
        let graceEnd = graceDays.map { expiry + pace.days($0) }
        story.renewal.isInBillingRetryPeriod = true
        story.renewal.expirationIntent = graceDays == nil ? 2 : nil
        story.renewal.gracePeriodExpiresDate = isDated ? graceEnd : nil
        let subtype: NotificationSubtype? = graceDays == nil ? nil : .gracePeriod
        guard say(.didFailToRenew, subtype, at: expiry + pace.moments(3), status: graceDays == nil ? 3 : 4) != nil
        else { return }
        truth.traits.insert(graceDays == nil ? "failed" : isDated ? "grace" : "grace-without-end")
        if graceDays != nil {
            truth.chronicle.grant(
                from: expiry,
                until: isDated ? graceEnd : nil,
                .grace,
                isDated ? .graceEnd : .open,
                transactionId: story.transaction.transactionId,
                productId: story.transaction.productId
            )
            if isDated, let graceEnd { retry(from: graceEnd) }
        } else {
            retry(from: expiry)
        }
    }

    /// Writes that billing is tried again from an instant on, in Production for 60 or 90 days after the period's end.
    private mutating func retry(from start: Moment, ending cause: Chronicle.EndCause = .superseded) {
        retrySince = start
        guard !pace.isSandbox else {
            truth.chronicle.lapse(.billingRetry, nil, from: start, ending: cause)
            return
        }
        let isCommitment = story.transaction.billingPlanType == "MONTHLY"
        let limit = max(start, story.expiry + .days(isCommitment ? 90 : 60))
        truth.chronicle.lapse(.billingRetry, nil, from: start, until: limit, ending: cause)
        truth.chronicle.lapse(.expired, "retry-limit-inferred", from: limit)
    }

    /// GRACE_PERIOD_EXPIRED; it is what ends a grace period of unknown end.
    mutating func endGrace(afterDays days: Double) {
        let isDated = story.renewal.gracePeriodExpiresDate != nil
        story.renewal.expirationIntent = 2
        let moment = story.expiry + pace.days(days) + pace.moments(2)
        guard let said = say(.gracePeriodExpired, at: moment, status: 3) else { return }
        truth.traits.insert("grace-ended")
        if !isDated { retry(from: said.at, ending: .contraryWord) }
    }

    /// DID_RENEW, BILLING_RECOVERY: a new period from the payment on, or from where grace kept the old one going.
    mutating func recover(at moment: Moment, inGrace: Bool) {
        purchase(story.plan, at: inGrace ? story.expiry : moment, reason: "RENEWAL", offer: plannedOffer)
        guard say(.didRenew, .billingRecovery, at: moment + pace.moments(1), status: 1) != nil else { return }
        truth.traits.insert(inGrace ? "recovered-in-grace" : "recovered-from-retry")
        hold()
    }

    /// EXPIRED at the end of the period, or later.
    mutating func expire(_ subtype: NotificationSubtype?, intent: Int64, cause: String, at moment: Moment? = nil) {
        story.renewal.autoRenewStatus = 0
        story.renewal.isInBillingRetryPeriod = false
        story.renewal.expirationIntent = intent
        autoRenews = false
        guard let said = say(.expired, subtype, at: moment ?? story.expiry + pace.moments(1), status: 2) else { return }
        truth.traits.insert("expired-" + cause)
        if let retrySince {
            truth.chronicle.lapse(.billingRetry, nil, from: retrySince, until: said.at)
            truth.chronicle.lapse(.expired, cause, from: said.at)
        } else if case .lapse(.revoked, _)? = truth.chronicle.span(at: story.expiry)?.content {
            truth.chronicle.lapse(.expired, cause, from: said.at)
        } else {
            truth.chronicle.lapse(.expired, cause, from: story.expiry)
        }
        retrySince = nil
    }

    /// DID_CHANGE_RENEWAL_STATUS within the period.
    mutating func setAutoRenew(_ isOn: Bool, at moment: Moment, isNamed: Bool = true) {
        story.renewal.autoRenewStatus = isOn ? 1 : 0
        let subtype: NotificationSubtype = isOn ? .autoRenewEnabled : .autoRenewDisabled
        guard say(.didChangeRenewalStatus, isNamed ? subtype : nil, at: moment, status: 1) != nil else { return }
        autoRenews = isOn
        expectEnd()
    }
}
