/// What a notification means for an entitlement, in one word.
///
/// The word is a reading of Apple's text for a ledger; `status` and the dates of the same notification outrank it.
public enum EntitlementEffect: String, CaseIterable, Sendable {
    case grants
    case extends
    case keeps
    case warns
    case ends
    case revokes
    case restores
    case none
}

/// One row of the table: a type with one of its subtypes, and what the two say together.
public struct NotificationPair: Sendable {
    /// The type.
    public let type: NotificationType
    /// The subtype; nil where the member is absent.
    public let subtype: NotificationSubtype?
    /// The event's stable name, kebab-case.
    public let event: String
    /// The effect on an entitlement.
    public let effect: EntitlementEffect
    /// The object that carries the content.
    public let payload: PayloadContainer
    /// The signed parts to expect inside, and when.
    public let inner: ExpectedParts
    /// The version of App Store Server Notifications that brought the pair; nil where no changelog tells.
    public let since: String?
    /// False for pairs that only older records or a single table row show.
    public let isDocumented: Bool
    /// The event in a few words, for people.
    public let story: String

    /// Which signed parts a pair's payload holds.
    public enum ExpectedParts: String, Sendable {
        case none = ""
        case transaction = "T"
        case transactionAndRenewal = "T R"
        case transactionAndRenewalIfAutoRenewable = "T (R)"
        case appTransaction = "AT"
    }
}
