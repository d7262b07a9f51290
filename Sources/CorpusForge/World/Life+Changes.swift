import NotificationModel

/// Changes of product, price and length.
extension Life {
    /// A higher plan at once: a new period, the present one is replaced.
    mutating func upgrade(to plan: Plan, at moment: Moment, offer: Story.Offer? = nil) {
        purchase(plan, at: moment, reason: "PURCHASE", offer: offer)
        let type: NotificationType = offer == nil ? .didChangeRenewalPref : .offerRedeemed
        guard say(type, .upgrade, at: moment + pace.moments(1), status: 1) != nil else { return }
        truth.traits.insert("upgraded")
        hold()
    }

    /// A lower plan from the next renewal on.
    mutating func planDowngrade(to plan: Plan, at moment: Moment, offer: Story.Offer? = nil) {
        story.renewal.autoRenewProductId = story.product(plan)
        story.renewal.renewalPrice = store.price(plan.price, at: moment)
        if let offer { promise(offer.fitted(to: plan), at: moment) }
        let type: NotificationType = offer == nil ? .didChangeRenewalPref : .offerRedeemed
        guard say(type, .downgrade, at: moment, status: 1) != nil else { return }
        truth.traits.insert("downgrade-planned")
    }

    /// The planned downgrade is taken back.
    mutating func keepPlan(at moment: Moment) {
        story.renewal.autoRenewProductId = story.transaction.productId
        story.renewal.renewalPrice = store.price(story.plan.price, at: moment)
        clearPlannedOffer()
        _ = say(.didChangeRenewalPref, at: moment, status: 1)
    }

    /// DID_CHANGE_RENEWAL_PREF without a subtype that brings a new period all the same.
    mutating func changeWithoutSubtype(to plan: Plan, at moment: Moment) {
        purchase(plan, at: moment, reason: "PURCHASE")
        guard say(.didChangeRenewalPref, at: moment + pace.moments(1), status: 1) != nil else { return }
        truth.traits.insert("new-period-without-subtype")
        hold()
    }

    /// An offer redeemed on the running subscription, for its next renewal.
    mutating func redeemOffer(at moment: Moment) {
        promise(Story.Offer.promotion.fitted(to: story.plan), at: moment)
        guard say(.offerRedeemed, at: moment, status: 1) != nil else { return }
        truth.traits.insert("offer-redeemed")
    }

    /// Notes an offer for the next renewal.
    private mutating func promise(_ offer: Story.Offer, at moment: Moment) {
        story.renewal.offerType = offer.type
        story.renewal.offerIdentifier = offer.identifier
        story.renewal.offerDiscountType = offer.discount
        story.renewal.offerPeriod = offer.period
        story.renewal.renewalPrice = store.price(offer.price, at: moment)
    }

    /// Takes the next renewal's offer away.
    mutating func clearPlannedOffer() {
        story.renewal.offerType = nil
        story.renewal.offerIdentifier = nil
        story.renewal.offerDiscountType = nil
        story.renewal.offerPeriod = nil
    }

    /// The offer that the next renewal uses; only promotional ones are planned.
    var plannedOffer: Story.Offer? { story.renewal.offerType == nil ? nil : .promotion }

    /// A higher price that needs the customer's consent.
    mutating func askForConsentToPrice(at moment: Moment) {
        story.renewal.priceIncreaseStatus = 0
        _ = say(.priceIncrease, .pending, at: moment, status: 1)
    }

    /// The customer consents, or was told of an increase that needs no consent.
    mutating func acceptPrice(at moment: Moment) {
        story.renewal.priceIncreaseStatus = 1
        _ = say(.priceIncrease, .accepted, at: moment, status: 1)
    }

    /// RENEWAL_EXTENDED: the period ends later.
    mutating func extend(days: Double, at moment: Moment) {
        let former = story.expiry
        story.transaction.expiresDate = former + pace.days(days)
        story.renewal.renewalDate = story.transaction.expiresDate
        guard say(.renewalExtended, at: moment, status: 1) != nil else { return }
        truth.traits.insert("extended")
        truth.chronicle.extendAccess(endingAt: former, to: story.expiry)
        expectEnd()
    }

    /// RENEWAL_EXTENSION, FAILURE: nothing changes.
    mutating func failExtension(at moment: Moment) {
        _ = say(.renewalExtension, .failure, at: moment, status: 1)
    }
}

extension Story.Offer {
    /// The offer as it is for a plan: paid as you go, its period is the plan's.
    func fitted(to plan: Plan) -> Story.Offer {
        guard discount == "PAY_AS_YOU_GO" else { return self }
        let periods = [0: "P1W", 1: "P1M", 12: "P1Y"]
        return Story.Offer(
            type: type,
            identifier: identifier,
            discount: discount,
            period: periods[plan.months] ?? period,
            price: price
        )
    }

    /// The plan whose period is that of a transaction bought with the offer: a trial and what is paid up front last
    /// a month whatever the plan.
    func length(of plan: Plan) -> Plan { discount == "PAY_AS_YOU_GO" ? plan : .monthly }
}
