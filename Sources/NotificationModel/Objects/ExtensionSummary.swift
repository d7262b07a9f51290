/// The `summary` object of a finished mass extension, since version 2.7.
///
/// Source: App Store Server Notifications, `summary`.
public struct ExtensionSummary: Equatable, Sendable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// The app's id in the App Store; often absent in Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The product whose subscriptions were extended.
    public var productId: String?
    /// The UUID that the developer chose for the request.
    public var requestIdentifier: String?
    /// ISO 3166-1 alpha-3 codes; absent means all storefronts.
    public var storefrontCountryCodes: [String]?
    /// Subscriptions extended.
    public var succeededCount: Int64?
    /// Subscriptions not extended.
    public var failedCount: Int64?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
