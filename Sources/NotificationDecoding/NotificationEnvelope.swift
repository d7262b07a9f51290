package import NotificationModel

/// A decoded outer payload whose inner parts have still to be verified and decoded.
package struct NotificationEnvelope: Sendable {
    /// The row as far as the outer payload fills it.
    package var row: NotificationRow
    /// Outer `signedDate`.
    package var signedDate: Int64?
    /// The inner JWS in the order in which they stand in their table, with the place of their text in the arena.
    package var parts: [Part]

    package struct Part: Sendable {
        package let part: SignedPart
        package let token: ByteSlice
    }
}
