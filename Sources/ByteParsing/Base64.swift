/// Strict base64: no white space, no stray characters, unused bits zero.
package enum Base64 {
    /// The alphabet and its padding.
    package enum Variant: Sendable {
        /// RFC 4648 section 5 without padding, as in a JWS.
        case url
        /// RFC 4648 section 4 with padding, as in `x5c`.
        case standard
    }

    /// Appends the decoded bytes to `output`; false leaves `output` as it was.
    ///
    /// - Complexity: linear in the text.
    package static func decode(_ text: Span<UInt8>, _ variant: Variant, appendingTo output: inout [UInt8]) -> Bool {
        var count = text.count
        if variant == .standard {
            guard count % 4 == 0 else { return false }
            if count > 0, text[count - 1] == UInt8(ascii: "=") { count -= text[count - 2] == UInt8(ascii: "=") ? 2 : 1 }
        }
        guard count % 4 != 1 else { return false }
        let table = variant == .url ? urlTable : standardTable
        let start = output.count
        let length = count / 4 * 3 + (count % 4 == 0 ? 0 : count % 4 - 1)
        // Reserving just what is needed would copy all that is there each time.
        if output.capacity < start + length { output.reserveCapacity(max(start + length, 2 * output.capacity)) }
        var isValid = false
        output.append(addingCapacity: length) { space in
            isValid = decodeDigits(text, count, table, into: &space)
        }
        if !isValid { output.removeSubrange(start...) }
        return isValid
    }

    private static func decodeDigits(
        _ text: Span<UInt8>,
        _ count: Int,
        _ table: [UInt8],
        into output: inout OutputSpan<UInt8>
    ) -> Bool {
        let table = table.span
        var index = 0
        var invalid: UInt8 = 0
        while index + 4 <= count {
            let first = table[Int(text[index])]
            let second = table[Int(text[index + 1])]
            let third = table[Int(text[index + 2])]
            let fourth = table[Int(text[index + 3])]
            invalid |= first | second | third | fourth
            output.append(first << 2 | (second & 0x3F) >> 4)
            output.append(second << 4 | (third & 0x3F) >> 2)
            output.append(third << 6 | (fourth & 0x3F))
            index += 4
        }
        if count - index >= 2 {
            let first = table[Int(text[index])]
            let second = table[Int(text[index + 1])]
            invalid |= first | second
            output.append(first << 2 | (second & 0x3F) >> 4)
            if count - index == 2 {
                guard second & 0x0F == 0 else { return false }
            } else {
                let third = table[Int(text[index + 2])]
                invalid |= third
                output.append(second << 4 | (third & 0x3F) >> 2)
                guard third & 0x03 == 0 else { return false }
            }
        }
        return invalid & 0x80 == 0
    }

    private static let urlTable = table(UInt8(ascii: "-"), UInt8(ascii: "_"))
    private static let standardTable = table(UInt8(ascii: "+"), UInt8(ascii: "/"))

    /// Six-bit values by character; the high bit marks a character outside the alphabet.
    private static func table(_ sixtyTwo: UInt8, _ sixtyThree: UInt8) -> [UInt8] {
        var table = [UInt8](repeating: 0x80, count: 256)
        for value in UInt8(0)..<26 {
            table[Int(UInt8(ascii: "A") + value)] = value
            table[Int(UInt8(ascii: "a") + value)] = 26 + value
        }
        for value in UInt8(0)..<10 { table[Int(UInt8(ascii: "0") + value)] = 52 + value }
        table[Int(sixtyTwo)] = 62
        table[Int(sixtyThree)] = 63
        return table
    }
}
