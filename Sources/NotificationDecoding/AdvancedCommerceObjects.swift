internal import NotificationModel

// The Advanced Commerce objects inside transaction and renewal infos, which a row keeps as JSON text.

extension AdvancedCommerceInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        descriptors = members.take("descriptors") { AdvancedCommerceDescriptors($0) }
        estimatedTax = members.integer("estimatedTax")
        items = members.take("items") { $0.list { AdvancedCommerceItem($0) } }
        period = members.listed("period")
        requestReferenceId = members.text("requestReferenceId")
        taxCode = members.text("taxCode")
        taxExclusivePrice = members.integer("taxExclusivePrice")
        taxRate = members.text("taxRate")
        unknownMembers = members.leftover
    }
}

extension RenewalAdvancedCommerceInfo {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        consistencyToken = members.text("consistencyToken")
        descriptors = members.take("descriptors") { AdvancedCommerceDescriptors($0) }
        items = members.take("items") { $0.list { RenewalAdvancedCommerceItem($0) } }
        period = members.listed("period")
        requestReferenceId = members.text("requestReferenceId")
        taxCode = members.text("taxCode")
        unknownMembers = members.leftover
    }
}

extension AdvancedCommerceDescriptors {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        description = members.text("description")
        displayName = members.text("displayName")
        unknownMembers = members.leftover
    }
}

extension AdvancedCommerceItem {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        sku = members.text("SKU")
        description = members.text("description")
        displayName = members.text("displayName")
        offer = members.take("offer") { AdvancedCommerceOffer($0) }
        price = members.integer("price")
        refunds = members.take("refunds") { $0.list { AdvancedCommerceRefund($0) } }
        revocationDate = members.instant("revocationDate")
        unknownMembers = members.leftover
    }
}

extension RenewalAdvancedCommerceItem {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        sku = members.text("SKU")
        description = members.text("description")
        displayName = members.text("displayName")
        offer = members.take("offer") { AdvancedCommerceOffer($0) }
        price = members.integer("price")
        priceIncreaseInfo = members.take("priceIncreaseInfo") { AdvancedCommercePriceIncrease($0) }
        unknownMembers = members.leftover
    }
}

extension AdvancedCommerceOffer {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        period = members.listed("period")
        periodCount = members.integer("periodCount")
        price = members.integer("price")
        reason = members.listed("reason")
        unknownMembers = members.leftover
    }
}

extension AdvancedCommerceRefund {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        refundAmount = members.integer("refundAmount")
        refundDate = members.instant("refundDate")
        refundReason = members.listed("refundReason")
        refundType = members.listed("refundType")
        unknownMembers = members.leftover
    }
}

extension AdvancedCommercePriceIncrease {
    init?(_ tree: JSONTree) {
        guard var members = MemberReader(tree) else { return nil }
        self.init()
        dependentSKUs = members.take("dependentSKUs") { $0.texts }
        price = members.integer("price")
        status = members.listed("status")
        unknownMembers = members.leftover
    }
}
