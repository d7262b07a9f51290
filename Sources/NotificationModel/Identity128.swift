/// A UUID as two machine words: the form in which identities are compared and indexed.
///
/// Letter case is folded on the way in; the text form is lower case.
public struct Identity128: Hashable, Sendable, Comparable {
    /// The first eight bytes, big endian.
    public let high: UInt64
    /// The last eight bytes, big endian.
    public let low: UInt64

    /// An identity from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the 36-character form `8-4-4-4-12`, in any letter case; nil for everything else.
    public init?(text: Span<UInt8>) {
        guard text.count == 36,
            text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"), text[18] == UInt8(ascii: "-"),
            text[23] == UInt8(ascii: "-")
        else { return nil }
        var isValid = true
        let high =
            Self.word(text, 0..<8, &isValid) << 32 | Self.word(text, 9..<13, &isValid) << 16
            | Self.word(text, 14..<18, &isValid)
        let low =
            Self.word(text, 19..<23, &isValid) << 48 | Self.word(text, 24..<36, &isValid)
        guard isValid else { return nil }
        self.init(high: high, low: low)
    }

    /// Reads the 36-character text form; nil for everything else.
    public init?(_ text: String) {
        self.init(text: Array(text.utf8).span)
    }

    /// Orders by the bytes of the UUID.
    public static func < (left: Identity128, right: Identity128) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// The hexadecimal digits of a range as a number; clears `isValid` for anything else.
    private static func word(_ text: Span<UInt8>, _ range: Range<Int>, _ isValid: inout Bool) -> UInt64 {
        var word: UInt64 = 0
        for index in range {
            let byte = text[index]
            let decimal = byte &- UInt8(ascii: "0")
            let letter = (byte | 0x20) &- UInt8(ascii: "a")
            isValid = isValid && (decimal < 10 || letter < 6)
            word = word << 4 | UInt64(decimal < 10 ? decimal : letter &+ 10)
        }
        return word
    }
}

extension Identity128: CustomStringConvertible {
    /// The lower-case text form with hyphens.
    public var description: String {
        let digits = Hexadecimal.text(of: high) + Hexadecimal.text(of: low)
        var result = ""
        for (index, character) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { result.append("-") }
            result.append(character)
        }
        return result
    }
}
