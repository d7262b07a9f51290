/// A closed list of wire texts, looked up by bytes and read back as text.
public protocol WireName: CaseIterable, Sendable, Hashable {
    /// The text on the wire, ASCII.
    var wireName: StaticString { get }
}

extension WireName {
    /// The text on the wire as a string.
    public var text: String {
        wireName.description
    }

    /// Finds the case whose wire name is exactly these bytes.
    ///
    /// - Complexity: one length comparison a case, and a byte comparison where the lengths agree.
    @inlinable
    public init?(wire bytes: Span<UInt8>) {
        for candidate in Self.allCases where candidate.matches(bytes) {
            self = candidate
            return
        }
        return nil
    }

    /// Finds the case whose wire name is exactly this text.
    public init?(_ text: String) {
        var text = text
        let found = text.withUTF8 { bytes in
            // Safe: the buffer is only read inside this closure.
            unsafe Self(wire: bytes.span)
        }
        guard let found else { return nil }
        self = found
    }

    @inlinable
    func matches(_ bytes: Span<UInt8>) -> Bool {
        let name = wireName
        guard name.utf8CodeUnitCount == bytes.count else { return false }
        var index = 0
        while index < bytes.count {
            // Safe: a wire name is a literal of ASCII text, and the index is below its count.
            guard unsafe name.utf8Start[index] == bytes[index] else { return false }
            index += 1
        }
        return true
    }
}

/// A wire text that is either on the known list or kept as it came.
public enum OpenValue<Known: WireName>: Hashable, Sendable {
    case known(Known)
    case unknown(String)

    /// Reads the text; what the list lacks is kept.
    public init(_ text: String) {
        self = Known(text).map { .known($0) } ?? .unknown(text)
    }

    /// The text on the wire.
    public var text: String {
        switch self {
        case .known(let value): value.text
        case .unknown(let text): text
        }
    }
}
