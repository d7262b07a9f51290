/// The signed objects of one record: the notification itself and the JWS inside it.
public enum SignedPart: UInt8, CaseIterable, Sendable, Hashable {
    case notification
    case transaction
    case renewal
    case appTransaction

    /// The JSON member that carries the part.
    public var memberName: String {
        switch self {
        case .notification: "signedPayload"
        case .transaction: "signedTransactionInfo"
        case .renewal: "signedRenewalInfo"
        case .appTransaction: "signedAppTransactionInfo"
        }
    }
}
