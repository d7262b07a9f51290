import NotificationModel

/// Lives of other kinds: one-time products, family members, migration, commitments, teams.
extension Life {
    /// Begins in the middle: the subscription is older than the archive, whose first word of it is a renewal.
    mutating func joinMidway(_ plan: Plan, at moment: Moment, ageInPeriods: Int) {
        begin(plan, at: moment)
        story.transaction.originalPurchaseDate = moment - .days(max(7, plan.months * 30) * ageInPeriods)
        story.renewal.recentSubscriptionStartDate = story.transaction.originalPurchaseDate
        let former = story.transaction
        renew()
        guard !isOver, let said = lastSaid else { return }
        truth.traits.insert("older-than-the-archive")
        past.removeAll()
        let start = story.transaction.purchaseDate ?? moment
        if chance.chance(15) { refundPast(former, at: instant(0.05), isSeen: false) }
        guard !truth.revocations.isEmpty else {
            // Nothing tells of the former period but the renewal, which was signed while it ran.
            truth.chronicle = Chronicle()
            attest(until: start, from: said.inner)
            hold()
            plant("missing-transaction", at: said.inner)
            plant("history-begins-late", transactionId: story.transaction.transactionId, at: start)
            return
        }
        truth.chronicle.prepend(
            from: moment,
            until: start,
            transactionId: former.transactionId,
            productId: former.productId
        )
        plant("orphan-revocation", transactionId: former.transactionId, at: truth.revocations.last?.instant)
        plant("history-begins-late", transactionId: former.transactionId, at: moment)
    }

    /// ONE_TIME_CHARGE for a product of any kind, with what may become of it.
    mutating func buyOnce(at moment: Moment, _ numbers: inout SeededNumbers) {
        truth.isSubscription = false
        let product = numbers.pick(weighted: [OneTimeProduct.coins: 50, .map: 30, .season: 20])
        let isByCode = numbers.chance(10)
        if isByCode {
            story.transaction.offerType = 3
            story.transaction.offerIdentifier = "MAP25"
            story.transaction.offerDiscountType = moment >= Milestone.oneTimeDiscounts ? "ONE_TIME" : nil
        }
        let quantity: Int64 = product == .coins ? 1 + Int64(numbers.below(3)) : 1
        buy(product, at: moment, quantity: quantity, isFree: isByCode)
        guard !isOver, numbers.chance(25) else { return }
        let later = moment + pace.days(1 + Double(numbers.below(20)))
        if product == .coins, numbers.chance(60) { askForRefund(at: later, times: 1 + numbers.below(3), status: nil) }
        guard !isOver else { return }
        if numbers.chance(40) {
            declineRefund(at: later + pace.days(2), status: nil)
            return
        }
        let isPartial = quantity > 1 && numbers.chance(50)
        revokeCurrent(
            .refund,
            at: later + pace.days(1),
            kind: isPartial ? "REFUND_PRORATED" : "REFUND_FULL",
            percentage: isPartial ? 100_000 / quantity : 100_000
        )
        guard !isOver, numbers.chance(30) else { return }
        reverseRefund(at: later + pace.days(20), isTold: true)
    }

    /// The products that do not renew.
    enum OneTimeProduct: Sendable {
        case coins, map, season

        var name: String {
            switch self {
            case .coins: "coins.100"
            case .map: "map.pack"
            case .season: "season.pass"
            }
        }

        var type: String {
            switch self {
            case .coins: "Consumable"
            case .map: "Non-Consumable"
            case .season: "Non-Renewing Subscription"
            }
        }

        var price: Int64 {
            switch self {
            case .coins: 1990
            case .map: 5990
            case .season: 12_990
            }
        }
    }

    private mutating func buy(_ product: OneTimeProduct, at moment: Moment, quantity: Int64, isFree: Bool) {
        let price = isFree ? 0 : store.price(product.price, at: moment) * quantity
        story.setPurchase(product.name, product.type, price, quantity: quantity, at: moment)
        truth.originalTransactionId = story.transaction.originalTransactionId ?? ""
        // Before the type existed, nothing was said of such a purchase but what came of it.
        if WireStyle.tellsOneTimeCharges(at: moment, isSandbox: pace.isSandbox) {
            guard let said = say(.oneTimeCharge, at: moment + pace.moments(1)) else { return }
            if story.transaction.inAppOwnershipType == "PURCHASED" {
                purchases.append((moment, said.at, truth.originalTransactionId))
            }
        }
        guard product != .coins else { return }
        truth.chronicle.grant(
            from: moment,
            until: nil,
            .transaction,
            .open,
            transactionId: truth.originalTransactionId,
            productId: story.transaction.productId
        )
    }

    /// Makes the customer a member of a family: an account of its own, purchases without a token.
    mutating func share() {
        story.share()
        story.transaction.appTransactionId = story.numbers.digits(18, after: "71")
        story.renewal.appTransactionId = story.transaction.appTransactionId
    }

    /// A non-consumable that the purchaser loses by a refund, and the member with it.
    mutating func buyAndLose(at moment: Moment, isMember: Bool) {
        truth.isSubscription = false
        buy(.map, at: moment, quantity: 1, isFree: false)
        guard !isOver else { return }
        let later = moment + pace.days(30)
        if isMember {
            revokeCurrent(.revoke, at: later, kind: "FAMILY_REVOKE", delay: 5)
        } else {
            revokeCurrent(.refund, at: later, kind: "REFUND_FULL", percentage: 100_000)
        }
    }

    /// A family member's subscription, which follows the purchaser's.
    mutating func follow(_ purchaser: Life, _ numbers: inout SeededNumbers) {
        share()
        truth.traits.insert("family-member")
        let leaves = numbers.chance(25)
        var isFirst = true
        for span in purchaser.truth.chronicle.spans {
            guard case .access(.transaction, let cause, _, _) = span.content, let spanEnd = span.end, !isOver else {
                continue
            }
            if isFirst {
                subscribe(.familyYearly, at: span.start + pace.moments(2))
                isFirst = false
            } else if story.transaction.revocationDate != nil || story.expiry < span.start - pace.days(1) {
                resubscribe(.familyYearly, at: span.start + pace.moments(2))
            } else if story.expiry < span.start + pace.days(1) {
                renew(onto: .familyYearly)
            } else {
                return
            }
            guard !isOver else { return }
            if leaves, numbers.chance(50) {
                revokeCurrent(.revoke, at: instant(0.5), kind: "FAMILY_REVOKE")
                return
            }
            if cause == .revoked {
                revokeCurrent(.revoke, at: spanEnd + pace.moments(1), kind: "FAMILY_REVOKE")
                guard !isOver else { return }
            } else if cause != .periodEnd {
                return
            }
        }
    }

    /// When the subscription came to Advanced Commerce under this identity.
    var migratedAt: Moment? {
        story.told.isEmpty ? nil : truth.chronicle.spans.first?.start
    }

    /// Takes a subscription over under a new identity, as an Advanced Commerce one.
    mutating func migrate(from former: Life, at moment: Moment, _ numbers: inout SeededNumbers) {
        story.plan = former.story.plan
        let prefixed = story.transactionId()
        story.transaction = former.story.transaction
        story.renewal = former.story.renewal
        story.transaction.previousOriginalTransactionId = former.truth.originalTransactionId
        story.transaction.originalTransactionId = prefixed
        story.transaction.transactionId = prefixed
        story.transaction.purchaseDate = moment
        story.transaction.transactionReason = "RENEWAL"
        story.renewal.originalTransactionId = prefixed
        truth.originalTransactionId = prefixed
        story.describeAdvancedCommerce(price: 4990)
        guard say(.migration, at: moment + pace.moments(1), status: 1) != nil else { return }
        truth.traits.insert("migrated-here")
        hold()
        for _ in 0..<(1 + numbers.below(6)) {
            if numbers.chance(40) { _ = say(.metadataUpdate, at: instant(0.3), status: 1) }
            if numbers.chance(40) {
                story.announceAdvancedCommercePrice(5990)
                _ = say(.priceChange, at: instant(0.4), status: 1)
            }
            if numbers.chance(8) { refundItem(at: instant(0.6)) }
            guard !isOver else { return }
            renew()
            guard !isOver else { return }
        }
    }

    /// A refund of one item of an Advanced Commerce subscription: the item is revoked, the transaction stands.
    private mutating func refundItem(at moment: Moment) {
        let whole = story.transaction.advancedCommerceInfo
        let refund: ForgedJSON = [
            "refundAmount": 1000, "refundDate": .integer(moment.milliseconds), "refundReason": "OTHER",
            "refundType": "CUSTOM",
        ]
        let item: ForgedJSON = [
            "SKU": "TIDE-EXTRA", "description": "More tides", "displayName": "Tide Extra", "price": 1000,
            "refunds": [refund], "revocationDate": .integer(moment.milliseconds),
        ]
        if case .object(var members)? = whole, let place = members.firstIndex(where: { $0.name == "items" }),
            case .array(let items) = members[place].value
        {
            members[place].value = .array(items + [item])
            story.transaction.advancedCommerceInfo = .object(members)
        }
        if say(.refund, at: moment + pace.moments(2), status: 1) != nil {
            var row = RevocationTruth(
                kind: "refund-items",
                transactionId: story.transaction.transactionId,
                instant: moment
            )
            row.amount = 1000
            row.currency = store.currency
            truth.revocations.append(row)
            truth.traits.insert("refund-items")
        }
        story.transaction.advancedCommerceInfo = whole
    }

    /// Ends this identity where another one took the subscription over.
    mutating func endByMigration(at moment: Moment) {
        truth.traits.insert("migrated-away")
        truth.chronicle.lapse(.expired, "migrated", from: moment, ending: .migrated)
    }

    /// Twelve monthly payments: a cancellation stops only what follows them.
    mutating func liveUnderCommitment(from birth: Moment) {
        begin(.monthly, at: birth)
        story.commit(period: 1)
        guard say(.subscribed, .initialBuy, at: birth + pace.moments(1), status: 1) != nil else { return }
        purchases.append((birth, lastSaid?.at ?? birth, truth.originalTransactionId))
        truth.traits.insert("commitment")
        hold()
        let cancels = chance.chance(30) ? 2 + chance.below(8) : nil
        let fails = chance.chance(30) ? 2 + chance.below(8) : nil
        for period in 2...12 {
            if period == cancels {
                story.renewal.commitmentInfo = ["commitmentAutoRenewStatus": 0]
                _ = say(.didChangeRenewalStatus, .autoRenewDisabled, at: instant(0.3), status: 1)
            }
            guard !isOver else { return }
            if period == fails {
                fail(graceDays: nil)
                guard !isOver else { return }
                let recovery = story.expiry + pace.days(1 + Double(chance.below(80)))
                purchase(.monthly, at: recovery, reason: "RENEWAL")
                story.commit(period: Int64(period), goesOn: cancels.map { period < $0 } ?? true)
                guard say(.didRenew, .billingRecovery, at: recovery + pace.moments(1), status: 1) != nil else { return }
            } else {
                let start = story.expiry
                purchase(.monthly, at: start, reason: "RENEWAL")
                story.commit(period: Int64(period), goesOn: cancels.map { period < $0 } ?? true)
                guard say(.didRenew, at: start - renewalLead(), status: 1) != nil else { return }
            }
            hold()
            if chance.chance(3) {
                revokeCurrent(.refund, at: instant(0.4), kind: "REFUND_FULL", percentage: 100_000)
                return
            }
        }
        if cancels != nil { expire(.voluntary, intent: 1, cause: "voluntary") }
    }

    /// A group's purchaser: seats bought, added, reduced, refunded.
    mutating func gatherTeam(from birth: Moment, _ numbers: inout SeededNumbers) {
        truth.traits.insert("team")
        begin(.teamMonthly, at: birth)
        let seats = Int64(2 + numbers.below(8))
        var planned = seats
        let seatPrice = store.price(Plan.teamMonthly.price, at: birth)
        story.setSeats(seats, at: seatPrice)
        guard say(.subscribed, .initialBuy, at: birth + pace.moments(1), status: 1) != nil else { return }
        purchases.append((birth, lastSaid?.at ?? birth, truth.originalTransactionId))
        hold()
        let first = story.transaction
        if numbers.chance(60) {
            let moment = instant(0.2)
            let expiry = story.expiry
            story.purchaseMoreSeats(2, at: moment)
            story.transaction.expiresDate = expiry
            story.renewal.renewalDate = expiry
            story.setSeats(2, at: seatPrice)
            planned += 2
            story.setRenewalSeats(planned, at: seatPrice)
            story.transaction.additionalTransactionReason = "SEAT_ADDITION"
            guard say(.didChangeRenewalPref, .increaseQuantity, at: moment + pace.moments(1), status: 1) != nil else {
                return
            }
            purchases.append((moment, lastSaid?.at ?? moment, story.transaction.transactionId ?? ""))
            truth.traits.insert("seats-added")
            story.transaction = first
            story.transaction.additionalTransactionReason = "SEAT_ADDITION"
        }
        if numbers.chance(50) {
            story.setRenewalSeats(planned - 1, at: seatPrice)
            guard say(.didChangeRenewalPref, .decreaseQuantity, at: instant(0.4), status: 1) != nil else { return }
        }
        if numbers.chance(50) {
            story.transaction.multiSeatInfo = [
                "invitationManagement": "APPLE",
                "priceTiers": [["price": .integer(seatPrice), "quantity": .integer(seats)]],
                "revokedSeatQuantity": 1,
            ]
            guard let said = say(.refund, .seats, at: instant(0.6), status: 1) else { return }
            truth.revocations.append(
                RevocationTruth(kind: "refund-seats", transactionId: first.transactionId, instant: said.at)
            )
            truth.traits.insert("refund-seats")
        }
        story.transaction.additionalTransactionReason = nil
        renew(onto: .teamMonthly)
    }

    /// Somebody who was given a seat, and may lose it.
    mutating func holdSeat(from birth: Moment, _ numbers: inout SeededNumbers) {
        share()
        story.transaction.inAppOwnershipType = "ASSIGNED"
        truth.traits.insert("seat-holder")
        subscribe(.teamMonthly, at: birth)
        guard !isOver, numbers.chance(50) else { return }
        revokeCurrent(.revoke, at: instant(0.5), kind: "ASSIGNMENT_REVOKE")
    }
}
