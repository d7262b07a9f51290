/// The payload of a signed app transaction.
///
/// Source: App Store Server API 1.17, `JWSAppTransactionDecodedPayload`, and the on-device form of StoreKit.
public struct AppTransactionInfo: Equatable, Sendable {
    /// The environment under another name.
    public var receiptType: StoreEnvironment?
    /// The app's id in the App Store; missing in Xcode data.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The customer's download of the app; survives refunds and new downloads.
    public var appTransactionId: String?
    /// The version first obtained; `1.0` in Sandbox.
    public var originalApplicationVersion: String?
    /// When the app was first obtained; may be negative.
    public var originalPurchaseDate: Milliseconds?
    /// Where the app was first obtained.
    public var originalPlatform: OpenValue<PurchasePlatform>?
    /// Only pre-orders.
    public var preorderDate: Milliseconds?
    /// Plays the part of a signing instant.
    public var receiptCreationDate: Milliseconds?
    /// On-device form only.
    public var applicationVersion: String?
    /// On-device form only.
    public var versionExternalIdentifier: Int64?
    /// On-device form only.
    public var deviceVerification: String?
    /// On-device form only, a UUID.
    public var deviceVerificationNonce: String?
    /// On-device form only.
    public var requestDate: Milliseconds?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
