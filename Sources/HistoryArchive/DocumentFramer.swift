/// Splits a stream into documents without parsing them: top-level JSON values, the elements of top-level arrays, and
/// lines of other text.
///
/// The framer is given a growing buffer again and again; it goes on where it stopped. What it marks as a document may
/// still be malformed, the parser decides; what it cannot place at all (a stray comma in an array, a value without a
/// comma before it) is marked as misplaced. ``LineRecovery`` tells where a broken document ends. Zero bytes, white
/// space and byte-order marks between documents belong to none.
struct DocumentFramer {
    private enum Context {
        case topLevel
        /// Behind the opening bracket of a top-level array.
        case arrayStart
        /// Behind a comma of it.
        case arrayValue
        /// Behind a value of it.
        case arrayNext
    }

    private enum Mode {
        case between
        case container
        case line
        case scalar
        case recovering(LineRecovery, from: Int)
    }

    private let maximumNesting: Int
    private var context = Context.topLevel
    private var mode = Mode.between
    private var container: ContainerScanner
    private var position: Int
    private var documentStart: Int
    private var isMisplaced = false
    /// The first byte of white space behind the last thing that counts.
    private var idleStart: Int
    private var isAtStart = true

    /// White space since the last line break, nil if something else stands on the line.
    private var indentation: Int? = 0
    private var documentIndentation = 0
    /// True while no line break was met since a top-level array was opened.
    private var isArrayOnLine = false

    /// White space since the last thing that counts, also what the buffer no longer holds.
    private(set) var idleBytes = 0
    /// True once anything but white space was met.
    private(set) var sawContent = false
    /// True if the stream begins like UTF-16.
    private(set) var isWideEncoding = false

    /// A framer of a stream whose first byte will be at a place of the buffer.
    init(maximumNesting: Int, at start: Int) {
        self.maximumNesting = maximumNesting
        container = ContainerScanner(maximumNesting: maximumNesting)
        position = start
        documentStart = start
        idleStart = start
    }

    /// Where the bytes begin that are still needed: the open document, or what is not yet looked at.
    var openStart: Int {
        if case .between = mode { return position }
        return documentStart
    }

    /// Tells that `count` bytes were taken away from the front of the buffer.
    mutating func rebase(by count: Int) {
        position -= count
        documentStart -= count
        idleStart = max(idleStart - count, 0)
        container.rebase(by: count)
        guard case .recovering(var recovery, let from) = mode else { return }
        recovery.rebase(by: count)
        mode = .recovering(recovery, from: from - count)
    }

    /// The white space at the end of what was looked at, as far as it stands before a place, which the caller now takes
    /// out of the buffer.
    mutating func dropIdle(before place: Int) -> Range<Int>? {
        guard case .between = mode, idleStart < min(position, place) else { return nil }
        let idle = idleStart..<min(position, place)
        position -= idle.count
        return idle
    }

    /// Looks at the bytes behind those of the last call.
    ///
    /// - Complexity: linear in them, but for broken documents, whose lines are looked at again.
    mutating func scan(_ bytes: Span<UInt8>, into output: inout [FramedDocument]) {
        while position < bytes.count, step(bytes, isEnd: false, isWhole: true, into: &output) {}
    }

    /// Ends the stream: what is open is a document too; `isWhole` is false if the stream was cut by damage.
    mutating func finish(_ bytes: Span<UInt8>, isWhole: Bool, into output: inout [FramedDocument]) {
        while position < bytes.count || !isBetween {
            guard step(bytes, isEnd: true, isWhole: isWhole, into: &output) else { break }
        }
        guard isWhole, context != .topLevel, output.last?.flaw != .incomplete else { return }
        emit(bytes.count..<bytes.count, .json, .incomplete, into: &output)
    }

    private var isBetween: Bool {
        if case .between = mode { return true }
        return false
    }

    /// Goes on by one token or document; false if more bytes are needed.
    private mutating func step(
        _ bytes: Span<UInt8>,
        isEnd: Bool,
        isWhole: Bool,
        into output: inout [FramedDocument]
    ) -> Bool {
        switch mode {
        case .between: return stepBetween(bytes, isEnd: isEnd, into: &output)
        case .container:
            switch container.scan(bytes, from: position) {
            case .closed(let end): close(at: end, .json, nil, into: &output)
            case .damaged(let place): recover(from: place)
            case .open:
                position = bytes.count
                guard isEnd else { return false }
                return endOpen(bytes, isWhole: isWhole, into: &output)
            }
        case .line, .scalar: return stepText(bytes, isEnd: isEnd, isWhole: isWhole, into: &output)
        case .recovering(var recovery, let from):
            switch recovery.search(bytes, from: from, isEnd: isEnd) {
            case .found(let lineBreak): resume(at: lineBreak, bytes, into: &output)
            case .searchedTo(let place):
                mode = .recovering(recovery, from: place)
                position = bytes.count
                guard isEnd else { return false }
                close(at: bytes.count, .json, nil, into: &output)
                context = .topLevel
            }
        }
        return true
    }

    private mutating func stepBetween(
        _ bytes: Span<UInt8>,
        isEnd: Bool,
        into output: inout [FramedDocument]
    ) -> Bool {
        let byte = bytes[position]
        if isAtStart {
            guard position + 2 <= bytes.count || isEnd else { return false }
            isAtStart = false
            if position + 2 <= bytes.count, Self.isWide(byte, bytes[position + 1]) {
                isWideEncoding = true
                return false
            }
        }
        guard !JSONSpace.contains(byte) else {
            passSpace(bytes)
            return true
        }
        if byte == 0xEF, context == .topLevel {
            guard position + 3 <= bytes.count || isEnd else { return false }
            if position + 3 <= bytes.count, bytes[position + 1] == 0xBB, bytes[position + 2] == 0xBF {
                position += 3
                idleStart = position
                return true
            }
        }
        sawContent = true
        idleBytes = 0
        if leavesArray(at: byte) {
            emit(position..<position, .json, .incomplete, into: &output)
            context = .topLevel
        }
        if indentation != nil, context != .topLevel, bytes[position] != UInt8(ascii: "]") { isArrayOnLine = false }
        if context == .topLevel { beginTopLevel(byte) } else { beginElement(byte, into: &output) }
        return true
    }

    private mutating func passSpace(_ bytes: Span<UInt8>) {
        let space = ByteSearch.space(in: bytes, from: position)
        if let lineBreak = space.lastBreak {
            indentation = space.end - lineBreak - 1
        } else if let width = indentation {
            indentation = width + space.end - position
        }
        idleBytes += space.end - position
        position = space.end
    }

    /// An array that began on an earlier line, at the line's beginning, and has no comma before the new line's value,
    /// was cut short like any line.
    private func leavesArray(at byte: UInt8) -> Bool {
        context == .arrayNext && isArrayOnLine && indentation == 0 && byte != UInt8(ascii: ",")
            && byte != UInt8(ascii: "]")
    }

    private mutating func beginTopLevel(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["):
            context = .arrayStart
            isArrayOnLine = true
            passToken()
        case UInt8(ascii: "{"), UInt8(ascii: "\""): begin(.container)
        default: begin(.line)
        }
    }

    private mutating func beginElement(_ byte: UInt8, into output: inout [FramedDocument]) {
        switch (byte, context) {
        case (UInt8(ascii: "]"), .arrayStart), (UInt8(ascii: "]"), .arrayNext):
            context = .topLevel
            passToken()
        case (UInt8(ascii: "]"), _):
            emit(position..<position + 1, .json, .misplaced, into: &output)
            context = .topLevel
            passToken()
        case (UInt8(ascii: ","), .arrayNext):
            context = .arrayValue
            passToken()
        case (UInt8(ascii: ","), _):
            emit(position..<position + 1, .json, .misplaced, into: &output)
            passToken()
        case (UInt8(ascii: "{"), _), (UInt8(ascii: "["), _), (UInt8(ascii: "\""), _): begin(.container)
        default: begin(.scalar)
        }
    }

    private mutating func passToken() {
        position += 1
        idleStart = position
        indentation = nil
    }

    private mutating func begin(_ mode: Mode) {
        self.mode = mode
        documentStart = position
        documentIndentation = indentation ?? 0
        indentation = nil
        isMisplaced = context == .arrayNext
        if case .container = mode { container = ContainerScanner(maximumNesting: maximumNesting) }
    }

    private mutating func stepText(
        _ bytes: Span<UInt8>,
        isEnd: Bool,
        isWhole: Bool,
        into output: inout [FramedDocument]
    ) -> Bool {
        var isLine = false
        if case .line = mode { isLine = true }
        let end =
            isLine
            ? ByteSearch.first(UInt8(ascii: "\n"), in: bytes, position..<bytes.count)
            : (position..<bytes.count).first { Self.endsScalar(bytes[$0]) }
        guard end != nil || isEnd else {
            position = bytes.count
            return false
        }
        let form = isLine ? SlabDocument.Form.text : .json
        let isCut = end == nil && !(isLine && isWhole)
        var last = end ?? bytes.count
        while last > documentStart + 1, JSONSpace.contains(bytes[last - 1]) { last -= 1 }
        close(at: last, form, isCut ? .incomplete : nil, into: &output)
        return true
    }

    /// A byte that cannot be in a number or literal ends it.
    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""): true
        default: JSONSpace.contains(byte)
        }
    }

    private static func isWide(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF || (first == 0) != (second == 0)
    }

    /// At the end of input: the open value is cut, unless a later line shows that it was broken before.
    private mutating func endOpen(
        _ bytes: Span<UInt8>,
        isWhole: Bool,
        into output: inout [FramedDocument]
    ) -> Bool {
        var recovery = recovery(damage: bytes.count)
        if case .found(let lineBreak) = recovery.search(bytes, from: documentStart, isEnd: true) {
            resume(at: lineBreak, bytes, into: &output)
        } else {
            close(at: bytes.count, .json, .incomplete, into: &output)
            context = .topLevel
        }
        return true
    }

    private func recovery(damage: Int) -> LineRecovery {
        LineRecovery(
            start: documentStart,
            indentation: documentIndentation,
            isElement: context != .topLevel && !isArrayOnLine,
            damage: damage
        )
    }

    private mutating func recover(from place: Int) {
        mode = .recovering(recovery(damage: place), from: documentStart)
    }

    private mutating func resume(at lineBreak: Int, _ bytes: Span<UInt8>, into output: inout [FramedDocument]) {
        var end = lineBreak
        while end > documentStart + 1, JSONSpace.contains(bytes[end - 1]) { end -= 1 }
        let leavesArray = isArrayOnLine
        close(at: end, .json, nil, into: &output)
        if context != .topLevel { context = leavesArray ? .topLevel : .arrayValue }
    }

    private mutating func close(
        at end: Int,
        _ form: SlabDocument.Form,
        _ flaw: SlabDocument.Flaw?,
        into output: inout [FramedDocument]
    ) {
        emit(documentStart..<end, form, flaw ?? (isMisplaced ? .misplaced : nil), into: &output)
        if context != .topLevel { context = .arrayNext }
        mode = .between
        position = end
        idleStart = end
    }

    private mutating func emit(
        _ range: Range<Int>,
        _ form: SlabDocument.Form,
        _ flaw: SlabDocument.Flaw?,
        into output: inout [FramedDocument]
    ) {
        output.append(FramedDocument(range: range, form: form, flaw: flaw))
    }
}
