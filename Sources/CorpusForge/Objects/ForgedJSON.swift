/// A JSON value whose members keep the order in which they are written.
///
/// Literals work: `["notificationType": "TEST", "version": 2, "ok": true]`.
package indirect enum ForgedJSON: Hashable, Sendable {
    case object([Member])
    case array([ForgedJSON])
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    case null
    /// JSON text taken as it is, well formed or not.
    case verbatim(String)

    /// One member of an object; names may repeat.
    package struct Member: Hashable, Sendable {
        /// The member's name.
        package var name: String
        /// The member's value.
        package var value: ForgedJSON

        /// A name with its value.
        package init(_ name: String, _ value: ForgedJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The compact JSON text: no white space, non-ASCII text as it is.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the compact JSON text in UTF-8.
    ///
    /// - Complexity: linear in the text.
    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (position, member) in members.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(quoted: member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (position, element) in elements.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string(let text): Self.write(quoted: text, to: &bytes)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        case .verbatim(let text): bytes.append(contentsOf: text.utf8)
        }
    }

    private static func write(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Nearly all text is a JWS, which has nothing to escape.
        guard needsEscapes(bytes.span.extracting(start...)) else { return }
        bytes.removeSubrange(start...)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: bytes.append(byte)
            }
        }
    }
}

extension ForgedJSON {
    /// True if one of the bytes may not stand in a JSON string as it is.
    private static func needsEscapes(_ text: Span<UInt8>) -> Bool {
        // Without a way out in the middle the loop takes many bytes at a time.
        var found: UInt8 = 0
        for index in text.indices {
            let byte = text[index]
            found |= byte < 0x20 ? 1 : 0
            found |= byte == UInt8(ascii: "\"") ? 1 : 0
            found |= byte == UInt8(ascii: "\\") ? 1 : 0
        }
        return found != 0
    }
}

extension ForgedJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A JSON string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A JSON integer.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// A JSON boolean.
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// The JSON null.
    package init(nilLiteral: ()) { self = .null }
    /// A JSON array.
    package init(arrayLiteral elements: ForgedJSON...) { self = .array(elements) }
    /// A JSON object in the order written, repeated names included.
    package init(dictionaryLiteral elements: (String, ForgedJSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// A list of members under construction: what is nil is left out, as the store does.
package struct MemberList: Sendable {
    /// The members so far.
    package private(set) var members: [ForgedJSON.Member] = []

    /// An empty list.
    package init() {}

    /// Adds any JSON value.
    package mutating func add(_ name: String, _ value: ForgedJSON?) {
        if let value { members.append(ForgedJSON.Member(name, value)) }
    }

    /// Adds a string.
    package mutating func add(_ name: String, _ value: String?) { add(name, value.map { .string($0) }) }

    /// Adds an integer.
    package mutating func add(_ name: String, _ value: Int64?) { add(name, value.map { .integer($0) }) }

    /// Adds a boolean.
    package mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { .boolean($0) }) }

    /// Adds an instant in milliseconds.
    package mutating func add(_ name: String, _ value: Moment?) { add(name, value?.milliseconds) }

    /// Adds members as they are.
    package mutating func add(contentsOf others: [ForgedJSON.Member]) { members.append(contentsOf: others) }
}
