/// Reads CSV by RFC 4180: a header row, quoted cells with doubled quotes and line breaks, LF or CRLF, UTF-8.
///
/// Empty lines are passed over. A row with another number of cells than the header, or with text behind a closing
/// quote, is broken and the next one is read. One that the end of input cuts off ends the run: what is missing behind
/// it would look like subscriptions that the team does not know.
final class CSVRows: RowSource {
    private enum State {
        case cellStart
        case plain
        case quoted
        case quoteInQuoted
        case afterCarriageReturn
    }

    private let feed: ByteFeed
    private(set) var columns: [String] = []
    let hasAllColumns = true
    /// The row in the making, from 1; 0 is the header.
    private var row = 0

    var name: String { feed.name }

    /// Reads the header; the byte-order mark is taken already.
    ///
    /// - Throws: ``LedgerRunError`` for an input without a header row.
    init(_ feed: ByteFeed) throws {
        self.feed = feed
        var header = GrantCells()
        guard case .row = try read(into: &header) else { throw Self.noHeader(feed) }
        columns = (0..<header.count).map { header.text(at: $0) ?? "" }
        guard columns.contains(where: { !$0.isEmpty }) else { throw Self.noHeader(feed) }
    }

    func next(into cells: inout GrantCells) throws -> RowOutcome {
        row += 1
        let outcome = try read(into: &cells)
        guard outcome == .row, cells.count != columns.count else { return outcome }
        guard !feedIsCut else { throw cutOff("has \(cells.count) of \(columns.count) cells") }
        return .broken("another number of cells than the header")
    }

    /// True if the last row was ended by the end of input.
    private var feedIsCut = false

    private func read(into cells: inout GrantCells) throws -> RowOutcome {
        cells.removeAll()
        var state = State.cellStart
        var isBroken = false
        while true {
            guard feed.position < feed.chunk.count else {
                guard try feed.refill() else { return try end(state, &cells, isBroken) }
                continue
            }
            let chunk = feed.chunk
            let bytes = chunk.span
            var index = feed.position
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if state == .afterCarriageReturn {
                    guard byte != 0x0A else {
                        feed.position = index
                        if let outcome = endRow(&cells, isBroken) { return outcome }
                        state = .cellStart
                        continue
                    }
                    // A carriage return by itself is part of the cell.
                    cells.append(0x0D)
                    state = .plain
                }
                switch (state, byte) {
                case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
                case (.quoted, _): cells.append(byte)
                case (.quoteInQuoted, UInt8(ascii: "\"")):
                    cells.append(byte)
                    state = .quoted
                case (.cellStart, UInt8(ascii: "\"")): state = .quoted
                case (_, UInt8(ascii: ",")):
                    cells.endCell()
                    state = .cellStart
                case (_, 0x0A):
                    feed.position = index
                    if let outcome = endRow(&cells, isBroken) { return outcome }
                    state = .cellStart
                case (_, 0x0D): state = .afterCarriageReturn
                case (.quoteInQuoted, _):
                    isBroken = true
                    cells.append(byte)
                    state = .plain
                default:
                    cells.append(byte)
                    state = .plain
                }
            }
            feed.position = index
            guard cells.size <= GrantCells.limit else {
                throw LedgerRunError(
                    .failed,
                    "\(name), \(place): longer than \(GrantCells.limit) bytes; expected rows of CSV, so a quote that is "
                        + "never closed may stand before; correct the export and run again"
                )
            }
        }
    }

    /// Ends the row in the making; nil for an empty line.
    private func endRow(_ cells: inout GrantCells, _ isBroken: Bool) -> RowOutcome? {
        feedIsCut = false
        guard cells.size > 0 else { return nil }
        cells.endCell()
        return isBroken ? .broken("text behind a closing quote") : .row
    }

    private func end(_ state: State, _ cells: inout GrantCells, _ isBroken: Bool) throws -> RowOutcome {
        guard state != .quoted else { throw cutOff("ends inside a quoted cell") }
        guard let outcome = endRow(&cells, isBroken) else { return .end }
        feedIsCut = true
        return outcome
    }

    private static func noHeader(_ feed: ByteFeed) -> LedgerRunError {
        LedgerRunError(
            .impossibleValue,
            "\(feed.name) has no readable header row; expected CSV with column names in its first row"
        )
    }

    private func cutOff(_ what: String) -> LedgerRunError {
        LedgerRunError(
            .failed,
            "\(name), \(place): the input \(what); it was cut off, or a quote is never closed; export it again"
        )
    }

    private var place: String { row == 0 ? "header" : "row \(row)" }
}
