import CorpusForge

/// The hand-told accounts as a history of any length: each notification as often as the length asks for, under
/// identities of its own.
///
/// Only the identity differs between the copies of a notification; their accounts and purchases are the same.
struct StoriesHistory: ToldHistory {
    /// The streams, by app and environment.
    let streams: [HistoryStream]
    private let told: [String: [ToldNotification]]
    private let seed: UInt64

    /// A history of so many notifications under a seed.
    init(seed: UInt64, notifications: Int) {
        self.seed = seed
        let all = Stories.all(seed: seed).flatMap(\.told)
        var told: [String: [ToldNotification]] = [:]
        var streams: [HistoryStream] = []
        var before = 0
        for app in [InventedApp.meadow, .tidepool] {
            for isSandbox in [false, true] {
                let own = all.filter { $0.app == app && $0.isSandbox == isSandbox }.sorted { $0.moment < $1.moment }
                let after = before + own.count
                let count = notifications * after / all.count - notifications * before / all.count
                let stream = HistoryStream(app: app, isSandbox: isSandbox, count: count)
                streams.append(stream)
                told[stream.name] = own
                before = after
            }
        }
        self.streams = streams
        self.told = told
    }

    /// The notifications at some positions.
    func told(_ positions: Range<Int>, of stream: HistoryStream) -> [ToldNotification] {
        let own = told[stream.name] ?? []
        return positions.map { position in
            let base = position * own.count / stream.count
            let first = (base * stream.count + own.count - 1) / own.count
            var one = own[base]
            guard position > first else { return one }
            var numbers = SeededNumbers(seed: seed &+ UInt64(position), name: stream.name)
            one.notification.uuid = numbers.uuid()
            one.story += "-\(position - first)"
            return one
        }
    }
}
