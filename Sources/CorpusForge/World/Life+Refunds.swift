import NotificationModel

/// Refunds and revocations: asked for, granted, refused, undone.
extension Life {
    /// CONSUMPTION_REQUEST, some times over, each with an identity of its own.
    mutating func askForRefund(at moment: Moment, times: Int, status: Int64?) {
        let reasons = ["UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER"]
        let reason = moment >= Milestone.consumptionReasons ? chance.pick(reasons) : nil
        for round in 0..<times {
            let later = moment + pace.days(0.1 * Double(round))
            guard say(.consumptionRequest, at: later, status: status, reason: reason) != nil else { return }
        }
        truth.traits.insert("refund-asked-for")
    }

    /// REFUND_DECLINED.
    mutating func declineRefund(at moment: Moment, status: Int64?) {
        _ = say(.refundDeclined, at: moment, status: status)
    }

    /// REFUND or REVOKE of the present transaction; true when it was said.
    @discardableResult
    mutating func revokeCurrent(
        _ type: NotificationType,
        at moment: Moment,
        kind: String,
        percentage: Int64? = nil,
        delay: Int = 2
    ) -> Bool {
        story.revoke(at: moment, kind: kind, reason: Int64(chance.below(2)), percentage: percentage)
        story.renewal.autoRenewStatus = 0
        guard say(type, at: moment + pace.moments(delay), status: 5) != nil else { return false }
        autoRenews = false
        let expiry = story.transaction.expiresDate
        noteRevocation(isCurrent: true)
        if !truth.isSubscription, story.told.count == 1 {
            truth.revocations[truth.revocations.count - 1].isPurchaseSeen = false
            plant("orphan-revocation", transactionId: story.transaction.transactionId, at: moment)
        }
        if expiry.map({ moment < $0 }) ?? true, story.transaction.type != "Consumable" {
            truth.chronicle.lapse(.revoked, truth.revocations.last?.kind, from: moment, ending: .revoked)
        }
        return true
    }

    /// REFUND of a transaction whose time is over or that was replaced; the present one goes on.
    mutating func refundPast(_ transaction: ForgedTransaction, at moment: Moment, isSeen: Bool = true) {
        let present = story.transaction
        story.transaction = transaction
        story.revoke(at: moment, kind: "REFUND_FULL", percentage: 100_000)
        let said = say(.refund, at: moment + pace.moments(2), status: 1)
        if said != nil {
            noteRevocation(isCurrent: false)
            truth.revocations[truth.revocations.count - 1].isPurchaseSeen = isSeen
            truth.traits.insert("past-period-refunded")
        }
        story.transaction = present
    }

    /// Writes down the revocation that was said last, with what its own record tells.
    mutating func noteRevocation(isCurrent: Bool) {
        guard let told = story.told.last?.transaction, let instant = told.revocationDate else { return }
        var row = RevocationTruth(kind: "", transactionId: told.transactionId, instant: instant)
        row.describe(told)
        row.periodEnd = told.expiresDate
        row.isCurrent = isCurrent
        truth.revocations.append(row)
        truth.traits.insert(row.kind)
    }

    /// The refund of the present transaction is undone: told, or only to be seen from a later record.
    mutating func reverseRefund(at moment: Moment, isTold: Bool) {
        let isTold = isTold && moment >= Milestone.refundReversed
        let isRunning = story.transaction.expiresDate.map { moment < $0 } ?? true
        story.clearRevocation()
        if !isRunning { story.renewal.expirationIntent = 1 }
        let said =
            isTold
            ? say(.refundReversed, at: moment, status: isRunning ? 1 : 2)
            : say(.didChangeRenewalStatus, .autoRenewDisabled, at: moment, status: isRunning ? 1 : 2)
        guard let said else { return }
        truth.traits.insert(isTold ? "refund-reversed" : "refund-reversal-inferred")
        // The record that undoes it shows the purchase, also where none before did.
        let id = story.transaction.transactionId
        truth.revocations[truth.revocations.count - 1].isPurchaseSeen = true
        truth.discrepancies.removeAll { $0.code == "orphan-revocation" && $0.transactionId == id }
        truth.revocations[truth.revocations.count - 1].reversedAt = said.at
        truth.revocations[truth.revocations.count - 1].reversal = isTold ? "told" : "inferred"
        guard story.transaction.type != "Consumable" else { return }
        if isRunning {
            truth.chronicle.grant(
                from: said.at,
                until: story.transaction.expiresDate,
                .transaction,
                story.transaction.expiresDate == nil ? .open : .periodEnd,
                transactionId: story.transaction.transactionId,
                productId: story.transaction.productId
            )
            if story.transaction.expiresDate != nil { expectEnd() }
        } else {
            truth.traits.insert("refund-reversed-after-the-end")
            truth.chronicle.lapse(.expired, "voluntary", from: said.at)
        }
    }
}

extension RevocationTruth {
    /// Takes over what a record of the revoked transaction tells; a later record may tell more than an earlier one.
    mutating func describe(_ told: ForgedTransaction) {
        let kinds = [
            "REFUND_FULL": "refund-full", "REFUND_PRORATED": "refund-prorated", "FAMILY_REVOKE": "family-revoke",
            "ASSIGNMENT_REVOKE": "assignment-revoke",
        ]
        let byOwner = ["FAMILY_SHARED": "family-revoke", "ASSIGNED": "assignment-revoke"]
        let unnamed = told.advancedCommerceInfo == nil ? "refund" : "refund-items"
        kind = told.revocationType.flatMap { kinds[$0] } ?? told.inAppOwnershipType.flatMap { byOwner[$0] } ?? unnamed
        percentage = told.revocationPercentage
        let isMoney = ["refund-full", "refund-prorated", "refund"].contains(kind)
        guard isMoney, told.inAppOwnershipType == "PURCHASED", let price = told.price,
            let share = percentage ?? (kind == "refund-prorated" ? nil : 100_000)
        else { return }
        amount = (price * share + 50_000) / 100_000
        currency = told.currency
    }
}

extension ToldNotification {
    /// When it was said, as a reader can tell.
    var saidAt: Moment { notification.signedDate ?? transaction?.signedDate ?? moment }

    /// The transaction that it carries, as told.
    var transaction: ForgedTransaction? {
        guard case .data(let data) = notification.content, case .fields(let transaction)? = data.transaction else {
            return nil
        }
        return transaction
    }

    /// The renewal info that it carries, as told.
    var renewal: ForgedRenewal? {
        guard case .data(let data) = notification.content, case .fields(let renewal)? = data.renewal else { return nil }
        return renewal
    }
}
