/// One item of an Advanced Commerce transaction.
public struct AdvancedCommerceItem: Equatable, Sendable {
    /// `SKU`.
    public var sku: String?
    /// The longer text.
    public var description: String?
    /// The name.
    public var displayName: String?
    /// The item's offer.
    public var offer: AdvancedCommerceOffer?
    /// Milliunits of the currency.
    public var price: Int64?
    /// The item's refunds.
    public var refunds: [AdvancedCommerceRefund]?
    /// When this item was revoked.
    public var revocationDate: Milliseconds?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
