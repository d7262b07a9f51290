/// Where a broken document ends: the rule by which the framer finds its feet again.
///
/// A line that begins with the document's own indentation and then with an object, an array, a string or (outside of
/// arrays) a JWS may begin the next document. It does so
/// 1. if it is the document's second line and the damage is the break itself or the first thing behind it: then the
///    first line was cut short;
/// 2. else, if the line before does not end in a comma, a colon or an opening bracket: those say that the value goes
///    on, so that the items of a broken page that stand on lines of their own are not taken for documents;
/// 3. for the elements of an array over several lines, where the line before ends in the comma between elements: if
///    it is the second line, or if the elements are indented.
/// Without such a line everything to the end of input belongs to the broken document.
struct LineRecovery {
    /// A possible end, or how far the search went.
    enum Outcome: Equatable {
        /// The document ends before this line break.
        case found(Int)
        /// No line break before this place is an end; look again from here when there are more bytes.
        case searchedTo(Int)
    }

    /// Where the broken document begins.
    var start: Int
    /// The bytes of white space before it on its own line.
    var indentation: Int
    /// True for an element of an array that began on an earlier line.
    var isElement: Bool
    /// The place of the damage.
    var damage: Int
    /// The document's first line break, once it was met.
    private var firstBreak: Int?

    init(start: Int, indentation: Int, isElement: Bool, damage: Int) {
        self.start = start
        self.indentation = indentation
        self.isElement = isElement
        self.damage = damage
    }

    /// Tells that `count` bytes were taken away from the front of the buffer.
    mutating func rebase(by count: Int) {
        start -= count
        damage -= count
        firstBreak = firstBreak.map { $0 - count }
    }

    /// Looks for the end from a place on; `isEnd` says that no more bytes will come.
    ///
    /// - Complexity: linear in the bytes behind `from`.
    mutating func search(_ bytes: Span<UInt8>, from: Int, isEnd: Bool) -> Outcome {
        var index = from
        while let lineBreak = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, index..<bytes.count) {
            guard lineBreak + indentation + 3 <= bytes.count || isEnd else { return .searchedTo(lineBreak) }
            let isSecond = lineBreak == firstBreak ?? lineBreak
            firstBreak = firstBreak ?? lineBreak
            if beginsDocument(bytes, behind: lineBreak), mayEnd(bytes, at: lineBreak, isSecond: isSecond) {
                return .found(lineBreak)
            }
            index = lineBreak + 1
        }
        return .searchedTo(bytes.count)
    }

    private func beginsDocument(_ bytes: Span<UInt8>, behind lineBreak: Int) -> Bool {
        var index = lineBreak + 1
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
            index += 1
            if index - lineBreak - 1 > indentation { return false }
        }
        guard index - lineBreak - 1 == indentation, index < bytes.count else { return false }
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return true
        case UInt8(ascii: "e"): return !isElement && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "y")
        default: return false
        }
    }

    private func mayEnd(_ bytes: Span<UInt8>, at lineBreak: Int, isSecond: Bool) -> Bool {
        let isCutShort =
            isSecond && damage >= lineBreak
            && (lineBreak..<min(damage, bytes.count)).allSatisfy { JSONSpace.contains(bytes[$0]) }
        if isCutShort { return true }
        var last = lineBreak
        while last > start, JSONSpace.contains(bytes[last - 1]) { last -= 1 }
        guard last > start else { return false }
        switch bytes[last - 1] {
        case UInt8(ascii: ","): return isElement && (isSecond || indentation > 0)
        case UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["): return false
        default: return !isElement
        }
    }
}

/// The white space of RFC 8259.
enum JSONSpace {
    static func contains(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\t")
    }
}
