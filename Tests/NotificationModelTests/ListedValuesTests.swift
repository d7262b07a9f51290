import NotificationModel
import Testing

@Suite struct ListedValuesTests {
    private static func permits(_ member: String, _ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return ListedValues.permits(member, text: bytes.span)
    }

    /// The listed members and the enumerations that model them.
    static let lists: [(member: String, values: [String])] = [
        ("type", ProductType.allCases.map(\.text)),
        ("inAppOwnershipType", OwnershipType.allCases.map(\.text)),
        ("revocationType", RevocationType.allCases.map(\.text)),
        ("offerDiscountType", OfferDiscountType.allCases.map(\.text)),
        ("transactionReason", TransactionReason.allCases.map(\.text)),
        ("billingPlanType", BillingPlanType.allCases.map(\.text)),
        ("renewalBillingPlanType", BillingPlanType.allCases.map(\.text)),
        ("additionalTransactionReason", AdditionalTransactionReason.allCases.map(\.text)),
        ("tokenType", ExternalPurchaseTokenType.allCases.map(\.text)),
        ("consumptionRequestReason", ConsumptionRequestReason.allCases.map(\.text)),
        ("originalPlatform", PurchasePlatform.allCases.map(\.text)),
        ("environment", ["Production", "Sandbox", "Xcode", "LocalTesting"]),
        ("receiptType", ["Production", "Sandbox", "Xcode", "LocalTesting"]),
    ]

    @Test(arguments: lists.indices)
    func `a listed member permits its values and no others`(index: Int) {
        let (member, values) = Self.lists[index]
        for value in values { #expect(Self.permits(member, value), "\(member) \(value)") }
        for value in ["", "SOMETHING_NEW", values[0] + "X", String(values[0].dropLast())] {
            #expect(!Self.permits(member, value), "\(member) \(value)")
        }
    }

    @Test func `members without a list permit everything`() {
        #expect(Self.permits("productId", "anything"))
        #expect(ListedValues.permits("appAppleId", integer: -1))
    }

    @Test(
        arguments: zip(
            ["status", "autoRenewStatus", "expirationIntent", "priceIncreaseStatus", "revocationReason"],
            [1...5, 0...1, 1...5, 0...1, 0...1] as [ClosedRange<Int64>]
        )
    )
    func `a numbered member permits its range`(member: String, range: ClosedRange<Int64>) {
        #expect(range.allSatisfy { ListedValues.permits(member, integer: $0) })
        #expect(!ListedValues.permits(member, integer: range.lowerBound - 1))
        #expect(!ListedValues.permits(member, integer: range.upperBound + 1))
    }

    @Test func `a percentage has thousandths up to one hundred percent`() {
        #expect(ListedValues.permits("revocationPercentage", integer: 100_000))
        #expect(!ListedValues.permits("revocationPercentage", integer: 100_001))
        #expect(!ListedValues.permits("price", integer: -1))
    }
}
