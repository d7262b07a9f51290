/// The `externalPurchaseToken` object, since version 2.10; it names no environment of its own.
///
/// Source: App Store Server Notifications, `externalPurchaseToken`.
public struct ExternalPurchaseToken: Equatable, Sendable {
    /// The token's id; those of Sandbox begin with `SANDBOX`.
    public var externalPurchaseId: String?
    /// When the token was made.
    public var tokenCreationDate: Milliseconds?
    /// The app's id in the App Store; often absent in Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// Only custom link tokens; since version 2.17.
    public var tokenType: OpenValue<ExternalPurchaseTokenType>?
    /// Only custom link tokens; since version 2.17.
    public var tokenExpirationDate: Milliseconds?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
