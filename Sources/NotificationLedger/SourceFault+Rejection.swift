internal import HistoryArchive
internal import NotificationModel

extension SourceFault {
    /// The fault as a verdict, its offset in the detail.
    var rejection: Rejection {
        Rejection(reason, "at byte \(offset) of the file: \(detail)")
    }
}
