/// The `unclaimInfo` object of UNCLAIM_SEATS, since version 2.23.
///
/// Only `unclaimSeatIds` is documented as read; app and environment are taken when they are there.
public struct UnclaimInfo: Equatable, Sendable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// The app's id in the App Store; often absent in Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The seat claims that the App Store released, UUID texts.
    public var unclaimSeatIds: [String]?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
