package import NotificationModel

/// Damage to a source as a whole: what it is and where in the file it was met.
///
/// Documents completed before it stand. A fault ends its source, not the run.
package struct SourceFault: Error, Equatable, Sendable {
    /// The stable code.
    package let reason: RejectionReason
    /// The place in the file as stored (compressed), in bytes.
    package let offset: UInt64
    /// What was found.
    package let detail: String

    /// A fault at a place.
    package init(_ reason: RejectionReason, at offset: UInt64, _ detail: String) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }
}
