/// Strict base64url without padding (RFC 4648, section 5) by one table look-up a character.
///
/// The plain twin of the product's decoders; nothing here may become clever.
package enum ByteTableBase64 {
    /// Appends the decoded bytes; false leaves `output` as it was.
    ///
    /// - Complexity: linear in the text, one look-up a character.
    package static func decode(_ text: Span<UInt8>, appendingTo output: inout [UInt8]) -> Bool {
        guard text.count % 4 != 1 else { return false }
        let start = output.count
        let length = text.count * 3 / 4
        if output.capacity < start + length { output.reserveCapacity(max(start + length, 2 * output.capacity)) }
        var isValid = false
        output.append(addingCapacity: length) { space in isValid = decode(text, into: &space) }
        if !isValid { output.removeSubrange(start...) }
        return isValid
    }

    private static func decode(_ text: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Bool {
        let table = table.span
        var invalid: UInt8 = 0
        var index = 0
        while index + 4 <= text.count {
            var group: UInt32 = 0
            for offset in 0..<4 {
                let value = table[Int(text[index + offset])]
                invalid |= value
                group = group << 6 | UInt32(value & 0x3F)
            }
            output.append(UInt8(truncatingIfNeeded: group >> 16))
            output.append(UInt8(truncatingIfNeeded: group >> 8))
            output.append(UInt8(truncatingIfNeeded: group))
            index += 4
        }
        let rest = text.count - index
        guard rest > 0 else { return invalid & 0x80 == 0 }
        var group: UInt32 = 0
        for offset in 0..<rest {
            let value = table[Int(text[index + offset])]
            invalid |= value
            group |= UInt32(value & 0x3F) << UInt32(18 - 6 * offset)
        }
        // Bits behind the last whole byte encode nothing and must be zero.
        guard group & (rest == 2 ? 0xFFFF : 0xFF) == 0 else { return false }
        output.append(UInt8(truncatingIfNeeded: group >> 16))
        if rest == 3 { output.append(UInt8(truncatingIfNeeded: group >> 8)) }
        return invalid & 0x80 == 0
    }

    /// Six-bit values by character; the high bit marks a character outside the alphabet.
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0x80, count: 256)
        for (value, character) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8.enumerated() {
            table[Int(character)] = UInt8(value)
        }
        return table
    }()
}
