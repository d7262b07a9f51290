/// One record's verdict in a form that can be compared with the lines of `verify`.
package struct ReferenceVerdict: Equatable, Sendable {
    /// The source's name.
    package var source: String
    /// The record's number in its source; nil for a fault of the file.
    package var index: Int?
    /// `accepted`, `duplicate` or `rejected`.
    package var verdict: String
    /// The reason's code; nil for a record without one.
    package var reason: String?
    /// The notification's UUID; nil for a record that was rejected.
    package var notificationUUID: String?

    package init(source: String, index: Int?, verdict: String, reason: String?, notificationUUID: String?) {
        self.source = source
        self.index = index
        self.verdict = verdict
        self.reason = reason
        self.notificationUUID = notificationUUID
    }
}
