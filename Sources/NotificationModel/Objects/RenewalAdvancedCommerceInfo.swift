/// The Advanced Commerce part of a renewal info, since version 2.14.
public struct RenewalAdvancedCommerceInfo: Equatable, Sendable {
    /// The token of the subscription's present state.
    public var consistencyToken: String?
    /// How the subscription is shown.
    public var descriptors: AdvancedCommerceDescriptors?
    /// What renews.
    public var items: [RenewalAdvancedCommerceItem]?
    /// The subscription's period.
    public var period: OpenValue<AdvancedCommercePeriod>?
    /// The developer's request.
    public var requestReferenceId: String?
    /// The tax code.
    public var taxCode: String?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
