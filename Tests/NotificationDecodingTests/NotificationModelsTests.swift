import NotificationModel
import Testing

@Suite struct NotificationModelsTests {
    @Test func `a purchase comes out with its verified parts`() throws {
        let model = try Payload(
            #"{"notificationType":"DID_RENEW","subtype":"NEW",\#(Payload.uuid),"version":"2.0","signedDate":5,"#
                + #""data":{\#(Payload.dataApp),"appAppleId":7,"bundleVersion":"1.2","status":6,"more":1},"top":[1]}"#,
            transaction:
                #"{"transactionId":"2","purchaseDate":-3,"isUpgraded":false,"type":"Consumable","quantity":2}"#,
            renewal: #"{"autoRenewStatus":1,"expirationIntent":9,"eligibleWinBackOfferIds":["b","a"]}"#
        ).model
        #expect(model.notificationUUID == Identity128("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"))
        #expect(model.notificationType == .known(.didRenew))
        #expect(model.subtype == .unknown("NEW"))
        #expect(model.version == "2.0")
        #expect(model.signedDate == Milliseconds(5))
        #expect(model.unknownMembers == #"{"top":[1]}"#)
        var data = NotificationData()
        data.environment = .sandbox
        data.bundleId = "com.example.app"
        data.appAppleId = 7
        data.bundleVersion = "1.2"
        data.status = .unknown(6)
        data.unknownMembers = #"{"more":1}"#
        var transaction = TransactionInfo()
        transaction.transactionId = "2"
        transaction.purchaseDate = Milliseconds(-3)
        transaction.isUpgraded = false
        transaction.type = .known(.consumable)
        transaction.quantity = 2
        data.transactionInfo = transaction
        var renewal = RenewalInfo()
        renewal.autoRenewStatus = .known(.on)
        renewal.expirationIntent = .unknown(9)
        renewal.eligibleWinBackOfferIds = ["b", "a"]
        data.renewalInfo = renewal
        #expect(model.content == .data(data))
        #expect(model.transactionInfo == transaction)
        #expect(model.renewalInfo == renewal)
        #expect(model.appTransactionInfo == nil)
    }

    /// Every scalar member of the tables reaches a property: a property read under a wrong name stays nil.
    @Test(arguments: WireObject.allCases)
    func `every member of every object reaches its property`(object: WireObject) throws {
        let members = object.table.fields.filter { $0.form != .signed }.map { field in
            let value =
                switch field.form {
                case .identifier, .text, .signed: field.name == "notificationUUID" ? "" : "\"text\""
                case .instant, .integer, .integerIdentifier: "77"
                case .boolean: "true"
                case .json: Self.nested(field.name)
                }
            return "\"\(field.name)\":\(value)"
        }
        let json = "{" + members.joined(separator: ",") + "}"
        let value: Any
        let skipped: Set<String>
        switch object {
        case .notification:
            value = try Payload(
                #"{"notificationType":"T","subtype":"S",\#(Payload.uuid),"version":"2","signedDate":1,"data":{}}"#
            ).model
            skipped = ["unknownMembers"]
        case .transaction:
            value = try #require(try Payload(Payload.data(""), transaction: json).model.transactionInfo)
            skipped = ["unknownMembers"]
        case .renewal:
            value = try #require(try Payload(Payload.data(""), renewal: json).model.renewalInfo)
            skipped = ["unknownMembers"]
        case .appTransaction:
            let payload = try Payload("{\(Payload.head),\"appData\":{}}", appTransaction: json)
            value = try #require(payload.model.appTransactionInfo)
            skipped = ["unknownMembers"]
        case .data, .appData, .summary, .externalPurchaseToken, .unclaimInfo:
            let name = try #require(PayloadContainer.allCases.first { "\($0)" == "\(object)" }).text
            let content = try Payload("{\(Payload.head),\"\(name)\":\(json)}").model.content
            value = try #require(Mirror(reflecting: content).children.first?.value)
            skipped = ["unknownMembers", "transactionInfo", "renewalInfo", "appTransactionInfo"]
        }
        let properties = Mirror(reflecting: value).children.filter { !skipped.contains($0.label ?? "") }
        let unset = properties.filter { Mirror(reflecting: $0.value).displayStyle == .optional && Self.isNil($0.value) }
        #expect(unset.compactMap(\.label).isEmpty)
        if object != .notification {
            #expect(properties.count == object.table.fields.filter { $0.form != .signed }.count)
            let unknown = Mirror(reflecting: value).children.first { $0.label == "unknownMembers" }
            #expect(unknown.map { Self.isNil($0.value) } == true)
        }
    }

    private static func isNil(_ value: Any) -> Bool {
        Mirror(reflecting: value).children.isEmpty
    }

    private static func nested(_ name: String) -> String {
        name.hasSuffix("Info") ? "{}" : "[\"text\"]"
    }

    @Test func `a commitment speaks of the transaction in one part and of what follows in the other`() throws {
        let model = try Payload(
            Payload.data(""),
            transaction: #"{"commitmentInfo":{"billingPeriodNumber":3,"totalBillingPeriods":12,"#
                + #""commitmentExpiresDate":9,"commitmentPrice":1e6,"new":1.5}}"#,
            renewal: #"{"commitmentInfo":{"commitmentAutoRenewProductId":"p","commitmentAutoRenewStatus":0,"#
                + #""commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":8,"commitmentRenewalPrice":4}}"#
        ).model
        var commitment = CommitmentInfo()
        commitment.billingPeriodNumber = 3
        commitment.totalBillingPeriods = 12
        commitment.commitmentExpiresDate = Milliseconds(9)
        commitment.commitmentPrice = 1_000_000
        commitment.unknownMembers = #"{"new":1.5}"#
        #expect(model.transactionInfo?.commitmentInfo == commitment)
        var following = RenewalCommitmentInfo()
        following.commitmentAutoRenewProductId = "p"
        following.commitmentAutoRenewStatus = .known(.off)
        following.commitmentRenewalBillingPlanType = .known(.monthly)
        following.commitmentRenewalDate = Milliseconds(8)
        following.commitmentRenewalPrice = 4
        #expect(model.renewalInfo?.commitmentInfo == following)
    }

    @Test func `seats are read inside their object and beside it`() throws {
        let model = try Payload(
            Payload.data(""),
            transaction:
                #"{"multiSeatInfo":{"invitationManagement":"APPLE","priceTiers":[{"price":5,"quantity":2},{}]},"#
                + #""revokedSeatQuantity":1,"invitationManagement":"DEVELOPER"}"#,
            renewal: #"{"multiSeatInfo":{"renewalPriceTiers":[{"price":6,"quantity":3,"x":null}]},"renewalQuantity":3}"#
        ).model
        let seats = try #require(model.transactionInfo?.multiSeatInfo)
        #expect(seats.invitationManagement == .known(.apple))
        #expect(seats.revokedSeatQuantity == 1)
        #expect(seats.priceTiers?.map(\.price) == [5, nil])
        #expect(seats.priceTiers?.map(\.quantity) == [2, nil])
        let tier = try #require(model.renewalInfo?.multiSeatInfo?.renewalPriceTiers?.first)
        #expect(tier.quantity == 3)
        #expect(tier.unknownMembers == #"{"x":null}"#)
        #expect(model.renewalInfo?.renewalQuantity == 3)
    }

    @Test func `Advanced Commerce items carry offers and refunds`() throws {
        let model = try Payload(
            Payload.data(""),
            transaction: #"{"advancedCommerceInfo":{"descriptors":{"description":"d","displayName":"n"},"#
                + #""estimatedTax":1,"period":"P6M","requestReferenceId":"r","taxCode":"c","taxExclusivePrice":2,"#
                + #""taxRate":"0.15","items":[{"SKU":"S","description":"d","displayName":"n","price":3,"#
                + #""offer":{"period":"P3D","periodCount":2,"price":0,"reason":"WIN_BACK"},"revocationDate":4,"#
                + #""refunds":[{"refundAmount":5,"refundDate":6,"refundReason":"LEGAL","refundType":"HALF"}]}]}}"#
        ).model
        let info = try #require(model.transactionInfo?.advancedCommerceInfo)
        #expect(info.descriptors?.description == "d")
        #expect(info.descriptors?.displayName == "n")
        #expect(info.estimatedTax == 1)
        #expect(info.period == .known(.sixMonths))
        #expect(info.requestReferenceId == "r")
        #expect(info.taxCode == "c")
        #expect(info.taxExclusivePrice == 2)
        #expect(info.taxRate == "0.15")
        #expect(info.unknownMembers == nil)
        let item = try #require(info.items?.first)
        #expect(item.sku == "S")
        #expect(item.description == "d")
        #expect(item.displayName == "n")
        #expect(item.price == 3)
        #expect(item.revocationDate == Milliseconds(4))
        #expect(item.unknownMembers == nil)
        #expect(item.offer?.period == .known(.threeDays))
        #expect(item.offer?.periodCount == 2)
        #expect(item.offer?.price == 0)
        #expect(item.offer?.reason == .known(.winBack))
        let refund = try #require(item.refunds?.first)
        #expect(refund.refundAmount == 5)
        #expect(refund.refundDate == Milliseconds(6))
        #expect(refund.refundReason == .known(.legal))
        #expect(refund.refundType == .unknown("HALF"))
    }

    @Test func `Advanced Commerce renewals carry price increases`() throws {
        let model = try Payload(
            Payload.data(""),
            renewal: #"{"advancedCommerceInfo":{"consistencyToken":"t","descriptors":{},"period":"P1W","#
                + #""requestReferenceId":"r","taxCode":"c","items":[{"SKU":"S","description":"d","displayName":"n","#
                + #""offer":{},"price":1,"priceIncreaseInfo":{"dependentSKUs":["A","B"],"price":9,"status":"PENDING"}}]}}"#
        ).model
        let info = try #require(model.renewalInfo?.advancedCommerceInfo)
        #expect(info.consistencyToken == "t")
        #expect(info.descriptors == AdvancedCommerceDescriptors())
        #expect(info.period == .known(.oneWeek))
        #expect(info.requestReferenceId == "r")
        #expect(info.taxCode == "c")
        let item = try #require(info.items?.first)
        #expect(item.sku == "S")
        #expect(item.description == "d")
        #expect(item.displayName == "n")
        #expect(item.offer == AdvancedCommerceOffer())
        #expect(item.price == 1)
        #expect(item.priceIncreaseInfo?.dependentSKUs == ["A", "B"])
        #expect(item.priceIncreaseInfo?.price == 9)
        #expect(item.priceIncreaseInfo?.status == .known(.pending))
    }

    @Test func `wrong types inside nested objects become nil and stay readable`() throws {
        let model = try Payload(
            Payload.data(""),
            transaction: #"{"commitmentInfo":{"billingPeriodNumber":"3","totalBillingPeriods":1.5,"#
                + #""commitmentExpiresDate":1e400,"commitmentPrice":2},"multiSeatInfo":[1],"advancedCommerceInfo":"#
                + #"{"items":[{"SKU":"S"},5],"taxRate":0.15},"other":1}"#
        ).model
        let transaction = try #require(model.transactionInfo)
        #expect(transaction.commitmentInfo?.billingPeriodNumber == nil)
        #expect(transaction.commitmentInfo?.totalBillingPeriods == nil)
        #expect(transaction.commitmentInfo?.commitmentExpiresDate == nil)
        #expect(transaction.commitmentInfo?.commitmentPrice == 2)
        #expect(
            transaction.commitmentInfo?.unknownMembers
                == #"{"billingPeriodNumber":"3","totalBillingPeriods":1.5,"commitmentExpiresDate":1e400}"#
        )
        #expect(transaction.multiSeatInfo == nil)
        #expect(transaction.unknownMembers == #"{"other":1,"multiSeatInfo":[1]}"#)
        #expect(transaction.advancedCommerceInfo?.items == nil)
        #expect(transaction.advancedCommerceInfo?.unknownMembers == #"{"items":[{"SKU":"S"},5],"taxRate":0.15}"#)
    }

    @Test func `lists of texts are read whole or not at all`() throws {
        let whole = try Payload("{\(Payload.head),\"summary\":{\"storefrontCountryCodes\":[\"JPN\",\"\\u0055SA\"]}}")
        guard case .summary(let summary) = whole.model.content else {
            Issue.record("no summary")
            return
        }
        #expect(summary.storefrontCountryCodes == ["JPN", "USA"])
        let broken = try Payload("{\(Payload.head),\"unclaimInfo\":{\"unclaimSeatIds\":[\"a\",1]}}")
        guard case .unclaimInfo(let info) = broken.model.content else {
            Issue.record("no unclaimInfo")
            return
        }
        #expect(info.unclaimSeatIds == nil)
        #expect(info.unknownMembers == #"{"unclaimSeatIds":["a",1]}"#)
    }
}
