import NotificationModel
import Testing

@Suite struct OpenValueTests {
    @Test func `a listed text becomes its case, and comes back`() {
        let value = OpenValue<ProductType>("Non-Renewing Subscription")
        #expect(value == .known(.nonRenewingSubscription))
        #expect(value.text == "Non-Renewing Subscription")
    }

    @Test func `a text outside the list is kept as it came`() {
        let value = OpenValue<OwnershipType>("purchased")
        #expect(value == .unknown("purchased"))
        #expect(value.text == "purchased")
    }

    @Test func `a number outside the list is kept as it came`() {
        #expect(OpenNumber<SubscriptionStatus>(4) == .known(.billingGracePeriod))
        #expect(OpenNumber<SubscriptionStatus>(4).number == 4)
        #expect(OpenNumber<SubscriptionStatus>(-9) == .unknown(-9))
        #expect(OpenNumber<OfferType>(5).number == 5)
    }

    @Test func `numbered lists hold the documented numbers`() {
        #expect(SubscriptionStatus.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect(AutoRenewStatus.allCases.map(\.rawValue) == [0, 1])
        #expect(ExpirationIntent.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect(PriceIncreaseStatus.allCases.map(\.rawValue) == [0, 1])
        #expect(RevocationReason.allCases.map(\.rawValue) == [0, 1])
        #expect(OfferType.allCases.map(\.rawValue) == [1, 2, 3, 4])
    }

    @Test func `Advanced Commerce lists hold the documented texts`() {
        #expect(
            AdvancedCommercePeriod.allCases.map(\.text) == ["P3D", "P1W", "P1M", "P2M", "P3M", "P6M", "P9M", "P1Y"]
        )
        #expect(AdvancedCommerceOfferReason.allCases.map(\.text) == ["ACQUISITION", "WIN_BACK", "RETENTION"])
        #expect(
            AdvancedCommerceRefundReason.allCases.map(\.text) == [
                "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
                "MODIFY_ITEMS_REFUND", "SIMULATE_REFUND_DECLINE",
            ]
        )
        #expect(AdvancedCommerceRefundType.allCases.map(\.text) == ["FULL", "PRORATED", "CUSTOM"])
        #expect(AdvancedCommercePriceIncreaseStatus.allCases.map(\.text) == ["SCHEDULED", "PENDING", "ACCEPTED"])
        #expect(InvitationManagement.allCases.map(\.text) == ["APPLE", "DEVELOPER"])
    }

    @Test func `environments outside the list are kept and need a signature`() {
        for text in ["Production", "Sandbox", "Xcode", "LocalTesting", "Moon"] {
            #expect(StoreEnvironment(text).text == text)
        }
        #expect(StoreEnvironment("Moon") == .unknown("Moon"))
        #expect(!StoreEnvironment("Moon").isUnsigned)
        #expect(StoreEnvironment("Xcode").isUnsigned)
        #expect(StoreEnvironment("LocalTesting").isUnsigned)
        #expect(!StoreEnvironment("Production").isUnsigned)
        #expect(!StoreEnvironment("Sandbox").isUnsigned)
    }

    @Test func `instants order by time, also before 1970`() {
        #expect(Milliseconds(-62_135_769_600_000) < Milliseconds(0))
        #expect(Milliseconds(1) > Milliseconds(0))
    }
}
