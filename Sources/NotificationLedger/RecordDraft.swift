internal import NotificationDecoding
internal import NotificationModel
internal import SignatureVerification

/// A record on its way from its text to a row.
struct RecordDraft {
    /// Why the record is rejected, once something speaks against it.
    var rejection: Rejection?
    /// The decoded outer payload in the arena.
    var payload = ByteSlice(offset: 0, length: 0)
    /// Who signed the outer JWS; nil for a record that is read without a signature.
    var signer: SigningKey?
    /// The number of the outer JWS in its batch.
    var ticket = 0
    /// Of a record that is read without a signature: why it was refused with one.
    var refusal: Rejection?
    /// The row as far as it is known.
    var row: NotificationRow?
    /// Outer `signedDate`.
    var signedDate: Int64?
    /// The inner JWS among all drafts' parts.
    var parts = 0..<0

    /// True for a record of a local test environment, whose parts Apple did not sign.
    var isUnsigned: Bool { refusal != nil }
}

/// An inner JWS on its way from its text to columns.
struct PartDraft {
    let part: SignedPart
    /// The text in the arena.
    let token: ByteSlice
    /// Why the part, and with it its record, is rejected.
    var rejection: Rejection?
    /// The decoded payload in the arena.
    var payload = ByteSlice(offset: 0, length: 0)
    /// Who signed it; nil without a signature.
    var signer: SigningKey?
    /// The number of the JWS in its batch.
    var ticket = 0
    /// The number of the payload among the messages to digest.
    var digest = 0

    init(_ part: NotificationEnvelope.Part) {
        self.part = part.part
        token = part.token
    }
}
