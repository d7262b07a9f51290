/// Arithmetic on instants and lengths in milliseconds that stays at the ends instead of overflowing.
///
/// Instants come from signed payloads, which may hold any 64-bit number.
enum Instant {
    static let second: Int64 = 1000
    static let hour: Int64 = 3_600_000
    static let day: Int64 = 86_400_000
    /// Stands for "no end" while spans are compared; a span that reaches it is open.
    static let open = Int64.max

    /// The instant `length` later.
    static func adding(_ length: Int64, to instant: Int64) -> Int64 {
        let (sum, overflow) = instant.addingReportingOverflow(length)
        guard overflow else { return sum }
        return length < 0 ? .min : .max
    }

    /// The length between two instants, never negative.
    static func distance(_ left: Int64, _ right: Int64) -> Int64 {
        let (length, overflow) = max(left, right).subtractingReportingOverflow(min(left, right))
        return overflow ? .max : length
    }
}
