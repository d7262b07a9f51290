/// A time in which an app's notifications were silent, against what is usual around it.
package struct Silence: Equatable, Sendable {
    /// The last word before it, milliseconds since 1970.
    package let start: Int64
    /// The first word after it.
    package let end: Int64
    /// What is usual around it: the third-longest other silence within ``SilenceRule/window`` on both sides, and never
    /// less than ``SilenceRule/unremarkable``.
    package let usual: Int64
}

/// Finds silences that are implausible in a stream of instants, in one pass over them in order.
///
/// A silence is told if it lasts more than six hours, and more than ``multiple`` times the third-longest other silence of
/// the two weeks before and the two weeks after it. Nights and weekends are among those, so that a small app's quiet
/// hours are usual; of few holes near each other none hides the others. Each side must have ``sideCount`` instants
/// within the two weeks and reach back, or on, for a week: what is at the edge of an archive is not judged.
///
/// Why this does not cry wolf: among n silences of a stream without any pattern (a Poisson process) one exceeds k times
/// the third-longest other with probability 3·4·…·(k+2) / ((n+1)·…·(n+k)), which for k = 4 and the least n, 100, is
/// 3·10⁻⁶ a silence, one false alarm in some two hundred years of such an app, and far less for larger ones.
///
/// Memory: the silences of more than an hour and a half, which grow with the time covered and not with the instants.
package struct SilenceRule: Sendable {
    /// Silences up to this length are usual everywhere: an hour and a half, in milliseconds.
    package static let unremarkable: Int64 = 3 * hour / 2
    /// How many times longer than usual it is.
    package static let multiple: Int64 = 4
    /// How far around it the usual is looked for: 14 days, in milliseconds.
    package static let window: Int64 = 14 * 24 * hour
    /// How long the stream must have been heard on each side: 7 days, in milliseconds.
    package static let span: Int64 = 7 * 24 * hour
    /// How many instants each side must have within ``window``.
    package static let sideCount = 50

    private static let hour: Int64 = 3_600_000

    /// A silence long enough to count as usual.
    private struct Pause {
        let start: Int64
        let end: Int64
        /// True if enough was said before it.
        let isPreceded: Bool
        /// How many instants came before its end.
        let count: Int
        var isFollowed = false

        var length: Int64 { end - start }
    }

    private var first: Int64?
    private var last: Int64?
    private var count = 0
    /// The newest ``sideCount`` instants, by their number modulo that.
    private var recent = [Int64](repeating: 0, count: sideCount)
    private var pauses: [Pause] = []
    /// The first pause of which it is open whether enough follows.
    private var open = 0

    /// A stream of which nothing is known.
    package init() {}

    /// Takes the next instant; they come in ascending order.
    package mutating func append(_ instant: Int64) {
        if first == nil { first = instant }
        if let last, instant - last > Self.unremarkable {
            // The oldest of the newest `sideCount` instants.
            let isPreceded = count >= Self.sideCount && recent[count % Self.sideCount] >= last - Self.window
            pauses.append(Pause(start: last, end: instant, isPreceded: isPreceded, count: count))
        }
        recent[count % Self.sideCount] = instant
        count += 1
        last = instant
        while open < pauses.count, count - pauses[open].count >= Self.sideCount {
            pauses[open].isFollowed = instant <= pauses[open].end + Self.window
            open += 1
        }
    }

    /// The implausible silences, in order.
    ///
    /// - Complexity: linear in the pauses, times those of four weeks, which are at most 448.
    package func silences() -> [Silence] {
        guard let first, let last else { return [] }
        var found: [Silence] = []
        for (index, pause) in pauses.enumerated() {
            guard pause.isPreceded, pause.isFollowed,
                pause.start - first >= Self.span, last - pause.end >= Self.span
            else { continue }
            let usual = max(thirdLongest(around: index), Self.unremarkable)
            guard pause.length > Self.multiple * usual else { continue }
            found.append(Silence(start: pause.start, end: pause.end, usual: usual))
        }
        return found
    }

    private func thirdLongest(around index: Int) -> Int64 {
        let pause = pauses[index]
        var longest: (Int64, Int64, Int64) = (0, 0, 0)
        func offer(_ length: Int64) {
            if length > longest.0 {
                longest = (length, longest.0, longest.1)
            } else if length > longest.1 {
                longest = (longest.0, length, longest.1)
            } else if length > longest.2 {
                longest.2 = length
            }
        }
        var other = index - 1
        while other >= 0, pauses[other].end >= pause.start - Self.window {
            offer(pauses[other].length)
            other -= 1
        }
        other = index + 1
        while other < pauses.count, pauses[other].start <= pause.end + Self.window {
            offer(pauses[other].length)
            other += 1
        }
        return longest.2
    }
}
