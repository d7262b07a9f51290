internal import NotificationModel

// The payloads of the inner JWS, read from their columns.

extension TransactionInfo {
    init(_ columns: ColumnReader) {
        var members = columns
        self.init()
        transactionId = members.text("transactionId")
        originalTransactionId = members.text("originalTransactionId")
        previousOriginalTransactionId = members.text("previousOriginalTransactionId")
        webOrderLineItemId = members.text("webOrderLineItemId")
        bundleId = members.text("bundleId")
        productId = members.text("productId")
        subscriptionGroupIdentifier = members.text("subscriptionGroupIdentifier")
        purchaseDate = members.instant("purchaseDate")
        originalPurchaseDate = members.instant("originalPurchaseDate")
        expiresDate = members.instant("expiresDate")
        quantity = members.integer("quantity")
        type = members.listed("type")
        appAccountToken = members.text("appAccountToken")
        inAppOwnershipType = members.listed("inAppOwnershipType")
        signedDate = members.instant("signedDate")
        revocationDate = members.instant("revocationDate")
        revocationReason = members.numbered("revocationReason")
        revocationType = members.listed("revocationType")
        revocationPercentage = members.integer("revocationPercentage")
        isUpgraded = members.boolean("isUpgraded")
        offerType = members.numbered("offerType")
        offerIdentifier = members.text("offerIdentifier")
        offerDiscountType = members.listed("offerDiscountType")
        offerPeriod = members.text("offerPeriod")
        environment = members.environment("environment")
        storefront = members.text("storefront")
        storefrontId = members.text("storefrontId")
        transactionReason = members.listed("transactionReason")
        price = members.integer("price")
        currency = members.text("currency")
        appTransactionId = members.text("appTransactionId")
        billingPlanType = members.listed("billingPlanType")
        commitmentInfo = members.nested("commitmentInfo") { CommitmentInfo($0) }
        multiSeatInfo = members.nested("multiSeatInfo") { MultiSeatInfo($0) }
        additionalTransactionReason = members.listed("additionalTransactionReason")
        advancedCommerceInfo = members.nested("advancedCommerceInfo") { AdvancedCommerceInfo($0) }
        readSeatMembersBeside(members)
        unknownMembers = members.unknown
    }

    /// Takes the two seat members also from beside `multiSeatInfo`: the documents read leave open where they stand.
    private mutating func readSeatMembersBeside(_ members: ColumnReader) {
        let management = members.unknownMember("invitationManagement") { $0.text }
        let revoked = members.unknownMember("revokedSeatQuantity") { $0.integer }
        guard management != nil || revoked != nil else { return }
        var seats = multiSeatInfo ?? MultiSeatInfo()
        seats.invitationManagement = seats.invitationManagement ?? management.map { OpenValue($0) }
        seats.revokedSeatQuantity = seats.revokedSeatQuantity ?? revoked
        multiSeatInfo = seats
    }
}

extension RenewalInfo {
    init(_ columns: ColumnReader) {
        var members = columns
        self.init()
        originalTransactionId = members.text("originalTransactionId")
        productId = members.text("productId")
        autoRenewProductId = members.text("autoRenewProductId")
        autoRenewStatus = members.numbered("autoRenewStatus")
        expirationIntent = members.numbered("expirationIntent")
        isInBillingRetryPeriod = members.boolean("isInBillingRetryPeriod")
        gracePeriodExpiresDate = members.instant("gracePeriodExpiresDate")
        priceIncreaseStatus = members.numbered("priceIncreaseStatus")
        offerType = members.numbered("offerType")
        offerIdentifier = members.text("offerIdentifier")
        offerDiscountType = members.listed("offerDiscountType")
        offerPeriod = members.text("offerPeriod")
        recentSubscriptionStartDate = members.instant("recentSubscriptionStartDate")
        renewalDate = members.instant("renewalDate")
        renewalPrice = members.integer("renewalPrice")
        currency = members.text("currency")
        eligibleWinBackOfferIds = members.nested("eligibleWinBackOfferIds") { $0.texts }
        appAccountToken = members.text("appAccountToken")
        appTransactionId = members.text("appTransactionId")
        signedDate = members.instant("signedDate")
        environment = members.environment("environment")
        renewalBillingPlanType = members.listed("renewalBillingPlanType")
        commitmentInfo = members.nested("commitmentInfo") { RenewalCommitmentInfo($0) }
        renewalQuantity = members.integer("renewalQuantity")
        multiSeatInfo = members.nested("multiSeatInfo") { RenewalMultiSeatInfo($0) }
        advancedCommerceInfo = members.nested("advancedCommerceInfo") { RenewalAdvancedCommerceInfo($0) }
        unknownMembers = members.unknown
    }
}

extension AppTransactionInfo {
    init(_ members: ColumnReader) {
        self.init()
        receiptType = members.environment("receiptType")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        appTransactionId = members.text("appTransactionId")
        originalApplicationVersion = members.text("originalApplicationVersion")
        originalPurchaseDate = members.instant("originalPurchaseDate")
        originalPlatform = members.listed("originalPlatform")
        preorderDate = members.instant("preorderDate")
        receiptCreationDate = members.instant("receiptCreationDate")
        applicationVersion = members.text("applicationVersion")
        versionExternalIdentifier = members.integer("versionExternalIdentifier")
        deviceVerification = members.text("deviceVerification")
        deviceVerificationNonce = members.text("deviceVerificationNonce")
        requestDate = members.instant("requestDate")
        unknownMembers = members.unknown
    }
}
