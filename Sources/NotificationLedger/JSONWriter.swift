/// Writes JSON text into a byte buffer, member after member; the caller keeps the nesting right.
package struct JSONWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    package mutating func beginObject() { open("{") }
    package mutating func endObject() { close("}") }
    package mutating func beginArray() { open("[") }
    package mutating func endArray() { close("]") }

    /// Writes a member's name; its value follows.
    package mutating func name(_ name: String) {
        separate()
        append(quoted: name.utf8)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func null() { literal("null") }
    package mutating func value(_ value: Int64?) { literal(value.map(String.init) ?? "null") }
    package mutating func value(_ value: Int) { literal(String(value)) }
    package mutating func value(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes a text, or null.
    package mutating func value(_ text: String?) {
        guard let text else { return null() }
        separate()
        append(quoted: text.utf8)
        needsComma = true
    }

    /// Writes UTF-8 bytes as a text.
    package mutating func value(utf8 text: some Sequence<UInt8>) {
        separate()
        append(quoted: text)
        needsComma = true
    }

    /// Writes bytes that are JSON text already, without the white space between its tokens: a line stays one line,
    /// and characters that command a terminal are escaped as elsewhere.
    package mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        let start = bytes.count
        var isInString = false
        var isEscaped = false
        for byte in json {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                continue
            }
            bytes.append(byte)
        }
        escapeCommandCharacters(from: start)
        needsComma = true
    }

    /// Ends a line of JSON lines.
    package mutating func newline() {
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func open(_ bracket: Character) {
        separate()
        bytes.append(contentsOf: bracket.utf8)
        needsComma = false
    }

    private mutating func close(_ bracket: Character) {
        bytes.append(contentsOf: bracket.utf8)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func append(quoted text: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x00..<0x20:
                bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        escapeCommandCharacters(from: start)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes DEL, the control characters U+0080 to U+009F, and the marks that direct or hide text.
    ///
    /// In JSON text such bytes stand only inside of strings, where `\uXXXX` means the same.
    private mutating func escapeCommandCharacters(from start: Int) {
        guard bytes[start...].contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }) else { return }
        let text = String(decoding: bytes[start...], as: UTF8.self)
        bytes.removeSubrange(start...)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
                let digits = String(scalar.value, radix: 16)
                bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
