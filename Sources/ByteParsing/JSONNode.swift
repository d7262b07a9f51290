/// One value or member name on a parser's tape.
package struct JSONNode: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        case object
        case array
        case string
        case number
        case `true`
        case `false`
        case null
    }

    /// What the node stands for.
    package let kind: Kind
    /// True for a string with escape sequences.
    package let hasEscapes: Bool
    /// Where the text begins in the parsed bytes; of a string without its quotes.
    package let offset: Int
    /// The length of the text in bytes.
    package let length: Int
    /// The number of the first node behind this one and all it contains.
    package let next: Int

    @inlinable
    init(kind: Kind, hasEscapes: Bool, offset: Int, length: Int, next: Int) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.offset = offset
        self.length = length
        self.next = next
    }

    /// The text's place in the parsed bytes.
    @inlinable
    package var range: Range<Int> {
        offset..<offset + length
    }

    /// The place of the whole value as it stands in the text, a string's quotes included.
    @inlinable
    package var literalRange: Range<Int> {
        kind == .string ? offset - 1..<offset + length + 1 : range
    }
}
