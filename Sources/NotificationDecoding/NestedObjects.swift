internal import NotificationModel

// The objects inside transaction and renewal infos, which a row keeps as JSON text. Each reads the members that its
// type knows and keeps the rest; nil means that the JSON value is no object.

extension CommitmentInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        billingPeriodNumber = members.integer("billingPeriodNumber")
        totalBillingPeriods = members.integer("totalBillingPeriods")
        commitmentExpiresDate = members.instant("commitmentExpiresDate")
        commitmentPrice = members.integer("commitmentPrice")
        unknownMembers = members.leftover
    }
}

extension RenewalCommitmentInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        commitmentAutoRenewProductId = members.text("commitmentAutoRenewProductId")
        commitmentAutoRenewStatus = members.numbered("commitmentAutoRenewStatus")
        commitmentRenewalBillingPlanType = members.listed("commitmentRenewalBillingPlanType")
        commitmentRenewalDate = members.instant("commitmentRenewalDate")
        commitmentRenewalPrice = members.integer("commitmentRenewalPrice")
        unknownMembers = members.leftover
    }
}

extension SeatPriceTier {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        price = members.integer("price")
        quantity = members.integer("quantity")
        unknownMembers = members.leftover
    }
}

extension MultiSeatInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        invitationManagement = members.listed("invitationManagement")
        priceTiers = members.take("priceTiers") { $0.list { SeatPriceTier($0) } }
        revokedSeatQuantity = members.integer("revokedSeatQuantity")
        unknownMembers = members.leftover
    }
}

extension RenewalMultiSeatInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        renewalPriceTiers = members.take("renewalPriceTiers") { $0.list { SeatPriceTier($0) } }
        unknownMembers = members.leftover
    }
}
