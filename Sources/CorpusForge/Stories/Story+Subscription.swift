package import NotificationModel

extension Story {
    /// An offer as the transaction that uses it carries it.
    package struct Offer: Hashable, Sendable {
        let type: Int64
        let identifier: String?
        let discount: String
        let period: String
        let price: Int64

        package static let trial = Offer(
            type: 1,
            identifier: nil,
            discount: "FREE_TRIAL",
            period: "P1M",
            price: 0
        )
        package static let promotion = Offer(
            type: 2,
            identifier: "spring-half",
            discount: "PAY_AS_YOU_GO",
            period: "P1M",
            price: 2490
        )
        package static let code = Offer(
            type: 3,
            identifier: "CODE2024",
            discount: "PAY_UP_FRONT",
            period: "P1M",
            price: 1990
        )
        package static let winBack = Offer(
            type: 4,
            identifier: "come-back",
            discount: "PAY_AS_YOU_GO",
            period: "P1M",
            price: 990
        )
    }

    /// Sets up a subscription without telling of it: a new identity, the first period.
    package mutating func begin(_ plan: Plan, at moment: Moment, offer: Offer? = nil) {
        let identity = transactionId()
        transaction.originalTransactionId = identity
        transaction.originalPurchaseDate = moment
        transaction.type = "Auto-Renewable Subscription"
        transaction.subscriptionGroupIdentifier = app.group
        renewal.originalTransactionId = identity
        renewal.recentSubscriptionStartDate = moment
        purchase(plan, at: moment, id: identity, reason: "PURCHASE", offer: offer)
    }

    /// Puts a new period in place of the present one, without telling of it.
    package mutating func purchase(
        _ plan: Plan,
        at moment: Moment,
        id: String? = nil,
        reason: String,
        offer: Offer? = nil
    ) {
        self.plan = plan
        transaction.transactionId = id ?? transactionId()
        transaction.webOrderLineItemId = numbers.digits(isSandbox ? 16 : 15, after: isSandbox ? "2000000" : "4100")
        transaction.productId = product(plan)
        transaction.purchaseDate = moment
        transaction.expiresDate = isSandbox ? moment + .minutes(5 * plan.months) : moment.adding(months: plan.months)
        transaction.transactionReason = reason
        transaction.price = offer?.price ?? plan.price
        transaction.offerType = offer?.type
        transaction.offerIdentifier = offer?.identifier
        transaction.offerDiscountType = offer?.discount
        transaction.offerPeriod = offer?.period
        transaction.billingPlanType = "BILLED_UPFRONT"
        transaction.isUpgraded = nil
        clearRevocation()
        renewal.productId = product(plan)
        renewal.autoRenewProductId = product(plan)
        renewal.renewalDate = transaction.expiresDate
        renewal.renewalPrice = plan.price
        renewal.renewalBillingPlanType = "BILLED_UPFRONT"
        renewal.expirationIntent = nil
        renewal.isInBillingRetryPeriod = false
        renewal.gracePeriodExpiresDate = nil
        renewal.priceIncreaseStatus = nil
    }

    /// SUBSCRIBED, INITIAL_BUY.
    package mutating func subscribe(_ plan: Plan, at moment: Moment, offer: Offer? = nil) {
        begin(plan, at: moment, offer: offer)
        tell(.subscribed, .initialBuy, at: moment + .seconds(4), status: 1)
    }

    /// SUBSCRIBED, RESUBSCRIBE: same identity, new period.
    package mutating func resubscribe(_ plan: Plan, at moment: Moment, offer: Offer? = nil) {
        renewal.autoRenewStatus = 1
        if moment > expiry + .days(60) { renewal.recentSubscriptionStartDate = moment }
        purchase(plan, at: moment, reason: "PURCHASE", offer: offer)
        tell(.subscribed, .resubscribe, at: moment + .seconds(5), status: 1)
    }

    /// DID_RENEW, so many times; each renewal is signed shortly before the period that it begins.
    package mutating func renew(times: Int = 1, onto next: Plan? = nil) {
        for _ in 0..<times {
            let start = expiry
            purchase(next ?? plan, at: start, reason: "RENEWAL")
            let lead = Length.seconds(isSandbox ? 8 : 300 + Int(numbers.next() % 36_000))
            tell(.didRenew, at: start - lead, status: 1)
        }
    }

    /// DID_FAIL_TO_RENEW, with a grace period of so many days or none.
    package mutating func failToRenew(graceDays: Int? = nil) {
        renewal.isInBillingRetryPeriod = true
        renewal.expirationIntent = graceDays == nil ? 2 : nil
        renewal.gracePeriodExpiresDate = graceDays.map { expiry + .days($0) }
        tell(
            .didFailToRenew,
            graceDays == nil ? nil : .gracePeriod,
            at: expiry + .minutes(3),
            status: graceDays == nil ? 3 : 4
        )
    }

    /// DID_RENEW, BILLING_RECOVERY: the new period begins when the payment succeeds, or where grace kept it going.
    package mutating func recover(at moment: Moment) {
        let inGrace = renewal.gracePeriodExpiresDate.map { moment < $0 } ?? false
        purchase(plan, at: inGrace ? expiry : moment, reason: "RENEWAL")
        tell(.didRenew, .billingRecovery, at: moment + .seconds(6), status: 1)
    }

    /// GRACE_PERIOD_EXPIRED at the end of the grace period.
    package mutating func endGrace() {
        let end = renewal.gracePeriodExpiresDate ?? expiry
        renewal.expirationIntent = 2
        tell(.gracePeriodExpired, at: end + .minutes(2), status: 3)
    }

    /// DID_CHANGE_RENEWAL_STATUS.
    package mutating func setAutoRenew(_ isOn: Bool, at moment: Moment) {
        renewal.autoRenewStatus = isOn ? 1 : 0
        tell(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled, at: moment, status: 1)
    }

    /// EXPIRED, at the end of the present period or later.
    package mutating func expire(_ subtype: NotificationSubtype?, intent: Int64, at moment: Moment? = nil) {
        renewal.autoRenewStatus = 0
        renewal.isInBillingRetryPeriod = false
        renewal.expirationIntent = intent
        tell(.expired, subtype, at: moment ?? expiry + .minutes(1), status: 2)
    }

    /// Marks the transaction as revoked, without telling of it.
    package mutating func revoke(at moment: Moment, kind: String, reason: Int64 = 0, percentage: Int64? = nil) {
        transaction.revocationDate = moment
        transaction.revocationReason = reason
        transaction.revocationType = kind
        transaction.revocationPercentage = percentage
    }

    /// Takes all revocation fields away, without telling of it.
    package mutating func clearRevocation() {
        transaction.revocationDate = nil
        transaction.revocationReason = nil
        transaction.revocationType = nil
        transaction.revocationPercentage = nil
    }
}
