internal import Reconciliation

/// A life drawn in one line of ASCII, scaled to at most 100 columns.
///
/// Every stretch of one kind has a column at least, however short it was beside the whole: where it needs one, it takes
/// it from its neighbours, so that the scale is true but for as many columns as there are short stretches. A column in
/// which two long stretches meet shows the more notable one: revoked before billing retry, grace, expired, unconfirmed
/// and access. Of a life with more than 100 stretches each column shows the most notable one.
struct AccessBar {
    static let columns = 100
    private static let legend = "# access  g grace  r billing retry  x revoked  - expired  ? unconfirmed"

    /// What the signs mean; that of a move to another id is named only where it is drawn.
    var legend: String { Self.legend + (stretches.contains { $0.mark == .moved } ? "  m moved" : "") }

    /// The beginning and the end of what is drawn.
    let start: Int64
    let end: Int64
    let text: String
    private let stretches: [Stretch]
    /// The first column of each stretch; empty where there are more stretches than columns.
    private let places: [Int]

    /// Neighbours of one kind that join on to each other.
    private struct Stretch {
        let start: Int64
        var end: Int64
        let mark: Mark
    }

    /// The kinds, the least notable first.
    private enum Mark: Int {
        case nothing
        case access
        case unconfirmed
        case moved
        case expired
        case grace
        case retry
        case revoked

        var sign: Character { Array(" #?m-grx")[rawValue] }
    }

    /// Nil for a purchase that never gave access, and for a life without length.
    init?(_ derived: DerivedPurchases, horizon: Int64?) {
        let starts = derived.intervals.map(\.start) + derived.lapses.map(\.start)
        guard let start = starts.min() else { return nil }
        let edges = starts + derived.intervals.compactMap(\.end) + derived.lapses.compactMap(\.end)
        let end = max(edges.max() ?? start, horizon ?? start)
        guard end > start else { return nil }
        self.start = start
        self.end = end
        let stretches = Self.stretches(derived, start, end)
        self.stretches = stretches
        guard stretches.count <= Self.columns else {
            places = []
            text = Self.crowded(stretches, start, end)
            return
        }
        let places = Self.places(of: stretches, start, end)
        self.places = places
        let ends = places.dropFirst() + [Self.columns]
        text = zip(stretches, zip(places, ends)).map { stretch, place in
            String(repeating: stretch.mark.sign, count: place.1 - place.0)
        }.joined()
    }

    /// The column of an instant, always one of the stretch that it lies in; nil outside of what is drawn.
    func column(of instant: Int64) -> Int? {
        guard (start...end).contains(instant) else { return nil }
        let column = min(Self.column(instant, start, end), Self.columns - 1)
        guard !places.isEmpty, let index = stretches.lastIndex(where: { $0.start <= instant }) else { return column }
        let last = index + 1 < places.count ? places[index + 1] - 1 : Self.columns - 1
        return min(max(column, places[index]), last)
    }

    /// The whole time from `start` to `end`, without a gap.
    private static func stretches(_ derived: DerivedPurchases, _ start: Int64, _ end: Int64) -> [Stretch] {
        var spans: [Stretch] = derived.intervals.map {
            Stretch(start: $0.start, end: $0.end ?? end, mark: $0.origin == .grace ? .grace : .access)
        }
        spans += derived.lapses.map { Stretch(start: $0.start, end: $0.end ?? end, mark: mark(of: $0)) }
        spans.sort { $0.start < $1.start }
        var result: [Stretch] = []
        func add(_ start: Int64, _ end: Int64, _ mark: Mark) {
            guard start < end else { return }
            if let last = result.indices.last, result[last].mark == mark {
                result[last].end = end
            } else {
                result.append(Stretch(start: start, end: end, mark: mark))
            }
        }
        // No two overlap.
        var reached = start
        for span in spans {
            add(reached, span.start, .nothing)
            add(max(reached, span.start), span.end, span.mark)
            reached = max(reached, span.end)
        }
        add(reached, end, .nothing)
        return result
    }

    private static func mark(of lapse: AccessLapse) -> Mark {
        switch lapse.state {
        case .unconfirmed: .unconfirmed
        case .expired where lapse.cause == "migrated": .moved
        case .expired: .expired
        case .billingRetry: .retry
        case .revoked: .revoked
        }
    }

    /// The first column of each stretch by its time, moved where two would share one.
    private static func places(of stretches: [Stretch], _ start: Int64, _ end: Int64) -> [Int] {
        var places: [Int] = []
        for (index, stretch) in stretches.enumerated() {
            var place = column(stretch.start, start, end)
            // A column that two share is the more notable one's.
            if index > 0, stretches[index - 1].mark.rawValue > stretch.mark.rawValue {
                place = column(stretch.start - 1, start, end) + 1
            }
            places.append(max(place, (places.last ?? -1) + 1))
        }
        var limit = columns
        for index in places.indices.reversed() {
            limit -= 1
            places[index] = min(places[index], limit)
            limit = places[index]
        }
        return places
    }

    private static func crowded(_ stretches: [Stretch], _ start: Int64, _ end: Int64) -> String {
        var marks = [Mark](repeating: .nothing, count: columns)
        for stretch in stretches {
            for column in column(stretch.start, start, end)...column(stretch.end - 1, start, end)
            where marks[column].rawValue < stretch.mark.rawValue {
                marks[column] = stretch.mark
            }
        }
        return String(marks.map(\.sign))
    }

    private static func column(_ instant: Int64, _ start: Int64, _ end: Int64) -> Int {
        let place = (Int128(instant) - Int128(start)) * Int128(columns) / (Int128(end) - Int128(start))
        return Int(min(place, Int128(columns - 1)))
    }
}
