/// A SHA-256 value as four machine words, comparable and hashable.
public struct Digest256: Hashable, Sendable, Comparable {
    /// The value's 32 bytes as four big-endian words, first word first.
    public let words: (UInt64, UInt64, UInt64, UInt64)

    /// A digest from its words.
    public init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// A digest from exactly 32 bytes.
    ///
    /// - Precondition: `bytes.count == 32`.
    public init(bytes: Span<UInt8>) {
        precondition(bytes.count == 32, "a SHA-256 value has 32 bytes")
        words = (
            Self.word(bytes, at: 0), Self.word(bytes, at: 8), Self.word(bytes, at: 16), Self.word(bytes, at: 24)
        )
    }

    /// The 32 bytes, most significant first.
    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
    }

    /// Compares word by word.
    public static func == (left: Digest256, right: Digest256) -> Bool {
        left.words == right.words
    }

    /// Orders by the bytes, most significant first.
    public static func < (left: Digest256, right: Digest256) -> Bool {
        left.words < right.words
    }

    /// Feeds the first word: the value is already uniformly distributed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
    }

    private static func word(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
        (start..<start + 8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
}

extension Digest256: CustomStringConvertible {
    /// The value in 64 lower-case hexadecimal digits.
    public var description: String {
        Hexadecimal.text(of: words.0) + Hexadecimal.text(of: words.1) + Hexadecimal.text(of: words.2)
            + Hexadecimal.text(of: words.3)
    }
}
