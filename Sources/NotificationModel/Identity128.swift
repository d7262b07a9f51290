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
        guard text.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for index in text.indices {
            let byte = text[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.hexDigit(byte) else { return nil }
            if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    /// Reads the 36-character text form; nil for everything else.
    public init?(_ text: String) {
        self.init(text: Array(text.utf8).span)
    }

    /// Orders by the bytes of the UUID.
    public static func < (left: Identity128, right: Identity128) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
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
