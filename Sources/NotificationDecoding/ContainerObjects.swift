internal import NotificationModel

// The objects of which a notification holds one, read from their columns.

extension NotificationData {
    init(_ members: ColumnReader) {
        self.init()
        environment = members.environment("environment")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        bundleVersion = members.text("bundleVersion")
        status = members.numbered("status")
        consumptionRequestReason = members.listed("consumptionRequestReason")
        unknownMembers = members.unknown
    }
}

extension AppData {
    init(_ members: ColumnReader) {
        self.init()
        environment = members.environment("environment")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        unknownMembers = members.unknown
    }
}

extension ExtensionSummary {
    init(_ columns: ColumnReader) {
        var members = columns
        self.init()
        environment = members.environment("environment")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        productId = members.text("productId")
        requestIdentifier = members.text("requestIdentifier")
        storefrontCountryCodes = members.nested("storefrontCountryCodes") { $0.texts }
        succeededCount = members.integer("succeededCount")
        failedCount = members.integer("failedCount")
        unknownMembers = members.unknown
    }
}

extension ExternalPurchaseToken {
    init(_ members: ColumnReader) {
        self.init()
        externalPurchaseId = members.text("externalPurchaseId")
        tokenCreationDate = members.instant("tokenCreationDate")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        tokenType = members.listed("tokenType")
        tokenExpirationDate = members.instant("tokenExpirationDate")
        unknownMembers = members.unknown
    }
}

extension UnclaimInfo {
    init(_ columns: ColumnReader) {
        var members = columns
        self.init()
        environment = members.environment("environment")
        appAppleId = members.integer("appAppleId")
        bundleId = members.text("bundleId")
        unclaimSeatIds = members.nested("unclaimSeatIds") { $0.texts }
        unknownMembers = members.unknown
    }
}
