/// What a grant came to.
struct GrantVerdict {
    var auditClass: AuditClass
    /// The place of the purchase that it was compared with.
    var purchase: Int?
    /// The id that led there, or the first of the row.
    var id: Grant.ID?
    /// Whether the row grants at the audit's instant.
    var isGranted: Bool
    /// For a shared purchase, the row of the first grant of it.
    var firstRow: Int?
    /// The ledger knows an id, but for another app or environment.
    var isKnownElsewhere = false
}
