package import NotificationModel

/// What a JWS header's certificates came to.
package enum SignerResolution: Sendable {
    /// The path leads to an anchor; whether it was valid at the record's instant is still to be asked of the key.
    case trusted(SigningKey)
    /// The header or its path is refused, whatever the record says.
    case rejected(Rejection)
}
