/// What an archive is written from: notifications in streams, told when they are asked for.
package protocol ToldHistory: Sendable {
    /// One stream for each app and environment, in byte-wise order of their names.
    var streams: [HistoryStream] { get }

    /// The notifications at some positions of a stream, oldest first; the same each time they are asked for.
    ///
    /// - Precondition: the positions lie below the stream's `count`.
    func told(_ positions: Range<Int>, of stream: HistoryStream) -> [ToldNotification]
}

/// All notifications of one app in one environment, numbered from 0 in the order of their instants.
package struct HistoryStream: Hashable, Sendable {
    /// A folder's path, such as `com.example.meadow/production`.
    package var name: String
    /// The app.
    package var app: InventedApp
    /// True for Sandbox.
    package var isSandbox: Bool
    /// How many notifications it has.
    package var count: Int

    /// The stream of an app in an environment.
    package init(app: InventedApp, isSandbox: Bool, count: Int) {
        name = app.bundleId + (isSandbox ? "/sandbox" : "/production")
        self.app = app
        self.isSandbox = isSandbox
        self.count = count
    }
}
