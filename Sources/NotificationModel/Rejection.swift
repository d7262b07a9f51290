/// The verdict on a record that was not accepted: the code, where it applies, and what was found.
///
/// `detail` is for people; it names shapes, sizes and offsets, never text that belongs to a customer.
public struct Rejection: Error, Equatable, Sendable {
    /// The stable code.
    public let reason: RejectionReason
    /// The inner part concerned and its own reason, for ``RejectionReason/innerRejected``.
    public let inner: Inner?
    /// What was found and what was expected.
    public let detail: String

    /// A rejected inner JWS: which member carried it, and why it was refused.
    public struct Inner: Equatable, Sendable {
        /// The member that carried the inner JWS.
        public let part: SignedPart
        /// The inner JWS's own reason.
        public let reason: RejectionReason

        /// Names the part and its reason.
        public init(part: SignedPart, reason: RejectionReason) {
            self.part = part
            self.reason = reason
        }
    }

    /// A rejection with its explanation.
    public init(_ reason: RejectionReason, _ detail: String) {
        self.reason = reason
        self.inner = nil
        self.detail = detail
    }

    /// The rejection of a whole record because one of its inner parts was refused.
    public init(of part: SignedPart, because cause: Rejection) {
        reason = .innerRejected
        inner = Inner(part: part, reason: cause.reason)
        detail = "\(part.memberName): \(cause.reason.rawValue): \(cause.detail)"
    }
}
