/// How an Advanced Commerce subscription is shown to its customer.
public struct AdvancedCommerceDescriptors: Equatable, Sendable {
    /// The longer text.
    public var description: String?
    /// The name.
    public var displayName: String?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
