internal import LedgerStore
internal import NotificationModel

/// Writes the rows of a table; blobs are hexadecimal in every form.
protocol RowWriter {
    /// What was written since the last ``reset()``.
    var bytes: [UInt8] { get }
    /// Takes the columns' names, before the first row.
    mutating func begin(_ columns: [String])
    /// Writes one row, all columns in order.
    mutating func write(_ row: [LedgerValue])
    /// Forgets what was written and keeps the memory.
    mutating func reset()
}

/// A header row, then a line a row.
struct CSVRowWriter: RowWriter {
    private var writer = CSVWriter()

    var bytes: [UInt8] { writer.bytes }

    mutating func begin(_ columns: [String]) {
        for column in columns { writer.value(column) }
        writer.endRow()
    }

    mutating func write(_ row: [LedgerValue]) {
        for value in row {
            switch value {
            case .null: writer.null()
            case .integer(let number): writer.value(number)
            case .text(let text): writer.value(text)
            case .blob(let bytes): writer.value(Hexadecimal.text(of: bytes))
            }
        }
        writer.endRow()
    }

    mutating func reset() { writer.reset() }
}

/// One JSON object a line, with the columns' names; absent is null.
struct JSONRowWriter: RowWriter {
    private var writer = JSONWriter()
    private var columns: [String] = []

    var bytes: [UInt8] { writer.bytes }

    mutating func begin(_ columns: [String]) { self.columns = columns }

    mutating func write(_ row: [LedgerValue]) {
        writer.beginObject()
        for (column, value) in zip(columns, row) {
            writer.name(column)
            switch value {
            case .null: writer.null()
            case .integer(let number): writer.value(number)
            case .text(let text): writer.value(text)
            case .blob(let bytes): writer.value(Hexadecimal.text(of: bytes))
            }
        }
        writer.endObject()
        writer.newline()
    }

    mutating func reset() { writer.reset() }
}
