/// The `appData` object of RESCIND_CONSENT, since version 2.19.
///
/// Source: App Store Server Notifications, `appData`.
public struct AppData: Equatable, Sendable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// The app's id in the App Store; often absent in Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The verified payload of `signedAppTransactionInfo`.
    public var appTransactionInfo: AppTransactionInfo?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
