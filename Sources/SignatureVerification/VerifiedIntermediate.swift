/// An intermediate that an anchor signed and that may sign leaves: what is remembered of it.
struct VerifiedIntermediate: Sendable {
    /// Its distinguished name in DER.
    let subject: [UInt8]
    /// Its key.
    let publicKey: ECPublicKey
    /// The seconds in which it and its anchor are valid.
    let window: ValidityWindow
    /// Its key's identifier, nil without one.
    let keyIdentifier: [UInt8]?
}
