/// The hand-told accounts of the corpus, one family a file.
package enum Stories {
    /// Every story, told under a seed.
    package static func all(seed: UInt64) -> [Story] {
        starts(seed) + renewals(seed) + plans(seed) + prices(seed) + refunds(seed) + families(seed) + consent(seed)
            + tokens(seed) + seats(seed) + oddities(seed)
    }

    /// One story: makes it and lets the closure tell it.
    static func story(
        _ name: String,
        _ app: InventedApp,
        isSandbox: Bool = false,
        _ seed: UInt64,
        _ tell: (inout Story) -> Void
    ) -> Story {
        var story = Story(name, app, isSandbox: isSandbox, seed: seed)
        tell(&story)
        return story
    }
}
