/// A duration as ISO 8601 writes it, such as `P1Y`, `P30D` or `PT1H30M`.
public struct CalendarDuration: Sendable, Equatable {
    /// Years and months, counted by the calendar in UTC.
    public var months: Int64
    /// Everything shorter.
    public var milliseconds: Int64

    /// A duration of months and milliseconds.
    public init(months: Int64 = 0, milliseconds: Int64) {
        self.months = months
        self.milliseconds = milliseconds
    }

    /// Reads `PnYnMnWnDTnHnMnS` with whole numbers, each part once and in this order; nil for everything else.
    ///
    /// A number over 1,000,000 is refused.
    public init?(_ text: String) {
        let inDay: [(Character, Int64)] = [("H", 3_600_000), ("M", 60_000), ("S", 1000)]
        let dated: [(Character, Int64)] = [("Y", 12), ("M", 1), ("W", 7 * 86_400_000), ("D", 86_400_000)]
        self.init(milliseconds: 0)
        guard text.first == "P" else { return nil }
        let parts = text.dropFirst().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count <= 2, let date = parts.first, let dateParts = Self.parts(date, dated.map(\.0)) else {
            return nil
        }
        var count = dateParts.count
        for (index, value) in dateParts {
            if index < 2 { months += value * dated[index].1 } else { milliseconds += value * dated[index].1 }
        }
        if parts.count == 2 {
            guard let timeParts = Self.parts(parts[1], inDay.map(\.0)), !timeParts.isEmpty else { return nil }
            count += timeParts.count
            for (index, value) in timeParts { milliseconds += value * inDay[index].1 }
        }
        guard count > 0 else { return nil }
    }

    /// The numbers before the letters, by the letters' places.
    private static func parts(_ text: Substring, _ letters: [Character]) -> [(Int, Int64)]? {
        var result: [(Int, Int64)] = []
        var digits = ""
        var next = 0
        for character in text {
            if character.isASCII, character.isWholeNumber {
                digits.append(character)
                continue
            }
            guard let index = letters[next...].firstIndex(of: character), let value = Int64(digits), value <= 1_000_000
            else { return nil }
            result.append((index, value))
            digits = ""
            next = index + 1
        }
        return digits.isEmpty ? result : nil
    }

    /// The instant this much later; the last day of a month where the day is missing in it.
    ///
    /// Instants that no 64-bit number holds are kept at its ends.
    public func added(to instant: Int64) -> Int64 {
        var result = instant
        if months != 0 {
            let day = Instant.floorDivide(instant, 86_400_000)
            let (year, month, dayOfMonth) = Instant.civil(fromDays: day)
            let count = year * 12 + month - 1 + months
            let (newYear, newMonth) = (Instant.floorDivide(count, 12), count - Instant.floorDivide(count, 12) * 12 + 1)
            let newDay = min(dayOfMonth, Instant.daysIn(month: newMonth, year: newYear))
            let shifted = Instant.days(year: newYear, month: newMonth, day: newDay)
                .multipliedReportingOverflow(by: 86_400_000)
            let (sum, overflow) = shifted.partialValue.addingReportingOverflow(instant - day * 86_400_000)
            guard !shifted.overflow, !overflow else { return .max }
            result = sum
        }
        let (sum, overflow) = result.addingReportingOverflow(milliseconds)
        return overflow ? .max : sum
    }
}
