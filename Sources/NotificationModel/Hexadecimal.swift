/// Lower-case hexadecimal text.
public enum Hexadecimal {
    /// The bytes as two digits each, first byte first.
    public static func text(of bytes: some Sequence<UInt8>) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            result.append(digit(byte >> 4))
            result.append(digit(byte & 15))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The word as 16 digits, most significant first.
    public static func text(of word: UInt64) -> String {
        text(of: (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) })
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
