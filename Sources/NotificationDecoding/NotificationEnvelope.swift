package import NotificationModel

/// A decoded outer payload whose inner parts have still to be verified and decoded.
package struct NotificationEnvelope: Sendable {
    /// The row as far as the outer payload fills it.
    package var row: NotificationRow
    /// Outer `signedDate`.
    package var signedDate: Int64?

    /// An inner JWS, with the place of its text in the arena.
    package struct Part: Sendable {
        package let part: SignedPart
        package let token: ByteSlice
    }
}
