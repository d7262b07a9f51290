package import NotificationModel

/// A fault of a whole source: what is wrong, and where in the file as it stands on disk.
package struct SourceFault: Error, Equatable, Sendable {
    package let reason: RejectionReason
    /// The offset in the raw file at which reading stopped.
    package let offset: UInt64
    /// What was found and what was expected; no text of the file.
    package let detail: String

    package init(_ reason: RejectionReason, at offset: UInt64, _ detail: String) {
        self.reason = reason
        self.offset = offset
        self.detail = detail
    }

    /// The fault as a verdict, its offset in the detail.
    package var rejection: Rejection {
        Rejection(reason, "at byte \(offset) of the file: \(detail)")
    }
}
