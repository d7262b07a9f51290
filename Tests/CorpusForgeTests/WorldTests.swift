import CorpusForge
import NotificationModel
import Testing

@Suite("The simulated world")
struct WorldTests {
    static let world = World(WorldOptions(seed: 7, notifications: 6000))

    /// Everything that a world's streams tell, in order.
    private static func told(_ world: World, chunk: Int = 1000) -> [ToldNotification] {
        world.streams.flatMap { stream in
            stride(from: 0, to: stream.count, by: chunk).flatMap { start in
                world.told(start..<min(start + chunk, stream.count), of: stream)
            }
        }
    }

    private static func stateLines(_ world: World) -> [String] {
        var lines: [String] = []
        world.forEachStateLine { lines.append($0) }
        return lines
    }

    @Test("equal options make equal worlds, however they are asked; another seed makes another one")
    func determinism() {
        let options = WorldOptions(seed: 7, notifications: 1500)
        let world = World(options)
        #expect(Self.told(World(options), chunk: 77) == Self.told(world))
        #expect(Self.stateLines(World(options)) == Self.stateLines(world))
        #expect(Self.told(World(WorldOptions(seed: 8, notifications: 1500))) != Self.told(world))
    }

    @Test("a world tells exactly as many notifications as it was asked for", arguments: [1, 2, 17, 500, 6000])
    func exactNumber(count: Int) {
        let world = World(WorldOptions(seed: 3, notifications: count))
        #expect(world.streams.reduce(0) { $0 + $1.count } == count)
        #expect(Self.told(world).count == count)
    }

    @Test("streams come by name, their notifications by instant, within the world's time and each once")
    func order() {
        let names = Self.world.streams.map(\.name)
        #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        for stream in Self.world.streams {
            let told = Self.world.told(0..<stream.count, of: stream)
            #expect(told.map(\.moment) == told.map(\.moment).sorted())
            #expect(told.allSatisfy { $0.app == stream.app && $0.isSandbox == stream.isSandbox })
        }
        let all = Self.told(Self.world)
        let options = Self.world.options
        #expect(all.allSatisfy { options.start <= $0.moment && $0.moment <= options.end })
        #expect(Set(all.compactMap(\.notification.uuid)).count == all.count)
    }

    @Test("all documented pairs and the newer ones occur, and names that nobody documents")
    func pairs() {
        let told = Set(Self.told(Self.world).map { [$0.notification.type, $0.notification.subtype] })
        for pair in NotificationTable.pairs where pair.isDocumented {
            #expect(
                told.contains([pair.type.text, pair.subtype?.text]),
                "\(pair.type.text) \(pair.subtype?.text ?? "")"
            )
        }
        #expect(told.contains { $0[0].flatMap { NotificationType($0) } == nil })
    }

    @Test("several apps share the world")
    func apps() {
        let world = World(WorldOptions(seed: 5, notifications: 900, apps: 5))
        #expect(Set(world.streams.map(\.app.bundleId)).count == 5)
    }

    @Test("a short world ends in time and says nothing of what came later")
    func shortWorld() {
        let options = WorldOptions(seed: 2, start: "2024-05-01", days: 30, notifications: 400)
        let told = Self.told(World(options))
        #expect(told.count == 400)
        #expect(told.allSatisfy { $0.moment >= "2024-05-01" && $0.moment <= "2024-05-31" })
    }

    @Test("records lack what their time lacked")
    func wireStyle() throws {
        for told in Self.told(Self.world) {
            guard case .data(let data) = told.notification.content else { continue }
            if told.moment < "2023-06-01" { #expect(data.status == nil) }
            guard case .fields(let transaction)? = data.transaction else { continue }
            if told.moment < "2025-02-01" { #expect(transaction.appTransactionId == nil) }
            if told.moment < "2025-12-01" { #expect(transaction.revocationType == nil) }
            if told.moment < "2023-10-01" { #expect(transaction.price == nil && transaction.currency == nil) }
            if told.moment < "2023-06-01" {
                #expect(transaction.transactionReason == nil && transaction.storefront == nil)
            }
            if told.moment < "2026-04-01" { #expect(transaction.billingPlanType == nil) }
            guard case .fields(let renewal)? = data.renewal else { continue }
            if told.moment < "2022-08-01" { #expect(renewal.recentSubscriptionStartDate == nil) }
            if told.moment < "2023-06-01" { #expect(renewal.renewalDate == nil) }
            if told.moment < "2024-06-01" { #expect(renewal.renewalPrice == nil && renewal.currency == nil) }
            if told.moment < "2025-02-01" { #expect(renewal.appAccountToken == nil && renewal.appTransactionId == nil) }
        }
    }

    @Test("a notification that never arrives marks its account's lines, and no others, as incomplete")
    func incomplete() throws {
        let lost = try #require(Self.told(Self.world).first).story
        let account = String(lost.prefix { $0 != "/" && $0 != " " })
        var marked = 0
        Self.world.forEachStateLine(lost: [lost]) { line in
            let isMarked = line.contains("\"incomplete\":true")
            #expect(isMarked == line.contains("\"account\":\"\(account)\""))
            marked += isMarked ? 1 : 0
        }
        #expect(marked > 0)
    }
}
