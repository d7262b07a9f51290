/// Writes comma-separated values after RFC 4180 into a byte buffer: cell after cell, each line ended by CRLF.
///
/// An absent value is an empty cell, an empty text is `""`. No spreadsheet takes a text for a formula: one that begins
/// with `=`, `+`, `-`, `@`, TAB or CR gets an apostrophe before it, and so does one that begins with apostrophes and
/// then one of these, so that taking one apostrophe away from such a cell always gives the text back.
package struct CSVWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes an empty cell.
    package mutating func null() { separate() }

    /// Writes a whole number, or an empty cell; a negative one is a number and no formula.
    package mutating func value(_ value: Int64?) {
        separate()
        if let value { bytes.append(contentsOf: String(value).utf8) }
    }

    /// Writes a text, in quotes where it needs them, or an empty cell.
    package mutating func value(_ text: String?) {
        separate()
        guard let text else { return }
        let apostrophe = Self.isFormula(text.utf8)
        guard text.isEmpty || text.utf8.contains(where: Self.needsQuotes) else {
            if apostrophe { bytes.append(UInt8(ascii: "'")) }
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        if apostrophe { bytes.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Ends a line.
    package mutating func endRow() {
        bytes.append(0x0D)
        bytes.append(0x0A)
        needsComma = false
    }

    /// True for a text that a spreadsheet could take for a formula, with or without apostrophes before it.
    private static func isFormula(_ text: String.UTF8View) -> Bool {
        switch text.first(where: { $0 != UInt8(ascii: "'") }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
