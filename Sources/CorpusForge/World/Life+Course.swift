import NotificationModel

/// The ordinary course of a subscription: period after period, with what can happen in each.
extension Life {
    /// What is decided about the end of a period while it runs.
    private enum Outlook {
        case open
        case switching(Plan)
        case ending(NotificationSubtype?, intent: Int64, cause: String)
        case over
    }

    /// How many periods one life lasts at most: Sandbox renews twelve times.
    private var periodLimit: Int { pace.isSandbox ? 13 : 80 }

    /// Lives from the present period on until the world ends, the subscription does, or nothing more is heard.
    mutating func goOn() {
        var periods = 1
        while !isOver {
            extendWithAll()
            let outlook = happen()
            guard !isOver else { return }
            switch outlook {
            case .over: leaveOrReturn()
            case .ending(let subtype, let intent, let cause):
                expire(subtype, intent: intent, cause: cause)
                leaveOrReturn()
            case .switching(let plan): renew(onto: plan)
            case .open: endOfPeriod()
            }
            periods += 1
            if periods > periodLimit { isOver = true }
        }
    }

    /// The developer's extension of all subscriptions, where it meets the beginning of a paid period.
    private mutating func extendWithAll() {
        guard let massExtension, let start = story.transaction.purchaseDate, story.transaction.offerType == nil,
            story.transaction.revocationDate == nil, start < massExtension, massExtension < instant(0.08),
            story.told.last.map({ $0.moment < massExtension }) ?? false
        else { return }
        extend(days: 7, at: massExtension + .minutes(chance.below(60)))
        truth.traits.insert("extended-with-all")
    }

    /// What the end of a period brings when nothing was decided before.
    private mutating func endOfPeriod() {
        enum Turn { case renew, switchPlan, grace, graceWithoutEnd, fail, notForSale, other, silence, gap, lag }
        let turn = chance.pick(weighted: [
            Turn.renew: 880, .switchPlan: 8, .grace: 34, .graceWithoutEnd: 6, .fail: 26, .notForSale: 5, .other: 5,
            .silence: 14, .gap: 4, .lag: 4,
        ])
        switch turn {
        case .renew: renew()
        case .switchPlan:
            truth.traits.insert("switched-by-renewal")
            renew(onto: story.plan == .monthly ? .plusMonthly : .monthly)
        case .grace: liveThroughGrace(isDated: true)
        case .graceWithoutEnd: liveThroughGrace(isDated: false)
        case .fail: liveThroughRetry()
        case .notForSale:
            expire(.productNotForSale, intent: 4, cause: "not-for-sale")
            leaveOrReturn()
        case .other:
            expire(nil, intent: 5, cause: "other")
            leaveOrReturn()
        case .silence:
            truth.traits.insert("gone-silent")
            isOver = true
        case .gap: renewAfterSilence()
        case .lag: renewWithLag()
        }
    }

    private mutating func liveThroughGrace(isDated: Bool) {
        let expiry = story.expiry
        let days = story.plan == .weekly ? 6 : chance.pick([3.0, 6, 16])
        fail(graceDays: days, isDated: isDated)
        guard !isOver else { return }
        if chance.chance(50) {
            let payment = expiry + pace.days(0.2 + days * 0.8 * Double(chance.below(100)) / 100)
            recover(at: max(payment, expiry + pace.moments(8)), inGrace: true)
            return
        }
        endGrace(afterDays: days)
        guard !isOver else { return }
        recoverOrExpire(expiry, earliest: days + 0.5)
    }

    private mutating func liveThroughRetry() {
        let expiry = story.expiry
        let failing = story.transaction
        fail(graceDays: nil)
        guard !isOver else { return }
        recoverOrExpire(expiry, earliest: 0.5)
        guard !isOver, retrySince == nil, !pace.isSandbox, chance.chance(6),
            story.transaction.transactionId != failing.transactionId
        else { return }
        failLate(failing)
    }

    /// DID_FAIL_TO_RENEW that is said only after the recovery, about the period before.
    private mutating func failLate(_ failed: ForgedTransaction) {
        guard let recovered = story.transaction.purchaseDate else { return }
        let present = (story.transaction, story.renewal)
        story.transaction = failed
        story.renewal.renewalDate = failed.expiresDate
        story.renewal.isInBillingRetryPeriod = true
        if let said = say(.didFailToRenew, at: recovered + pace.moments(20), status: 3) {
            truth.traits.insert("failed-late")
            if hasStatus(said) { plant("status-lag", uuid: said.uuid, at: said.at) }
        }
        (story.transaction, story.renewal) = present
    }

    private mutating func recoverOrExpire(_ expiry: Moment, earliest: Double) {
        let limit = pace.isSandbox ? 20.0 : 59
        if chance.chance(45) {
            let days = earliest + (limit - earliest) * Double(chance.below(1000)) / 1000
            recover(at: expiry + pace.days(days), inGrace: false)
        } else {
            let end = expiry + pace.days(limit + 1) + pace.moments(chance.below(300))
            expire(.billingRetry, intent: 2, cause: "billing-retry", at: end)
            leaveOrReturn()
        }
    }

    /// A renewal some days after the period's end, with nothing said that would explain it.
    private mutating func renewAfterSilence() {
        let former = story.expiry
        let start = former + pace.days(1 + Double(chance.below(5)))
        purchase(story.plan, at: start, reason: "RENEWAL")
        guard say(.didRenew, at: start + pace.moments(1), status: 1) != nil else { return }
        hold()
        truth.traits.insert("renewal-gap")
        plant("renewal-gap", transactionId: story.transaction.transactionId, at: former)
    }

    /// A word shortly after the period's end that still says active, before the failure is told.
    private mutating func renewWithLag() {
        guard !pace.isSandbox else { return renew() }
        let expiry = story.expiry
        guard let said = say(.didChangeRenewalPref, at: expiry + .minutes(1), status: 1) else { return }
        if hasStatus(said) { plant("status-lag", uuid: said.uuid, at: said.at) }
        truth.traits.insert("lagging-status")
        fail(graceDays: nil)
        guard !isOver else { return }
        recoverOrExpire(expiry, earliest: 0.5)
    }

    /// Whether the record carries `data.status`.
    private func hasStatus(_ said: Said) -> Bool {
        guard case .data(let data)? = story.told.last?.notification.content else { return false }
        return data.status != nil
    }

    private mutating func leaveOrReturn() {
        guard !isOver else { return }
        guard chance.chance(35), let last = truth.chronicle.spans.last?.start else {
            isOver = true
            return
        }
        let pause = pace.days(1 + Double(chance.below(pace.isSandbox ? 60 : 150)))
        let moment = max(last, story.expiry, story.told.last?.moment ?? last) + pause
        let offer = chance.chance(40) ? chance.pick([Story.Offer.promotion, .code, .winBack]) : nil
        let isKnown = offer?.type != 4 || moment >= Milestone.winBackOffers
        resubscribe(chance.pick([story.plan, .monthly, .yearly]), at: moment, offer: isKnown ? offer : nil)
    }

    /// What happens within the present period.
    private mutating func happen() -> Outlook {
        enum Event {
            case nothing, off, downgrade, upgrade, crossgrade, change, offer, offerUpgrade, offerDowngrade, price,
                priceNotice, ask
            case refund, pastRefund, extend, notExtended, disagreement, farApart, unknownType, oddPair, unnamed, missing
        }
        let event = chance.pick(weighted: [
            Event.nothing: 690, .off: 90, .downgrade: 25, .upgrade: 22, .crossgrade: 6, .change: 5, .offer: 12,
            .offerUpgrade: 8,
            .offerDowngrade: 6, .price: 22, .priceNotice: 10, .ask: 22, .refund: 22, .pastRefund: 14, .extend: 10,
            .notExtended: 5, .disagreement: 3, .farApart: 3, .unknownType: 3, .oddPair: 3, .unnamed: 3, .missing: 5,
        ])
        let share = 0.1 + 0.3 * Double(chance.below(1000)) / 1000
        let moment = instant(share)
        switch event {
        case .nothing: return .open
        case .off: return turnOff(at: moment)
        case .downgrade: return downgrade(at: moment, offer: nil)
        case .offerDowngrade: return downgrade(at: moment, offer: .promotion)
        case .upgrade: upgrade(to: higherPlan, at: moment)
        case .crossgrade: return crossgrade(at: moment)
        case .offerUpgrade: upgrade(to: higherPlan, at: moment, offer: chance.pick([.promotion, .code]))
        case .change: changeWithoutSubtype(to: .monthly, at: moment)
        case .offer: redeemOffer(at: moment)
        case .price: return raisePrice(at: moment)
        case .priceNotice: acceptPrice(at: moment)
        case .ask:
            if moment >= Milestone.consumptionReasons {
                askForRefund(at: moment, times: 1 + chance.below(3), status: 1)
            }
            declineRefund(at: instant(share + 0.2), status: 1)
        case .refund: return refund(at: moment)
        case .pastRefund:
            if let former = past.last, former.revocationDate == nil { refundPast(former, at: moment) }
        case .extend: extend(days: chance.pick([3.0, 7, 30]), at: moment)
        case .notExtended: failExtension(at: moment)
        case .disagreement: disagree(at: moment)
        case .farApart: speakFarApart(at: moment)
        case .unknownType: speakUnknown(at: moment)
        case .oddPair:
            if let said = say(.refundDeclined, .voluntary, at: moment, status: 1) {
                plant("undocumented-pair", uuid: said.uuid, at: said.at)
            }
        case .unnamed:
            setAutoRenew(false, at: moment, isNamed: false)
            if !isOver { setAutoRenew(true, at: instant(share + 0.1)) }
        case .missing: return missRenewal()
        }
        return .open
    }

    private var higherPlan: Plan {
        switch story.plan {
        case .monthly, .weekly: .plusMonthly
        case .yearly: .plusYearly
        default: .yearly
        }
    }

    private mutating func turnOff(at moment: Moment) -> Outlook {
        setAutoRenew(false, at: moment)
        guard !isOver else { return .over }
        if chance.chance(30) {
            setAutoRenew(true, at: instant(0.6))
            return .open
        }
        return .ending(.voluntary, intent: 1, cause: "voluntary")
    }

    private mutating func downgrade(at moment: Moment, offer: Story.Offer?) -> Outlook {
        let target: Plan = story.plan == .monthly ? .weekly : .monthly
        planDowngrade(to: target, at: moment, offer: offer)
        guard !isOver else { return .over }
        if chance.chance(30) {
            keepPlan(at: instant(0.6))
            return .open
        }
        return .switching(target)
    }

    /// To a plan of the same level: at once where the length is the same, else from the next renewal on.
    private mutating func crossgrade(at moment: Moment) -> Outlook {
        truth.traits.insert("cross-graded")
        guard story.plan.months != 1 else {
            upgrade(to: story.plan == .sportMonthly ? .monthly : .sportMonthly, at: moment)
            return .open
        }
        planDowngrade(to: .sportMonthly, at: moment)
        return isOver ? .over : .switching(.sportMonthly)
    }

    private mutating func raisePrice(at moment: Moment) -> Outlook {
        askForConsentToPrice(at: moment)
        guard !isOver else { return .over }
        if chance.chance(70) {
            acceptPrice(at: instant(0.6))
            return .open
        }
        return .ending(.priceIncrease, intent: 3, cause: "price-increase")
    }

    /// A refund of the present period, sometimes undone, sometimes with a new purchase after it.
    private mutating func refund(at moment: Moment) -> Outlook {
        if chance.chance(50), instant(0.05) >= Milestone.consumptionReasons {
            askForRefund(at: instant(0.05), times: 1 + chance.below(2), status: 1)
        }
        let isSwitchedOff = chance.chance(40)
        if isSwitchedOff { setAutoRenew(false, at: moment) }
        let switched = story.told.last
        let isProrated = chance.chance(30)
        let share = isProrated ? 10_000 + Int64(chance.below(80_000)) : 100_000
        let kind = isProrated ? "REFUND_PRORATED" : "REFUND_FULL"
        guard !isOver, revokeCurrent(.refund, at: moment, kind: kind, percentage: share) else { return .over }
        if isSwitchedOff, chance.chance(40), let instant = switched?.notification.signedDate { sayAt(instant) }
        let expiry = story.expiry
        switch chance.below(100) {
        case 0..<14: reverseRefund(at: instant(0.7), isTold: true)
        case 14..<20: reverseRefund(at: instant(0.7), isTold: false)
        case 20..<26:
            reverseRefund(at: expiry + pace.days(5), isTold: true)
            return .over
        case 26..<32:
            reverseRefund(at: instant(0.6), isTold: true)
            guard !isOver else { return .over }
            revokeCurrent(.refund, at: instant(0.8), kind: "REFUND_FULL", percentage: 100_000)
            truth.traits.insert("refunded-again")
            return .over
        case 32..<52:
            resubscribe(story.plan, at: instant(0.75))
            truth.traits.insert("bought-again-after-refund")
            return .open
        case 52..<58: speakAfterRevocation(at: instant(0.7))
        case 58..<75:
            expire(.voluntary, intent: 1, cause: "voluntary")
            return .over
        default: break
        }
        guard !isOver, truth.revocations.last?.reversedAt != nil else { return .over }
        return .ending(.voluntary, intent: 1, cause: "voluntary")
    }

    /// Makes what was said last one of two things said at one instant.
    private mutating func sayAt(_ instant: Moment) {
        story.amend { notification in
            guard case .data(var data) = notification.content, case .fields(let transaction)? = data.transaction,
                case .fields(let renewal)? = data.renewal
            else { return }
            data.transaction = .fields(transaction.with { $0.signedDate = instant })
            data.renewal = .fields(renewal.with { $0.signedDate = instant })
            notification.content = .data(data)
            notification.signedDate = instant
        }
        truth.traits.insert("two-words-at-once")
    }

    private mutating func speakAfterRevocation(at moment: Moment) {
        story.renewal.autoRenewStatus = 1
        let said = say(.didChangeRenewalStatus, .autoRenewEnabled, at: moment, status: 1)
        story.renewal.autoRenewStatus = 0
        if let said, hasStatus(said) { plant("access-after-revocation", uuid: said.uuid, at: said.at) }
    }

    private mutating func disagree(at moment: Moment) {
        guard !pace.isSandbox, let said = say(.refundDeclined, at: moment, status: 2), hasStatus(said) else { return }
        plant("status-disagreement", uuid: said.uuid, at: said.at)
    }

    private mutating func speakFarApart(at moment: Moment) {
        story.renewal.priceIncreaseStatus = 1
        guard let said = say(.priceIncrease, .accepted, at: moment, status: 1) else { return }
        let signing = said.at - .minutes(4)
        // In Sandbox four minutes can lie before the purchase, and the signature would then prove access of its own.
        guard story.told.last?.notification.signedDate != nil, let purchase = story.transaction.purchaseDate,
            purchase < signing
        else { return }
        story.amend { notification in
            guard case .data(var data) = notification.content, case .fields(let transaction)? = data.transaction else {
                return
            }
            data.transaction = .fields(transaction.with { $0.signedDate = signing })
            notification.content = .data(data)
        }
        plant("parts-far-apart", uuid: said.uuid, at: said.at)
    }

    private mutating func speakUnknown(at moment: Moment) {
        story.renewal.priceIncreaseStatus = 1
        guard let said = say(.priceIncrease, .accepted, at: moment, status: 1) else { return }
        story.amend {
            $0.type = "SUBSCRIPTION_PAUSED"
            $0.subtype = "BY_CUSTOMER"
        }
        plant("unknown-value", uuid: said.uuid, at: said.at)
    }

    /// The next renewal is never told; a request about the period before shows that it took place.
    private mutating func missRenewal() -> Outlook {
        guard story.expiry >= Milestone.consumptionReasons, !pace.isSandbox else { return .open }
        let former = story.transaction
        let formerEnd = story.expiry
        purchase(story.plan, at: formerEnd, reason: "RENEWAL")
        let unseen = story.transaction
        let moment = instant(0.4)
        story.transaction = former
        let said = say(.consumptionRequest, at: moment, status: 1, reason: "OTHER")
        story.transaction = unseen
        past.removeLast()
        guard let said else { return .over }
        truth.traits.insert("renewal-never-told")
        truth.chronicle.lapse(.unconfirmed, nil, from: formerEnd)
        truth.chronicle.grant(
            from: said.inner,
            until: story.expiry,
            .attested,
            .periodEnd,
            transactionId: nil,
            productId: story.renewal.productId
        )
        expectEnd()
        plant("missing-transaction", at: said.inner)
        let start = story.expiry
        renew()
        guard !isOver else { return .over }
        past.removeLast()
        attest(until: start, from: said.inner)
        hold()
        return .open
    }

    /// Access known by the store's word alone, up to the renewal told last.
    ///
    /// That renewal's info, where it names its end, proves access beyond its own purchase, which then takes over.
    mutating func attest(until start: Moment, from first: Moment) {
        let isCut = story.told.last?.renewal?.renewalDate != nil
        truth.chronicle.grant(
            from: first,
            until: start,
            .attested,
            isCut ? .superseded : .periodEnd,
            transactionId: nil,
            productId: story.transaction.productId
        )
    }
}
