import NotificationModel

/// How accounts begin, come back and use offers, and what they buy once.
extension Stories {
    static func starts(_ seed: UInt64) -> [Story] {
        [
            story("since-early-2022", .meadow, seed) {
                $0.subscribe(.monthly, at: "2022-03-04 18:20")
                $0.renew(times: 9)
                $0.setAutoRenew(false, at: "2022-12-20 07:30")
                $0.expire(.voluntary, intent: 1)
                $0.resubscribe(.monthly, at: "2023-07-09 12:00")
                $0.renew(times: 4)
            },
            story("trial-then-paid", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-09-11 09:05", offer: .trial)
                $0.renew(times: 9)
            },
            story("offer-code-then-spring-offer", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-10-12 20:41", offer: .code)
                $0.renew(times: 3)
                $0.renewal.offerType = 2
                $0.renewal.offerIdentifier = "spring-half"
                $0.renewal.offerDiscountType = "PAY_AS_YOU_GO"
                $0.renewal.renewalPrice = 2490
                $0.tell(.offerRedeemed, at: "2025-01-20 10:10", status: 1)
                $0.renewal.offerType = nil
                $0.renewal.offerIdentifier = nil
                $0.renewal.offerDiscountType = nil
                $0.renew(times: 3)
            },
            story("offer-to-upgrade", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2024-02-14 08:00")
                $0.renew(times: 2)
                $0.purchase(.plusMonthly, at: "2024-04-20 16:02", reason: "PURCHASE", offer: .promotion)
                $0.tell(.offerRedeemed, .upgrade, at: "2024-04-20 16:03", status: 1)
                $0.renew(times: 2)
            },
            story("offer-to-downgrade", .tidepool, seed) {
                $0.subscribe(.plusMonthly, at: "2024-05-02 11:11")
                $0.renewal.autoRenewProductId = $0.product(.monthly)
                $0.renewal.offerType = 2
                $0.renewal.offerIdentifier = "spring-half"
                $0.tell(.offerRedeemed, .downgrade, at: "2024-05-18 19:00", status: 1)
                $0.renewal.offerType = nil
                $0.renewal.offerIdentifier = nil
                $0.renew(onto: .monthly)
            },
            story("won-back", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-08-03 13:30")
                $0.renew()
                $0.setAutoRenew(false, at: "2024-09-15 10:00")
                $0.renewal.eligibleWinBackOfferIds = ["come-back", "come-back-later"]
                $0.expire(.voluntary, intent: 1)
                $0.renewal.eligibleWinBackOfferIds = nil
                $0.resubscribe(.monthly, at: "2025-03-12 21:15", offer: .winBack)
                $0.renew(times: 2)
            },
            story("offer-of-2022", .tidepool, seed) {
                $0.begin(.monthly, at: "2022-05-05 05:05", offer: .code)
                $0.tell(.offerRedeemed, .initialBuy, at: "2022-05-05 05:06")
                $0.renew()
                $0.setAutoRenew(false, at: "2022-06-20 12:00")
                $0.expire(.voluntary, intent: 1)
                $0.renewal.autoRenewStatus = 1
                $0.purchase(.monthly, at: "2022-11-01 09:00", reason: "PURCHASE", offer: .promotion)
                $0.tell(.offerRedeemed, .resubscribe, at: "2022-11-01 09:01")
                $0.renew()
            },
            story("coins-and-a-map", .tidepool, seed) {
                $0.buy("coins.100", "Consumable", 1990, quantity: 3, at: "2025-06-07 17:45")
                $0.buy("map.pack", "Non-Consumable", 5990, at: "2025-06-08 18:00")
                $0.buy("season.pass", "Non-Renewing Subscription", 12_990, at: "2025-07-01 10:00")
            },
            story("map-by-offer-code", .tidepool, seed) {
                $0.transaction.offerType = 3
                $0.transaction.offerIdentifier = "MAP25"
                $0.transaction.offerDiscountType = "ONE_TIME"
                $0.buy("map.pack", "Non-Consumable", 0, at: "2025-11-20 15:30")
            },
        ]
    }
}

extension Story {
    /// ONE_TIME_CHARGE for a product that does not renew.
    mutating func buy(_ product: String, _ type: String, _ price: Int64, quantity: Int64 = 1, at moment: Moment) {
        setPurchase(product, type, price, quantity: quantity, at: moment)
        tellTransaction(.oneTimeCharge, at: moment + .seconds(3))
    }

    /// Sets up a one-time purchase without telling of it.
    mutating func setPurchase(
        _ product: String,
        _ type: String,
        _ price: Int64,
        quantity: Int64 = 1,
        at moment: Moment
    ) {
        let identity = transactionId()
        transaction.transactionId = identity
        transaction.originalTransactionId = identity
        transaction.productId = app.bundleId + "." + product
        transaction.type = type
        transaction.purchaseDate = moment
        transaction.originalPurchaseDate = moment
        transaction.quantity = quantity
        transaction.transactionReason = "PURCHASE"
        transaction.price = price
    }
}
