/// What becomes of a grant when the ledger is asked about it.
///
/// The order of the cases is that of the documentation, not of precedence; ``GrantJudge`` decides that.
public enum AuditClass: String, CaseIterable, Sendable {
    /// Both sides say the same.
    case agrees
    /// Granted, though the ledger proves that nothing entitles to it.
    case leak
    /// Entitled, though a row says that nothing is granted.
    case denied
    /// Entitled, but to another product or access level.
    case wrongProduct = "wrong-product"
    /// Entitled, but until another instant.
    case wrongExpiry = "wrong-expiry"
    /// The ledger is silent.
    case unconfirmed
    /// Entitled or granted, but consent was withdrawn and not given again.
    case consentWithdrawn = "consent-withdrawn"
    /// Only purchases of test environments stand behind a grant.
    case sandboxOnly = "sandbox-only"
    /// One purchase behind grants of several accounts, or a shared one that counts as bought.
    case sharedPurchase = "shared-purchase"
    /// The ledger knows none of a grant's ids.
    case unknownToLedger = "unknown-to-ledger"
    /// Entitled, and no grant mentions it.
    case unknownToYou = "unknown-to-you"
    /// A row that cannot be compared: without a usable id, or with a value that cannot be read.
    case unusable

    /// The classes that tell of a difference.
    public static let differences = Set(allCases).subtracting([.agrees, .unconfirmed, .unusable])
    /// The classes that are told unless others are asked for.
    public static let toldByDefault = differences.union([.unusable])
}
