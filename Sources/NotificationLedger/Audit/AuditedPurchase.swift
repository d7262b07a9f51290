internal import Reconciliation

/// What the ledger holds of one key at the audit's instant, in as few bytes as that takes.
struct AuditedPurchase {
    /// What the ledger proves about access.
    enum Standing: UInt8 {
        case entitled
        case silent
        case notEntitled
    }

    /// Whose purchase it is.
    enum Ownership: UInt8 {
        case unknown
        case purchased
        case familyShared
        case assigned

        /// `inAppOwnershipType`; nil where it was not told.
        var text: String? {
            switch self {
            case .unknown: nil
            case .purchased: "PURCHASED"
            case .familyShared: "FAMILY_SHARED"
            case .assigned: "ASSIGNED"
            }
        }
    }

    /// The refund or revocation that took the access.
    struct Taking {
        var kind: Revocation.Kind
        var amount: Int64?
        var currency: String?
    }

    /// Stands for an instant that is not known.
    static let unknownInstant = Int64.min
    /// Stands for access without an end.
    static let endless = Int64.max

    /// The number of the original transaction id among the book's texts.
    var id: UInt32
    /// The number of the app and environment.
    var scope: UInt16
    var standing: Standing
    var kind: EntitlementState.Kind
    var ownership: Ownership
    /// The numbers of texts; nil where there is none.
    var cause: UInt32?
    var product: UInt32?
    var level: UInt32?
    var since: Int64
    /// When the access ends that holds or held last.
    var until: Int64
    /// In grace, when what was paid for ended; else as `until`.
    var paidUntil: Int64
    /// When consent was withdrawn that was not given again; nil while it stands, 0 where the instant is not known.
    var consentWithdrawnAt: Int64?
    /// The place of what took the access.
    var taking: Int32 = -1
    /// A row of the grants speaks of it.
    var isMentioned = false
    /// Its refund is in the sum.
    var isCounted = false
    /// The account that the first grant of it named, as a number; 0 for none.
    var account: UInt64 = 0
    /// The row of that grant.
    var firstRow: Int = 0
}
