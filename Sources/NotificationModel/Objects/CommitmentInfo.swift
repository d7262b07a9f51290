/// The commitment that a monthly transaction belongs to, since version 2.21.
public struct CommitmentInfo: Equatable, Sendable {
    /// The period's number in the commitment, from 1.
    public var billingPeriodNumber: Int64?
    /// The number of periods in the commitment.
    public var totalBillingPeriods: Int64?
    /// The commitment's end; for display, it decides no access.
    public var commitmentExpiresDate: Milliseconds?
    /// Milliunits of the currency, the whole commitment.
    public var commitmentPrice: Int64?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
