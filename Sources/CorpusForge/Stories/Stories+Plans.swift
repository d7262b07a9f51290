import NotificationModel

/// Changes of plan, and plans with a commitment.
extension Stories {
    static func plans(_ seed: UInt64) -> [Story] {
        [
            story("upgraded-at-once", .meadow, seed) {
                $0.subscribe(.monthly, at: "2024-01-18 10:00")
                $0.purchase(.plusMonthly, at: "2024-01-29 17:20", reason: "PURCHASE")
                $0.tell(.didChangeRenewalPref, .upgrade, at: "2024-01-29 17:21", status: 1)
                $0.renew(times: 3)
            },
            story("downgrade-thought-better-of", .meadow, seed) {
                $0.subscribe(.plusMonthly, at: "2025-02-10 12:30")
                $0.renewal.autoRenewProductId = $0.product(.monthly)
                $0.renewal.renewalPrice = Plan.monthly.price
                $0.tell(.didChangeRenewalPref, .downgrade, at: "2025-02-20 12:00", status: 1)
                $0.renewal.autoRenewProductId = $0.product(.plusMonthly)
                $0.renewal.renewalPrice = Plan.plusMonthly.price
                $0.tell(.didChangeRenewalPref, at: "2025-02-22 08:45", status: 1)
                $0.renew(times: 2)
            },
            story("downgraded-at-renewal", .meadow, seed) {
                $0.subscribe(.plusMonthly, at: "2023-09-05 19:00")
                $0.renewal.autoRenewProductId = $0.product(.monthly)
                $0.tell(.didChangeRenewalPref, .downgrade, at: "2023-09-15 19:30", status: 1)
                $0.renew(onto: .monthly)
                $0.renew(times: 3)
            },
            story("monthly-under-a-commitment", .meadow, seed) { story in
                story.begin(.monthly, at: "2026-05-04 08:00")
                story.commit(period: 1)
                story.tell(.subscribed, .initialBuy, at: "2026-05-04 08:01", status: 1)
                for period in 2...4 {
                    let start = story.expiry
                    story.purchase(.monthly, at: start, reason: "RENEWAL")
                    story.commit(period: Int64(period))
                    story.tell(.didRenew, at: start - .hours(3), status: 1)
                }
                story.renewal.commitmentInfo = ["commitmentAutoRenewStatus": 0]
                story.tell(.didChangeRenewalStatus, .autoRenewDisabled, at: "2026-08-20 20:00", status: 1)
            },
            story("advanced-commerce", .tidepool, seed) {
                $0.subscribe(.monthly, at: "2025-04-02 09:00")
                let former = $0.transaction.originalTransactionId
                let identity = $0.transactionId()
                $0.transaction.previousOriginalTransactionId = former
                $0.transaction.originalTransactionId = identity
                $0.transaction.transactionId = identity
                $0.renewal.originalTransactionId = identity
                $0.describeAdvancedCommerce(price: 4990)
                $0.tell(.migration, at: "2025-04-10 11:00", status: 1)
                $0.tell(.metadataUpdate, at: "2025-04-12 12:00", status: 1)
                $0.describeAdvancedCommerce(price: 5990)
                $0.tell(.priceChange, at: "2025-04-15 13:00", status: 1)
                $0.renew()
            },
        ]
    }
}

extension Story {
    /// Makes the present period one of twelve monthly payments; `goesOn` tells whether a renewal is to follow them.
    mutating func commit(period: Int64, goesOn: Bool = true) {
        let start = transaction.originalPurchaseDate ?? expiry
        transaction.billingPlanType = "MONTHLY"
        transaction.commitmentInfo = [
            "billingPeriodNumber": .integer(period), "totalBillingPeriods": 12,
            "commitmentExpiresDate": .integer(start.adding(months: 12).milliseconds),
            "commitmentPrice": .integer(12 * plan.price),
        ]
        renewal.renewalBillingPlanType = "MONTHLY"
        guard goesOn else {
            renewal.commitmentInfo = ["commitmentAutoRenewStatus": 0]
            return
        }
        renewal.commitmentInfo = [
            "commitmentAutoRenewProductId": .string(product(plan)), "commitmentAutoRenewStatus": 1,
            "commitmentRenewalBillingPlanType": "MONTHLY",
            "commitmentRenewalDate": .integer(start.adding(months: 12).milliseconds),
            "commitmentRenewalPrice": .integer(12 * plan.price),
        ]
    }

    /// Gives the subscription one Advanced Commerce item of this price.
    mutating func describeAdvancedCommerce(price: Int64) {
        let item: ForgedJSON = [
            "SKU": "TIDE-CLUB", "description": "Every tide, every day", "displayName": "Tide Club",
            "price": .integer(price),
        ]
        let descriptors: ForgedJSON = ["description": "The club", "displayName": "Tide Club"]
        let reference = ForgedJSON.string(numbers.uuid())
        transaction.price = price
        transaction.advancedCommerceInfo = [
            "descriptors": descriptors, "estimatedTax": 797, "items": [item], "period": "P1M",
            "requestReferenceId": reference, "taxCode": "C003-00-2", "taxExclusivePrice": .integer(price - 797),
            "taxRate": "0.19",
        ]
        renewal.renewalPrice = price
        renewal.advancedCommerceInfo = [
            "descriptors": descriptors, "items": [item], "period": "P1M", "requestReferenceId": reference,
            "taxCode": "C003-00-2",
        ]
    }

    /// Changes what the next renewal of an Advanced Commerce subscription costs; what was charged for the present
    /// transaction stays as it is.
    mutating func announceAdvancedCommercePrice(_ price: Int64) {
        let charged = transaction
        describeAdvancedCommerce(price: price)
        transaction = charged
    }
}
