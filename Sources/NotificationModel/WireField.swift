/// The form in which a member's value is kept.
public enum FieldForm: Sendable, Hashable {
    /// An identifier: JSON string; another JSON type rejects the record.
    case identifier
    /// Free or listed text: JSON string; another type drops the value with a note.
    case text
    /// Milliseconds since 1970 as a JSON integer; another type or a true fraction rejects the record.
    case instant
    /// An identifier that is a 64-bit JSON integer; another type or a true fraction rejects the record.
    case integerIdentifier
    /// A 64-bit integer that is no date; another type or a fraction drops the value with a note, a number beyond 64
    /// bits rejects the record.
    case integer
    /// A JSON boolean.
    case boolean
    /// An object or array, kept as its JSON text.
    case json
    /// A JWS in compact form; verified, never stored.
    case signed
}

/// One member of a wire object: its JSON name, its column in the ledger, and the form of its value.
public struct WireField: Sendable {
    /// The member's name on the wire.
    public let name: String
    /// The column's name: the member's name in snake case.
    public let column: String
    /// The form of the value.
    public let form: FieldForm

    init(_ name: String, _ form: FieldForm, column: String? = nil) {
        self.name = name
        self.column = column ?? Self.snakeCase(name)
        self.form = form
    }

    private static func snakeCase(_ name: String) -> String {
        var result = ""
        var previousWasLower = false
        for character in name {
            if character.isUppercase && previousWasLower { result.append("_") }
            result.append(contentsOf: character.lowercased())
            previousWasLower = character.isLowercase || character.isNumber
        }
        return result
    }
}
