/// The length of a span in the calendar's words, in UTC.
enum PeriodLength {
    /// `1 month`, `2 years`, `1 week`, `10 days`, `5 minutes`: whole units where the span has them.
    static func text(_ start: Int64, _ end: Int64) -> String {
        let (length, overflow) = end.subtractingReportingOverflow(start)
        guard !overflow else { return TextLayout.count(Int(Int64.max / day), "day") }
        if let months = months(start, end) {
            return months % 12 == 0 ? TextLayout.count(months / 12, "year") : TextLayout.count(months, "month")
        }
        if length % day == 0 {
            let days = Int(length / day)
            return days % 7 == 0 ? TextLayout.count(days / 7, "week") : TextLayout.count(days, "day")
        }
        if length >= 2 * day { return "about " + TextLayout.count(Int((length + day / 2) / day), "day") }
        if length >= 2 * 3_600_000 { return "about " + TextLayout.count(Int((length + 1_800_000) / 3_600_000), "hour") }
        return TextLayout.count(Int((length + 30_000) / 60_000), "minute")
    }

    private static let day: Int64 = 86_400_000

    /// The whole months between two instants; a day that the last month lacks counts as its last one.
    private static func months(_ start: Int64, _ end: Int64) -> Int? {
        let (first, last) = (Instant.floorDivide(start, day), Instant.floorDivide(end, day))
        guard start - first * day == end - last * day else { return nil }
        let (year, month, dayOfMonth) = Instant.civil(fromDays: first)
        let (endYear, endMonth, endDay) = Instant.civil(fromDays: last)
        let lastDay = Instant.daysIn(month: endMonth, year: endYear)
        let months = (endYear - year) * 12 + endMonth - month
        guard months > 0, endDay == dayOfMonth || (endDay == lastDay && dayOfMonth > lastDay) else { return nil }
        return Int(months)
    }
}
