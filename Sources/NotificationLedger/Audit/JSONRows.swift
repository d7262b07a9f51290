internal import ByteParsing

/// Reads JSON lines: one object a line; also one array whose objects each stand on a line of their own, as SQLite's
/// and PostgreSQL's JSON exports write it.
///
/// A line that is no object is broken and the next one is read; one that the end of input cuts off ends the run.
final class JSONRows: RowSource {
    /// Members beyond these are passed over.
    private static let columnLimit = 4096

    private let feed: ByteFeed
    private var parser = JSONParser(maximumDepth: 64, maximumNodes: 100_000)
    private var line: [UInt8] = []
    private var memberName: [UInt8] = []
    private var positions: [[UInt8]: Int] = [:]
    private(set) var columns: [String] = []
    let hasAllColumns = false
    private var row = 0
    /// True inside an array that spans lines.
    private var isInArray = false
    /// True for an input that is an array.
    private var hasArray = false
    private var hasBegun = false
    private var isAtEnd = false

    var name: String { feed.name }

    /// Reads from the first byte behind a byte-order mark.
    init(_ feed: ByteFeed) {
        self.feed = feed
    }

    func next(into cells: inout GrantCells) throws -> RowOutcome {
        row += 1
        while try readLine() {
            var range = trimmed(line.indices)
            if !hasBegun, range.first.map({ line[$0] }) == UInt8(ascii: "[") {
                isInArray = true
                hasArray = true
                range = trimmed(range.dropFirst())
            }
            hasBegun = hasBegun || !range.isEmpty || isInArray
            if isInArray { range = withoutArraySigns(range) }
            guard !range.isEmpty else { continue }
            return try take(range, &cells)
        }
        guard !isInArray else { throw cutOff() }
        return .end
    }

    /// Takes the comma or the bracket that follows an object in an array away.
    private func withoutArraySigns(_ range: Range<Int>) -> Range<Int> {
        var range = range
        if let last = range.last, line[last] == UInt8(ascii: "]") {
            isInArray = false
            range = trimmed(range.dropLast())
        }
        if let last = range.last, line[last] == UInt8(ascii: ",") { range = trimmed(range.dropLast()) }
        if let first = range.first, line[first] == UInt8(ascii: ",") { range = trimmed(range.dropFirst()) }
        return range
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let last = range.last, line[last] <= 0x20 { range = range.dropLast() }
        while let first = range.first, line[first] <= 0x20 { range = range.dropFirst() }
        return range
    }

    private func take(_ range: Range<Int>, _ cells: inout GrantCells) throws -> RowOutcome {
        let text = line
        let bytes = text.span.extracting(range)
        do throws(JSONFault) {
            try parser.parse(bytes)
        } catch {
            // Each line of an array that is written otherwise would be one unusable row, and no row be compared.
            guard row > 1 || !hasArray else { throw notOneALine() }
            guard !isAtEnd else { throw cutOff() }
            return .broken("not JSON")
        }
        guard parser[0].kind == .object else { return .broken("not a JSON object") }
        var index = 1
        cells.reset(count: columns.count)
        while index < parser[0].next {
            let value = parser[index + 1]
            if let position = column(parser[index], bytes) {
                if position >= cells.count { cells.widen(to: columns.count) }
                take(value, bytes, to: position, &cells)
            }
            index = value.next
        }
        return .row
    }

    private func take(_ value: JSONNode, _ bytes: Span<UInt8>, to position: Int, _ cells: inout GrantCells) {
        switch value.kind {
        case .null: return
        case .string: cells.append { JSONText.append(value, of: bytes, to: &$0) }
        case .number:
            // 4.1e14 is an id, too, for a program that writes numbers like that.
            let literal = bytes.extracting(value.range)
            if case .integer(let number) = JSONNumber(literal) {
                cells.append { $0.append(contentsOf: String(number).utf8) }
            } else {
                cells.append(literal)
            }
        case .object, .array, .true, .false: cells.append(bytes.extracting(value.range))
        }
        cells.endCell(at: position)
    }

    private func column(_ node: JSONNode, _ bytes: Span<UInt8>) -> Int? {
        memberName.removeAll(keepingCapacity: true)
        JSONText.append(node, of: bytes, to: &memberName)
        if let position = positions[memberName] { return position }
        guard columns.count < Self.columnLimit else { return nil }
        positions[memberName] = columns.count
        columns.append(String(decoding: memberName, as: UTF8.self))
        return columns.count - 1
    }

    /// Reads a line without its line feed; false at the end of input.
    private func readLine() throws -> Bool {
        line.removeAll(keepingCapacity: true)
        while true {
            guard feed.position < feed.chunk.count else {
                guard try feed.refill() else {
                    isAtEnd = true
                    return !line.isEmpty
                }
                continue
            }
            let rest = feed.chunk[feed.position...]
            let end = rest.firstIndex(of: 0x0A)
            line.append(contentsOf: rest[..<(end ?? rest.endIndex)])
            feed.position = end.map { $0 + 1 } ?? rest.endIndex
            guard line.count <= GrantCells.limit else {
                throw LedgerRunError(
                    .failed,
                    "\(name), row \(row): longer than \(GrantCells.limit) bytes; expected one JSON object a line; "
                        + "correct the export and run again"
                )
            }
            if end != nil { return true }
        }
    }

    private func notOneALine() -> LedgerRunError {
        LedgerRunError(
            .impossibleValue,
            "\(name), row \(row): not one JSON object on its line; expected an array whose objects each stand on a line of "
                + "their own, or one object a line, as jq -c '.[]' writes them"
        )
    }

    private func cutOff() -> LedgerRunError {
        LedgerRunError(
            .failed,
            "\(name), row \(row): the input ends inside a JSON text; expected a whole object; export it again"
        )
    }
}
