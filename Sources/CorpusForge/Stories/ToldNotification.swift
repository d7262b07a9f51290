/// A notification as a story tells it, with what its delivery needs to know.
package struct ToldNotification: Hashable, Sendable {
    /// The story that tells it.
    package var story: String
    /// The app whose archive holds it.
    package var app: InventedApp
    /// True for Sandbox.
    package var isSandbox: Bool
    /// When the store signed it; also where the record itself does not say.
    package var moment: Moment
    /// The notification.
    package var notification: ForgedNotification
}
