internal import Reconciliation

/// A life drawn in one line of ASCII, scaled to at most 100 columns.
///
/// A column shows the most notable of what lies in it, however short: revoked before billing retry, grace, expired,
/// unconfirmed and access.
struct AccessBar {
    static let columns = 100
    static let legend = "# access  g grace  r billing retry  x revoked  - expired  ? unconfirmed"

    /// The beginning and the end of what is drawn.
    let start: Int64
    let end: Int64
    let text: String

    /// Nil for a purchase that never gave access, and for a life without length.
    init?(_ derived: DerivedPurchases, horizon: Int64?) {
        let starts = derived.intervals.map(\.start) + derived.lapses.map(\.start)
        guard let start = starts.min() else { return nil }
        let edges = starts + derived.intervals.compactMap(\.end) + derived.lapses.compactMap(\.end)
        let end = max(edges.max() ?? start, horizon ?? start)
        guard end > start else { return nil }
        self.start = start
        self.end = end
        var cells = [Int](repeating: 0, count: Self.columns)
        func paint(_ from: Int64, _ until: Int64?, _ rank: Int) {
            let last = min(until ?? end, end)
            guard from < last else { return }
            for column in Self.column(from, start, end)...Self.column(last - 1, start, end) {
                cells[column] = max(cells[column], rank)
            }
        }
        for interval in derived.intervals { paint(interval.start, interval.end, interval.origin == .grace ? 4 : 1) }
        for lapse in derived.lapses {
            let rank =
                switch lapse.state {
                case .unconfirmed: 2
                case .expired: 3
                case .billingRetry: 5
                case .revoked: 6
                }
            paint(lapse.start, lapse.end, rank)
        }
        text = String(cells.map { Array(" #?-grx")[$0] })
    }

    /// The column of an instant; nil outside of what is drawn.
    func column(of instant: Int64) -> Int? {
        (start...end).contains(instant) ? min(Self.column(instant, start, end), Self.columns - 1) : nil
    }

    private static func column(_ instant: Int64, _ start: Int64, _ end: Int64) -> Int {
        let place = (Int128(instant) - Int128(start)) * Int128(columns) / (Int128(end) - Int128(start))
        return Int(min(place, Int128(columns - 1)))
    }
}
