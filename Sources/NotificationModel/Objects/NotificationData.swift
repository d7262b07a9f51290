/// The `data` object: the app, and the signed parts of an in-app purchase event.
///
/// Source: App Store Server Notifications, `data`.
public struct NotificationData: Equatable, Sendable {
    /// `environment`.
    public var environment: StoreEnvironment?
    /// The app's id in the App Store; often absent in Sandbox.
    public var appAppleId: Int64?
    /// The app's bundle id.
    public var bundleId: String?
    /// The build number, free text.
    public var bundleVersion: String?
    /// The verified payload of `signedTransactionInfo`.
    public var transactionInfo: TransactionInfo?
    /// The verified payload of `signedRenewalInfo`; only auto-renewable subscriptions.
    public var renewalInfo: RenewalInfo?
    /// The subscription's state at the outer signing instant; since version 2.8.
    public var status: OpenNumber<SubscriptionStatus>?
    /// Only CONSUMPTION_REQUEST; since version 2.11.
    public var consumptionRequestReason: OpenValue<ConsumptionRequestReason>?
    /// The members that no property holds, as one JSON object; nil when there were none.
    public var unknownMembers: String?

    /// A value without any member.
    public init() {}
}
