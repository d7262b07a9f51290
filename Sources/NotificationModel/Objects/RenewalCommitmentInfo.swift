/// What follows after a commitment, as a renewal info tells it, since version 2.21.
public struct RenewalCommitmentInfo: Equatable, Sendable {
    /// The product after the commitment.
    public var commitmentAutoRenewProductId: String?
    /// Whether anything follows the commitment.
    public var commitmentAutoRenewStatus: OpenNumber<AutoRenewStatus>?
    /// The billing plan after the commitment.
    public var commitmentRenewalBillingPlanType: OpenValue<BillingPlanType>?
    /// When the commitment renews.
    public var commitmentRenewalDate: Milliseconds?
    /// Milliunits of the currency.
    public var commitmentRenewalPrice: Int64?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
