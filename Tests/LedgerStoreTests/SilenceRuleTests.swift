import LedgerStore
import TestSupport
import Testing

@Suite("Implausible silences")
struct SilenceRuleTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour

    private static func silences(_ instants: [Int64]) -> [Silence] {
        var rule = SilenceRule()
        for instant in instants { rule.append(instant) }
        return rule.silences()
    }

    /// One word an hour for so many days, but none in these hours.
    private static func hourly(days: Int, without holes: [Range<Int>] = []) -> [Int64] {
        (0..<days * 24).filter { hour in !holes.contains { $0.contains(hour) } }.map { Int64($0) * hour }
    }

    @Test("a missing day of a steady stream is told, with where it begins and what is usual")
    func missingDay() {
        #expect(Self.silences(Self.hourly(days: 40)).isEmpty)
        let found = Self.silences(Self.hourly(days: 40, without: [480..<504]))
        #expect(found.map(\.start) == [479 * Self.hour])
        #expect(found.map(\.end) == [504 * Self.hour])
        #expect(found.map(\.usual) == [SilenceRule.unremarkable])
    }

    @Test("six hours are told nowhere")
    func least() {
        #expect(Self.silences(Self.hourly(days: 40, without: [480..<485])).isEmpty)
        #expect(Self.silences(Self.hourly(days: 40, without: [480..<486])).count == 1)
    }

    @Test("few holes near each other do not hide each other; many are usual")
    func several() {
        #expect(Self.silences(Self.hourly(days: 60, without: [600..<624, 672..<696, 744..<768])).count == 3)
        let many = (0..<20).map { 400 + $0 * 48..<400 + $0 * 48 + 24 }
        #expect(Self.silences(Self.hourly(days: 90, without: many)).isEmpty)
    }

    @Test("nights and weekends are usual, a week of silence is not")
    func rhythm() {
        let working = (0..<70).filter { $0 % 7 < 5 }.flatMap { day in
            (0..<10).map { Int64(day) * Self.day + Int64(9 + $0) * Self.hour }
        }
        #expect(Self.silences(working).isEmpty)
        let hole = working.filter { !(28..<42).contains($0 / Self.day) }
        #expect(Self.silences(hole).map(\.start) == [25 * Self.day + 18 * Self.hour])
    }

    @Test("too few words, or the edge of an archive, are not judged")
    func edges() {
        let sparse = (0..<200).map { Int64($0) * 8 * Self.hour }
        #expect(Self.silences(sparse.filter { !(90..<120).contains($0 / (8 * Self.hour)) }).isEmpty)
        #expect(Self.silences(Self.hourly(days: 40, without: [100..<140])).isEmpty)
        #expect(Self.silences(Self.hourly(days: 40, without: [820..<860])).isEmpty)
        let bursts = (0..<60).map { Int64($0) * 60_000 }
        #expect(Self.silences(bursts + bursts.map { $0 + Self.day }).isEmpty)
        #expect(Self.silences([]).isEmpty)
        #expect(Self.silences([5]).isEmpty)
    }

    @Test("a stream without a pattern gives no false alarm, whatever its pace", arguments: [4, 12, 60, 1_000])
    func noPattern(perDay: Int) {
        var generator = SeededGenerator(seed: UInt64(perDay))
        for _ in 0..<20 {
            let instants = (0..<perDay * 365).map { _ in Int64.random(in: 0..<365 * Self.day, using: &generator) }
            #expect(Self.silences(instants.sorted()).isEmpty)
        }
    }
}
