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
        var result = ""
        write(to: &result)
        return result
    }

    private func write(to result: inout String) {
        switch self {
        case .object(let members):
            result.append("{")
            for (position, member) in members.enumerated() {
                if position > 0 { result.append(",") }
                Self.write(quoted: member.name, to: &result)
                result.append(":")
                member.value.write(to: &result)
            }
            result.append("}")
        case .array(let elements):
            result.append("[")
            for (position, element) in elements.enumerated() {
                if position > 0 { result.append(",") }
                element.write(to: &result)
            }
            result.append("]")
        case .string(let text): Self.write(quoted: text, to: &result)
        case .integer(let number): result.append(String(number))
        case .boolean(let value): result.append(value ? "true" : "false")
        case .null: result.append("null")
        case .verbatim(let text): result.append(text)
        }
    }

    private static func write(quoted text: String, to result: inout String) {
        result.append("\"")
        defer { result.append("\"") }
        // Nearly all text is a JWS, which has nothing to escape.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            result.append(text)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result.append("\\\"")
            case "\\": result.append("\\\\")
            case "\n": result.append("\\n")
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: result.unicodeScalars.append(scalar)
            }
        }
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
