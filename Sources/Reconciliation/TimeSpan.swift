/// A span [start, end) of a timeline in the making, and what fills it.
struct TimeSpan {
    enum Content: Equatable {
        case access(AccessInterval.Origin, AccessInterval.EndCause)
        /// The hole of a revocation, with its kind.
        case revoked(String)
    }

    var start: Int64
    /// Exclusive; ``Instant/open`` for no end.
    var end: Int64
    var content: Content
    var transactionId: String?
    var productId: String?
    /// Start of the paid period that the span belongs to: words said from then on may concern its end.
    var periodStart: Int64
    /// End of that paid period: billing retry counts from there.
    var periodEnd: Int64
    var isCommitment = false
    /// The end of a revocation that was undone only after the period; nil while it stands.
    var reversedAt: Int64?
}

/// Layers of spans laid over each other, the first on top.
enum TimeLayers {
    /// Makes spans disjoint: of two that overlap the one that starts earlier stays whole.
    ///
    /// - Complexity: O(n log n).
    static func flattened(_ spans: [TimeSpan]) -> [TimeSpan] {
        var result: [TimeSpan] = []
        for span in spans.sorted(by: precedes) {
            var span = span
            if let last = result.last { span.start = max(span.start, last.end) }
            if span.start < span.end { result.append(span) }
        }
        return result
    }

    /// Lays a disjoint, sorted layer under another one: it shows only where the upper one leaves time free.
    ///
    /// - Complexity: O(upper + lower).
    static func laid(_ lower: [TimeSpan], under upper: [TimeSpan]) -> [TimeSpan] {
        guard !lower.isEmpty else { return upper }
        var result: [TimeSpan] = []
        result.reserveCapacity(upper.count + lower.count)
        var next = 0
        for span in lower {
            var span = span
            while next < upper.count, upper[next].end <= span.start {
                result.append(upper[next])
                next += 1
            }
            while next < upper.count, upper[next].start < span.end {
                if span.start < upper[next].start {
                    var piece = span
                    piece.end = upper[next].start
                    if case .access(let origin, _) = piece.content { piece.content = .access(origin, .superseded) }
                    result.append(piece)
                }
                span.start = upper[next].end
                guard span.start < span.end else { break }
                result.append(upper[next])
                next += 1
            }
            if span.start < span.end { result.append(span) }
        }
        result.append(contentsOf: upper[next...])
        return result
    }

    private static func precedes(_ left: TimeSpan, _ right: TimeSpan) -> Bool {
        // Text decides last, so that spans which start together come in one order whatever the input's.
        (left.start, right.end, left.transactionId ?? "", left.productId ?? "")
            < (right.start, left.end, right.transactionId ?? "", right.productId ?? "")
    }
}
