/// The documented lists of a text member's values.
enum TextList: UInt8, Sendable {
    case environment
    case productType
    case ownershipType
    case revocationType
    case offerDiscountType
    case transactionReason
    case billingPlanType
    case additionalTransactionReason
    case externalPurchaseTokenType
    case consumptionRequestReason
    case purchasePlatform

    /// The list of the member with this name; nil for one whose text is free.
    init?(ofMember name: String) {
        switch name {
        case "environment", "receiptType": self = .environment
        case "type": self = .productType
        case "inAppOwnershipType": self = .ownershipType
        case "revocationType": self = .revocationType
        case "offerDiscountType": self = .offerDiscountType
        case "transactionReason": self = .transactionReason
        case "billingPlanType", "renewalBillingPlanType": self = .billingPlanType
        case "additionalTransactionReason": self = .additionalTransactionReason
        case "tokenType": self = .externalPurchaseTokenType
        case "consumptionRequestReason": self = .consumptionRequestReason
        case "originalPlatform": self = .purchasePlatform
        default: return nil
        }
    }

    /// True for a text on the list.
    func contains(_ text: Span<UInt8>) -> Bool {
        switch self {
        case .environment: StoreEnvironment(known: text) != nil
        case .productType: ProductType(wire: text) != nil
        case .ownershipType: OwnershipType(wire: text) != nil
        case .revocationType: RevocationType(wire: text) != nil
        case .offerDiscountType: OfferDiscountType(wire: text) != nil
        case .transactionReason: TransactionReason(wire: text) != nil
        case .billingPlanType: BillingPlanType(wire: text) != nil
        case .additionalTransactionReason: AdditionalTransactionReason(wire: text) != nil
        case .externalPurchaseTokenType: ExternalPurchaseTokenType(wire: text) != nil
        case .consumptionRequestReason: ConsumptionRequestReason(wire: text) != nil
        case .purchasePlatform: PurchasePlatform(wire: text) != nil
        }
    }
}
