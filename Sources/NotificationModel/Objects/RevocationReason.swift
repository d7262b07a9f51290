/// Why Apple refunded or revoked a transaction: `revocationReason`.
public enum RevocationReason: Int64, CaseIterable, Sendable, Hashable {
    case other = 0
    case problemWithApp = 1
}
