/// What a simulated world is made from; equal options make equal worlds.
package struct WorldOptions: Hashable, Sendable {
    /// Determines every account, id, instant and decision.
    package var seed: UInt64
    /// When the archive begins; some subscriptions are older.
    package var start: Moment
    /// The days from the first notification to the last one.
    package var days: Int
    /// How many notifications the store sends in all.
    package var notifications: Int
    /// How many apps there are.
    package var apps: Int

    /// A world of these dimensions.
    ///
    /// - Precondition: days, notifications and apps are positive.
    package init(
        seed: UInt64 = 1,
        start: Moment = "2022-01-01",
        days: Int = 1780,
        notifications: Int = 10_000,
        apps: Int = 2
    ) {
        precondition(days > 0 && notifications > 0 && apps > 0, "a world has days, notifications and apps")
        self.seed = seed
        self.start = start
        self.days = days
        self.notifications = notifications
        self.apps = apps
    }

    /// The instant after which nothing is said.
    package var end: Moment { start + .days(days) }
}
