/// Finds the end of a JSON object, array or string, piece by piece, and the first place where it breaks the grammar.
///
/// Only what decides about the end is looked at: brackets, commas, colons, quotes, and line breaks inside strings;
/// literals, numbers and escapes are left to the parser.
struct ContainerScanner {
    /// How far a piece led.
    enum Outcome: Equatable {
        /// The value goes on behind the bytes given.
        case open
        /// The value ends before this place.
        case closed(Int)
        /// What stands here cannot be part of the value.
        case damaged(Int)
    }

    private enum Expectation {
        case value
        case valueOrClose
        case nameOrClose
        case name
        case colon
        case commaOrClose
        /// Within a number or literal; its end is a comma, a close or white space.
        case scalar
        case nameText
        case stringText
    }

    private let maximumNesting: Int
    private var expected = Expectation.value
    /// One bit for each open level, the innermost lowest: 1 for an object, 0 for an array; hence at most 64 levels.
    private var objects: UInt64 = 0
    private var depth = 0
    /// Where the string being read begins, behind its quote.
    private var textStart = 0

    init(maximumNesting: Int) {
        self.maximumNesting = min(maximumNesting, 64)
    }

    /// Tells that `count` bytes were taken away from the front of the buffer.
    mutating func rebase(by count: Int) {
        textStart -= count
    }

    /// Reads on from a place; the bytes before it, back to the value's beginning, are still there.
    ///
    /// - Complexity: linear in the bytes behind `start`.
    mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Outcome {
        var index = start
        while index < bytes.count {
            if expected == .nameText || expected == .stringText {
                switch endOfText(bytes, from: index) {
                case .closed(let end):
                    index = end
                    expected = expected == .nameText ? .colon : .commaOrClose
                    if depth == 0 { return .closed(end) }
                case let other: return other
                }
                continue
            }
            guard step(bytes[index], at: index) else { return .damaged(index) }
            index += 1
            if depth == 0, expected == .commaOrClose { return .closed(index) }
        }
        return .open
    }

    /// Takes one byte outside of strings; false if it cannot stand here.
    private mutating func step(_ byte: UInt8, at index: Int) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            if expected == .scalar { expected = .commaOrClose }
            return true
        case UInt8(ascii: "\""): return openText(at: index)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return close(isObject: byte == UInt8(ascii: "}"))
        case UInt8(ascii: ","):
            guard expected == .commaOrClose || expected == .scalar else { return false }
            expected = objects & 1 == 1 ? .name : .value
            return true
        case UInt8(ascii: ":"):
            guard expected == .colon else { return false }
            expected = .value
            return true
        default:
            guard expected == .value || expected == .valueOrClose || expected == .scalar else { return false }
            expected = .scalar
            return true
        }
    }

    private mutating func openText(at index: Int) -> Bool {
        switch expected {
        case .name, .nameOrClose: expected = .nameText
        case .value, .valueOrClose: expected = .stringText
        default: return false
        }
        textStart = index + 1
        return true
    }

    private mutating func open(isObject: Bool) -> Bool {
        guard expected == .value || expected == .valueOrClose, depth < maximumNesting else { return false }
        objects = objects << 1 | (isObject ? 1 : 0)
        depth += 1
        expected = isObject ? .nameOrClose : .valueOrClose
        return true
    }

    private mutating func close(isObject: Bool) -> Bool {
        let isEmpty = expected == (isObject ? .nameOrClose : .valueOrClose)
        guard depth > 0, (objects & 1 == 1) == isObject else { return false }
        guard isEmpty || expected == .commaOrClose || expected == .scalar else { return false }
        objects >>= 1
        depth -= 1
        expected = .commaOrClose
        return true
    }

    private func endOfText(_ bytes: Span<UInt8>, from start: Int) -> Outcome {
        var index = start
        while true {
            let quote = ByteSearch.first(UInt8(ascii: "\""), in: bytes, index..<bytes.count)
            let end = quote ?? bytes.count
            if let lineBreak = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, index..<end) {
                return .damaged(lineBreak)
            }
            guard quote != nil else { return .open }
            var escapes = 0
            while end - escapes > textStart, bytes[end - escapes - 1] == UInt8(ascii: "\\") { escapes += 1 }
            if escapes % 2 == 0 { return .closed(end + 1) }
            index = end + 1
        }
    }
}
