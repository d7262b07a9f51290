/// Instants as text and back: ISO 8601 in UTC over milliseconds since 1970, by integer arithmetic alone.
public enum Instant {
    /// The instant as `2025-10-16T05:19:01.117Z`; without a fraction where it is zero.
    public static func text(_ milliseconds: Int64) -> String {
        let days = floorDivide(milliseconds, 86_400_000)
        let remainder = milliseconds % 86_400_000
        let inDay = remainder < 0 ? remainder + 86_400_000 : remainder
        let (year, month, day) = civil(fromDays: days)
        let fraction = inDay % 1000
        let seconds = inDay / 1000
        return "\(date(year, month, day))T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
            + (fraction == 0 ? "" : "." + three(fraction)) + "Z"
    }

    /// The instant's day as `2025-10-16`.
    public static func day(_ milliseconds: Int64) -> String {
        let (year, month, day) = civil(fromDays: floorDivide(milliseconds, 86_400_000))
        return date(year, month, day)
    }

    /// From 10^11, below which a number means seconds, to the end of the year 9999.
    private static let milliseconds: ClosedRange<Int64> = 100_000_000_000...253_402_300_799_999

    /// Reads ISO 8601 with a zone, a date (its start in UTC), or milliseconds since 1970 from 10^11 on; else nil.
    ///
    /// A day that the calendar lacks, such as 2023-02-29, is nil.
    public static func parse(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        if let number = Int64(text), !text.hasPrefix("+") { return milliseconds.contains(number) ? number : nil }
        var scanner = Scanner(bytes: bytes)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), (1...12).contains(month), day >= 1, day <= daysIn(month: month, year: year)
        else { return nil }
        let midnight = days(year: year, month: month, day: day) * 86_400_000
        if scanner.isAtEnd { return midnight }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if scanner.skip(":") {
            guard let value = scanner.digits(2), value < 60 else { return nil }
            second = value
            if scanner.skip(".") {
                guard let value = scanner.milliseconds() else { return nil }
                fraction = value
            }
        }
        guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
        return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - offset * 60_000
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Character) -> Bool {
            guard position < bytes.count, bytes[position] == character.asciiValue else { return false }
            position += 1
            return true
        }

        mutating func digits(_ count: Int) -> Int64? {
            guard position + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[position..<position + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            position += count
            return value
        }

        mutating func milliseconds() -> Int64? {
            var value: Int64 = 0
            var count = 0
            while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                if count < 3 { value = value * 10 + Int64(bytes[position] - 0x30) }
                count += 1
                position += 1
            }
            guard count > 0 else { return nil }
            while count < 3 {
                value *= 10
                count += 1
            }
            return value
        }

        /// The zone's offset from UTC in minutes.
        mutating func zone() -> Int64? {
            if skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = digits(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }

    static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }

    static func daysIn(month: Int64, year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Days since 1970-01-01 of a day of the Gregorian calendar.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        // Years begin in March here, so that a leap day is the last of its year.
        let marchYear = month <= 2 ? year - 1 : year
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year, month and day of a day counted from 1970-01-01.
    static func civil(fromDays days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func date(_ year: Int64, _ month: Int64, _ day: Int64) -> String {
        let digits = String(year.magnitude)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(year < 0 ? "-" : "")\(padded)-\(two(month))-\(two(day))"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    private static func three(_ value: Int64) -> String { (value < 10 ? "00" : value < 100 ? "0" : "") + "\(value)" }
}
