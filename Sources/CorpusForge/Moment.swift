/// An instant as the store writes it: whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Written in code as text, always UTC: `"2024-03-05 10:15"`, `"2024-03-05 10:15:30"`, `"2024-03-05"`.
package struct Moment: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970.
    package let milliseconds: Int64

    /// An instant from its milliseconds.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// An instant of the civil calendar, UTC; a month above 12 counts on into the following years.
    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        let days = Self.days(year: year + (month - 1) / 12, month: (month - 1) % 12 + 1) + day - 1
        milliseconds = Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    }

    /// The same time of day so many calendar months later; the day is clamped to the month's last one.
    package func adding(months: Int) -> Moment {
        let dayLength: Int64 = 86_400_000
        let day = Int((Double(milliseconds) / Double(dayLength)).rounded(.down))
        let timeOfDay = milliseconds - Int64(day) * dayLength
        let (year, month, dayOfMonth) = Self.civil(day)
        let target = year * 12 + month - 1 + months
        let first = Self.days(year: target / 12, month: target % 12 + 1)
        let length = Self.days(year: (target + 1) / 12, month: (target + 1) % 12 + 1) - first
        return Moment(milliseconds: Int64(first + min(dayOfMonth, length) - 1) * dayLength + timeOfDay)
    }

    /// The civil date of a day counted from 1970-01-01, which it must not precede.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        var year = 1970 + day / 366
        while days(year: year + 1, month: 1) <= day { year += 1 }
        var month = 12
        while days(year: year, month: month) > day { month -= 1 }
        return (year, month, day - days(year: year, month: month) + 1)
    }

    /// The civil date, `YYYY-MM-DD`, of an instant since 1970.
    package var date: String {
        let (year, month, day) = Self.civil(Int(milliseconds / 86_400_000))
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
    }

    /// Orders by time.
    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Days from 1970-01-01 to the first of a month.
    ///
    /// Counts years from March, so that the leap day is the last day of its year.
    private static func days(year: Int, month: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400
            + (153 * monthFromMarch + 2) / 5 - 719_468
    }
}

extension Moment: ExpressibleByStringLiteral {
    /// Reads `YYYY-MM-DD`, with ` HH:MM` or ` HH:MM:SS` after it, as UTC.
    ///
    /// - Precondition: the literal has one of these forms.
    package init(stringLiteral text: String) {
        let numbers = text.split { "- :".contains($0) }.map { Int($0) ?? -1 }
        precondition(
            [3, 5, 6].contains(numbers.count) && numbers.allSatisfy { $0 >= 0 },
            "a moment reads YYYY-MM-DD HH:MM:SS"
        )
        self.init(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers.count > 3 ? numbers[3] : 0,
            minute: numbers.count > 3 ? numbers[4] : 0,
            second: numbers.count > 5 ? numbers[5] : 0
        )
    }
}

/// A length of time of fixed milliseconds.
package struct Length: Hashable, Sendable {
    /// The number of milliseconds; negative for the way back.
    package let milliseconds: Int64

    /// So many milliseconds.
    package static func milliseconds(_ count: Int) -> Length { Length(milliseconds: Int64(count)) }
    /// So many seconds.
    package static func seconds(_ count: Int) -> Length { .milliseconds(count * 1000) }
    /// So many minutes.
    package static func minutes(_ count: Int) -> Length { .seconds(count * 60) }
    /// So many hours.
    package static func hours(_ count: Int) -> Length { .minutes(count * 60) }
    /// So many days of 24 hours.
    package static func days(_ count: Int) -> Length { .hours(count * 24) }

    /// The later instant.
    package static func + (moment: Moment, length: Length) -> Moment {
        Moment(milliseconds: moment.milliseconds + length.milliseconds)
    }

    /// The earlier instant.
    package static func - (moment: Moment, length: Length) -> Moment {
        Moment(milliseconds: moment.milliseconds - length.milliseconds)
    }
}
