import NotificationModel
import Testing

/// The member tables against the field lists of the documents, written out here a second time.
@Suite struct WireObjectTests {
    static let documented: [WireObject: String] = [
        .notification: """
        notificationType subtype notificationUUID version signedDate data appData summary externalPurchaseToken
        unclaimInfo
        """,
        .data: """
        environment appAppleId bundleId bundleVersion signedTransactionInfo signedRenewalInfo status
        consumptionRequestReason
        """,
        .appData: "appAppleId bundleId environment signedAppTransactionInfo",
        .summary: """
        environment appAppleId bundleId productId requestIdentifier storefrontCountryCodes succeededCount failedCount
        """,
        .externalPurchaseToken: """
        externalPurchaseId tokenCreationDate appAppleId bundleId tokenType tokenExpirationDate
        """,
        .unclaimInfo: "unclaimSeatIds bundleId appAppleId environment",
        .transaction: """
        transactionId originalTransactionId previousOriginalTransactionId webOrderLineItemId bundleId productId
        subscriptionGroupIdentifier purchaseDate originalPurchaseDate expiresDate quantity type appAccountToken
        inAppOwnershipType signedDate revocationDate revocationReason revocationType revocationPercentage isUpgraded
        offerType offerIdentifier offerDiscountType offerPeriod environment storefront storefrontId transactionReason
        price currency appTransactionId billingPlanType commitmentInfo multiSeatInfo additionalTransactionReason
        advancedCommerceInfo
        """,
        .renewal: """
        originalTransactionId productId autoRenewProductId autoRenewStatus expirationIntent isInBillingRetryPeriod
        gracePeriodExpiresDate priceIncreaseStatus offerType offerIdentifier offerDiscountType offerPeriod
        recentSubscriptionStartDate renewalDate renewalPrice currency eligibleWinBackOfferIds appAccountToken
        appTransactionId signedDate environment renewalBillingPlanType commitmentInfo renewalQuantity multiSeatInfo
        advancedCommerceInfo
        """,
        .appTransaction: """
        receiptType appAppleId bundleId appTransactionId originalApplicationVersion originalPurchaseDate
        originalPlatform preorderDate receiptCreationDate applicationVersion versionExternalIdentifier
        deviceVerification deviceVerificationNonce requestDate
        """,
    ]

    @Test(arguments: WireObject.allCases)
    func `an object has exactly the documented members`(object: WireObject) throws {
        let names = try #require(Self.documented[object]).split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(object.table.fields.map(\.name).sorted() == names.sorted())
    }

    @Test(arguments: WireObject.allCases)
    func `dates are instants and nothing else is`(object: WireObject) {
        for field in object.table.fields {
            #expect((field.form == .instant) == field.name.hasSuffix("Date"), "\(field.name)")
        }
    }

    @Test(arguments: WireObject.allCases)
    func `what carries a JWS is never stored as text`(object: WireObject) {
        let signed = object.table.fields.filter { $0.form == .signed }.map(\.name)
        let carriers = SignedPart.allCases.map(\.memberName)
        #expect(signed.allSatisfy { carriers.contains($0) })
        #expect(object.table.fields.filter { carriers.contains($0.name) }.map(\.name) == signed)
    }

    @Test(arguments: WireObject.allCases)
    func `every member is found at its position, and no near miss is`(object: WireObject) {
        let table = object.table
        let names = Set(table.fields.map(\.name))
        for (position, field) in table.fields.enumerated() {
            #expect(table.position(of: field.name) == position)
            let misses = [
                field.name + "s", String(field.name.dropLast()), field.name.uppercased(), field.name + "\0",
                String(field.name.reversed()), " " + field.name,
            ]
            for miss in misses where !names.contains(miss) {
                #expect(table.position(of: miss) == nil, "\(miss)")
            }
        }
        #expect(table.position(of: "") == nil)
        #expect(table.count == table.fields.count)
    }

    @Test func `members of other objects are not found`() {
        let all = Set(WireObject.allCases.flatMap { $0.table.fields.map(\.name) })
        for object in WireObject.allCases {
            let own = Set(object.table.fields.map(\.name))
            #expect(all.filter { object.table.position(of: $0) != nil } == own)
        }
    }

    @Test(arguments: WireObject.allCases)
    func `columns are distinct and in snake case`(object: WireObject) {
        let columns = object.table.fields.map(\.column)
        #expect(Set(columns).count == columns.count)
        for column in columns {
            #expect(column.allSatisfy { $0 == "_" || ("a"..."z").contains($0) }, "\(column)")
        }
    }

    @Test(
        arguments: zip(
            ["notificationUUID", "signedDate", "externalPurchaseToken"],
            ["notification_uuid", "signed_date", "external_purchase_token"]
        )
    )
    func `a column is the member's name in snake case`(name: String, column: String) throws {
        let table = WireObject.notification.table
        let position = try #require(table.position(of: name))
        #expect(table.fields[position].column == column)
    }

    @Test func `columns of longer names read as words`() {
        let columns = WireObject.renewal.table.fields.map(\.column)
        #expect(columns.contains("is_in_billing_retry_period"))
        #expect(columns.contains("eligible_win_back_offer_ids"))
        #expect(WireObject.data.table.fields.map(\.column).contains("app_apple_id"))
    }

    @Test func `the constant positions are those of the tables`() {
        typealias Outer = WireObject.NotificationPosition
        let outer = WireObject.notification.table
        #expect(outer.position(of: "notificationType") == Outer.notificationType)
        #expect(outer.position(of: "subtype") == Outer.subtype)
        #expect(outer.position(of: "notificationUUID") == Outer.notificationUUID)
        #expect(outer.position(of: "signedDate") == Outer.signedDate)
        for container in PayloadContainer.allCases {
            #expect(outer.position(of: container.text) == container.position, "\(container)")
        }
        #expect(
            WireObject.externalPurchaseToken.table.position(of: "externalPurchaseId")
                == WireObject.ExternalPurchaseTokenPosition.externalPurchaseId
        )
        let transaction = WireObject.transaction.table
        typealias Transaction = WireObject.TransactionPosition
        #expect(transaction.position(of: "originalTransactionId") == Transaction.originalTransactionId)
        #expect(
            transaction.position(of: "previousOriginalTransactionId") == Transaction.previousOriginalTransactionId
        )
        #expect(
            WireObject.renewal.table.position(of: "originalTransactionId")
                == WireObject.RenewalPosition.originalTransactionId
        )
    }

    @Test(arguments: WireObject.allCases)
    func `the positions by role are those of the tables`(object: WireObject) {
        let table = object.table
        let isApp = object == .appTransaction
        #expect(table.position(of: "bundleId") == object.bundleIdPosition)
        #expect(table.position(of: isApp ? "receiptType" : "environment") == object.environmentPosition)
        #expect(table.position(of: isApp ? "receiptCreationDate" : "signedDate") == object.instantPosition)
        for part in SignedPart.allCases {
            #expect(table.position(of: part.memberName) == object.position(of: part), "\(part)")
        }
    }
}
