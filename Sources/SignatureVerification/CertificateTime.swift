internal import COpenSSL

/// Reads the dates of certificates: only the forms of RFC 5280, 4.1.2.5.
enum CertificateTime {
    /// Seconds since 1970, nil for any other form: fractions, offsets, missing seconds, the wrong type for the year.
    static func seconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        guard let time = unsafe time, let text = unsafe OpenSSLBytes.string(time) else { return nil }
        switch unsafe ASN1_STRING_type(time) {
        case V_ASN1_UTCTIME:
            guard text.count == 13, let year = number(text, 0, 2) else { return nil }
            return seconds(year: year < 50 ? 2000 + year : 1900 + year, rest: text[2...])
        case V_ASN1_GENERALIZEDTIME:
            // Years through 2049 must be written as UTCTime.
            guard text.count == 15, let year = number(text, 0, 4), year >= 2050 else { return nil }
            return seconds(year: year, rest: text[4...])
        default:
            return nil
        }
    }

    private static func seconds(year: Int, rest: ArraySlice<UInt8>) -> Int64? {
        let text = Array(rest)
        guard text.last == UInt8(ascii: "Z"), let month = number(text, 0, 2), let day = number(text, 2, 2),
            let hour = number(text, 4, 2), let minute = number(text, 6, 2), let second = number(text, 8, 2),
            (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year), hour < 24, minute < 60,
            second < 60
        else { return nil }
        let days = daysBefore(year: year) + (1..<month).reduce(0) { $0 + length(ofMonth: $1, year: year) } + day - 1
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    private static func number(_ text: [UInt8], _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for byte in text[start..<start + count] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to the year's first day.
    private static func daysBefore(year: Int) -> Int {
        let before = year - 1
        return before * 365 + before / 4 - before / 100 + before / 400 - 719_162
    }
}
