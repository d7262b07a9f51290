/// The Advanced Commerce part of a transaction, since version 2.14.
public struct AdvancedCommerceInfo: Equatable, Sendable {
    /// How the subscription is shown.
    public var descriptors: AdvancedCommerceDescriptors?
    /// Milliunits of the currency.
    public var estimatedTax: Int64?
    /// What was bought.
    public var items: [AdvancedCommerceItem]?
    /// The subscription's period.
    public var period: OpenValue<AdvancedCommercePeriod>?
    /// The developer's request.
    public var requestReferenceId: String?
    /// The tax code.
    public var taxCode: String?
    /// Milliunits of the currency.
    public var taxExclusivePrice: Int64?
    /// A decimal text such as `0.15`.
    public var taxRate: String?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
