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
        if let offer {
            story.renewal.offerType = offer.type
            story.renewal.offerIdentifier = offer.identifier
        }
        let type: NotificationType = offer == nil ? .didChangeRenewalPref : .offerRedeemed
        guard say(type, .downgrade, at: moment, status: 1) != nil else { return }
        truth.traits.insert("downgrade-planned")
    }

    /// The planned downgrade is taken back.
    mutating func keepPlan(at moment: Moment) {
        story.renewal.autoRenewProductId = story.transaction.productId
        story.renewal.renewalPrice = store.price(story.plan.price, at: moment)
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
        story.renewal.offerType = Story.Offer.promotion.type
        story.renewal.offerIdentifier = Story.Offer.promotion.identifier
        story.renewal.offerDiscountType = Story.Offer.promotion.discount
        guard say(.offerRedeemed, at: moment, status: 1) != nil else { return }
        truth.traits.insert("offer-redeemed")
    }

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
