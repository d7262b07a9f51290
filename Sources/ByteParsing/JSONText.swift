internal import Glibc

/// The text of strings on a tape, with their escapes resolved.
package enum JSONText {
    /// Appends the string's UTF-8 text to `output`.
    ///
    /// `bytes` are those that were parsed, with the same `base`. The parser has checked the escapes.
    package static func append(
        _ node: JSONNode,
        of bytes: Span<UInt8>,
        base: Int = 0,
        to output: inout [UInt8]
    ) {
        let text = bytes.extracting(node.offset - base..<node.offset - base + node.length)
        guard node.hasEscapes else {
            Bytes.append(text, to: &output)
            return
        }
        var index = 0
        while index < text.count {
            let byte = text[index]
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                index += 1
                continue
            }
            index += appendEscape(text, at: index, to: &output)
        }
    }

    /// The string's text.
    package static func string(_ node: JSONNode, of bytes: Span<UInt8>, base: Int = 0) -> String {
        var text: [UInt8] = []
        append(node, of: bytes, base: base, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// True if the string, escapes resolved, is this ASCII text.
    package static func equals(
        _ node: JSONNode,
        in bytes: Span<UInt8>,
        base: Int = 0,
        _ text: StaticString
    ) -> Bool {
        guard node.kind == .string else { return false }
        guard !node.hasEscapes else {
            // Byte for byte: String's own equality takes U+212A for the letter K.
            return string(node, of: bytes, base: base).utf8.elementsEqual(text.description.utf8)
        }
        guard node.length == text.utf8CodeUnitCount else { return false }
        let found = bytes.extracting(node.offset - base..<node.offset - base + node.length)
        // Safe: both have the length that is compared.
        return unsafe found.withUnsafeBytes { found in
            guard let start = found.baseAddress else { return text.utf8CodeUnitCount == 0 }
            return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    private static func appendEscape(_ text: Span<UInt8>, at index: Int, to output: inout [UInt8]) -> Int {
        switch text[index + 1] {
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"): return appendUnicodeEscape(text, at: index, to: &output)
        default: output.append(text[index + 1])
        }
        return 2
    }

    private static func appendUnicodeEscape(_ text: Span<UInt8>, at index: Int, to output: inout [UInt8]) -> Int {
        let unit = hexadecimal(text, at: index + 2)
        var value = unit
        var consumed = 6
        if (0xD800...0xDBFF).contains(unit) {
            value = 0x10000 + (unit - 0xD800) << 10 + (hexadecimal(text, at: index + 8) - 0xDC00)
            consumed = 12
        }
        guard let scalar = Unicode.Scalar(value) else { preconditionFailure("an escape the parser did not check") }
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return consumed
    }

    private static func hexadecimal(_ text: Span<UInt8>, at start: Int) -> UInt32 {
        (start..<start + 4).reduce(0) { value, index in
            let byte = text[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: digit = byte - UInt8(ascii: "A") + 10
            }
            return value << 4 | UInt32(digit)
        }
    }
}
