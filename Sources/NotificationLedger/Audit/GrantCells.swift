/// One row of the team's export: the text of each cell in one buffer that the next row takes over.
package struct GrantCells {
    /// The largest row, in bytes of its cells.
    package static let limit = 1 << 20

    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []
    private var isPresent: [Bool] = []
    private var start = 0

    /// A row without cells.
    package init() {}

    /// The number of cells.
    var count: Int { ranges.count }

    /// The number of bytes in all cells, and of the signs that end them.
    var size: Int { bytes.count + ranges.count }

    /// Forgets the row.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        isPresent.removeAll(keepingCapacity: true)
        start = 0
    }

    /// Forgets the row, and makes this many cells without a value.
    mutating func reset(count: Int) {
        removeAll()
        ranges.append(contentsOf: repeatElement(0..<0, count: count))
        isPresent.append(contentsOf: repeatElement(false, count: count))
    }

    /// Adds cells without a value up to this many.
    mutating func widen(to count: Int) {
        ranges.append(contentsOf: repeatElement(0..<0, count: max(0, count - ranges.count)))
        isPresent.append(contentsOf: repeatElement(false, count: max(0, count - isPresent.count)))
    }

    /// Adds a byte to the cell in the making.
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Adds bytes to the cell in the making.
    mutating func append(_ text: Span<UInt8>) {
        for index in text.indices { bytes.append(text[index]) }
    }

    /// Adds text to the cell in the making as `body` writes it.
    mutating func append(_ body: (inout [UInt8]) -> Void) { body(&bytes) }

    /// Ends the cell in the making as the next one.
    mutating func endCell() {
        ranges.append(start..<bytes.count)
        isPresent.append(true)
        start = bytes.count
    }

    /// Ends the cell in the making in the place of an existing one.
    mutating func endCell(at index: Int) {
        ranges[index] = start..<bytes.count
        isPresent[index] = true
        start = bytes.count
    }

    /// Lends the bytes of a cell without white space around them; nil for a cell without a value.
    ///
    /// Empty cells, `NULL` and `\N` have none: what the usual exports write for it.
    func withBytes<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard index < ranges.count, isPresent[index] else { return nil }
        var range = ranges[index]
        while let last = range.last, bytes[last] <= 0x20 { range = range.lowerBound..<last }
        while let first = range.first, bytes[first] <= 0x20 { range = first + 1..<range.upperBound }
        let text = bytes.span.extracting(range)
        switch range.count {
        case 0: return nil
        case 2 where text[0] == UInt8(ascii: "\\") && text[1] == UInt8(ascii: "N"): return nil
        case 4
        where text[0] == UInt8(ascii: "N") && text[1] == UInt8(ascii: "U") && text[2] == UInt8(ascii: "L")
            && text[3] == UInt8(ascii: "L"):
            return nil
        default: return body(text)
        }
    }

    /// The text of a cell.
    package func text(at index: Int) -> String? {
        withBytes(at: index) { bytes in
            // Safe: the buffer is only read, during the call.
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}
