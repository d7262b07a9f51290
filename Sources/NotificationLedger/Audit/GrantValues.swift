/// Reads the values that the cells of an export hold.
package enum GrantValues {
    /// Stands for a grant without end.
    package static let endless = Int64.max
    /// From 2099 on a date is a way to write that there is no end.
    private static let beginningOfEndless: Int64 = 4_070_908_800_000
    /// Below this a number counts seconds, from it on milliseconds.
    private static let firstMilliseconds: Int64 = 100_000_000_000

    /// A truth value in the usual ways to write one; nil for everything else.
    package static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "1", "t", "yes", "y", "on", "active": true
        case "false", "0", "f", "no", "n", "off", "inactive": false
        default: nil
        }
    }

    /// An instant in ISO 8601, seconds or milliseconds since 1970; nil for everything else.
    ///
    /// ISO 8601 may have a space for its `T`; without a zone it is in UTC, and an offset may lack its minutes, as
    /// PostgreSQL and SQLite write it. `infinity` and what lies in 2099 or later is ``endless``.
    package static func instant(_ text: String) -> Int64? {
        let instant = text.lowercased() == "infinity" ? endless : number(text) ?? date(text)
        return instant.map { $0 >= beginningOfEndless ? endless : $0 }
    }

    /// A number without sign, with a fraction that is cut after the third digit of seconds.
    private static func number(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, isDigits(whole), parts.count == 1 || isDigits(parts[1]),
            let value = Int64(whole)
        else { return nil }
        guard value < firstMilliseconds else { return value }
        let fraction = parts.count == 2 ? String((parts[1] + "000").prefix(3)) : "0"
        return value * 1000 + (Int64(fraction) ?? 0)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func date(_ text: String) -> Int64? {
        if let instant = Instant.parse(text) { return instant }
        // A date with a time but no zone, or with an offset of hours only.
        guard text.utf8.count >= 13 else { return nil }
        return Instant.parse(text + "Z") ?? Instant.parse(text + ":00")
    }
}
