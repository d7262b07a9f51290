/// A JSON number read as a 64-bit integer, exactly.
package enum JSONNumber: Equatable, Sendable {
    /// The number's value, also of forms like `1e12` and `12.0`.
    case integer(Int64)
    /// A number with a true fraction; the value is it truncated towards zero, where that fits.
    case fraction(truncated: Int64)
    /// Outside of 64 bits.
    case outOfRange

    /// Reads the text of a number that the parser has checked.
    ///
    /// - Complexity: linear in the text, whatever the exponent says.
    package init(_ text: Span<UInt8>) {
        if let value = Self.plain(text) {
            self = .integer(value)
            return
        }
        var digits: [UInt8] = []
        var point = 0
        var sawPoint = false
        var exponent = 0
        var index = 0
        let negative = text[0] == UInt8(ascii: "-")
        if negative { index = 1 }
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                sawPoint = true
            } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
                exponent = Self.exponent(text, from: index + 1)
                break
            } else {
                if !(digits.isEmpty && byte == UInt8(ascii: "0")) { digits.append(byte - UInt8(ascii: "0")) }
                if sawPoint { point += 1 }
            }
            index += 1
        }
        while let last = digits.last, last == 0 {
            digits.removeLast()
            point -= 1
        }
        guard !digits.isEmpty else {
            self = .integer(0)
            return
        }
        self = Self.value(digits, scale: exponent - point, negative: negative)
    }

    /// The value of up to 18 digits without fraction or exponent, nil for any other form.
    private static func plain(_ text: Span<UInt8>) -> Int64? {
        let isNegative = text[0] == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        guard text.count - index <= 18 else { return nil }
        var magnitude: Int64 = 0
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            magnitude = magnitude &* 10 &+ Int64(digit)
            index += 1
        }
        return isNegative ? -magnitude : magnitude
    }

    private static func value(_ digits: [UInt8], scale: Int, negative: Bool) -> JSONNumber {
        let wholeCount = digits.count + scale
        guard wholeCount <= 19 else { return .outOfRange }
        var magnitude: Int64 = 0
        for position in 0..<max(wholeCount, 0) {
            let digit = position < digits.count ? Int64(digits[position]) : 0
            let (scaled, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = scaled.subtractingReportingOverflow(digit)
            guard !overflowed, !carried else { return .outOfRange }
            magnitude = sum
        }
        if !negative {
            guard magnitude != .min else { return .outOfRange }
            magnitude = -magnitude
        }
        return scale < 0 ? .fraction(truncated: magnitude) : .integer(magnitude)
    }

    private static func exponent(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        var negative = false
        if text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") {
            negative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var value = 0
        while index < text.count {
            value = min(value * 10 + Int(text[index] - UInt8(ascii: "0")), 1 << 40)
            index += 1
        }
        return negative ? -value : value
    }
}
