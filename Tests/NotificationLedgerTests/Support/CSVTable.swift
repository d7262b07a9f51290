/// Reads CSV as RFC 4180 tells it, for tests: strict, and written apart from the writer.
struct CSVTable {
    /// Cells as they stand; nil for an empty cell without quotes.
    private(set) var rows: [[String?]] = []

    /// A quote in a bare cell, text behind a closing quote, a line end other than CRLF, or an open quote at the end.
    struct Malformed: Error {}

    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            var row: [String?] = []
            repeat { row.append(try Self.cell(&rest)) } while Self.take(",", &rest)
            guard Self.take("\r\n", &rest) else { throw Malformed() }
            rows.append(row)
        }
    }

    /// The text that was written as a cell: one apostrophe before a would-be formula is the writer's.
    static func text(of cell: String?) -> String? {
        guard let cell, cell.utf8.first == UInt8(ascii: "'"),
            let first = cell.utf8.first(where: { $0 != UInt8(ascii: "'") }), "=+-@\t\r".utf8.contains(first)
        else { return cell }
        return String(cell.dropFirst())
    }

    private static func cell(_ rest: inout ArraySlice<UInt8>) throws -> String? {
        var bytes: [UInt8] = []
        guard take("\"", &rest) else {
            while let next = rest.first, !",\r\n".utf8.contains(next) {
                guard next != UInt8(ascii: "\"") else { throw Malformed() }
                bytes.append(rest.removeFirst())
            }
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        }
        while true {
            if take("\"\"", &rest) {
                bytes.append(UInt8(ascii: "\""))
            } else if take("\"", &rest) {
                return String(decoding: bytes, as: UTF8.self)
            } else {
                guard !rest.isEmpty else { throw Malformed() }
                bytes.append(rest.removeFirst())
            }
        }
    }

    private static func take(_ token: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: token.utf8) else { return false }
        rest.removeFirst(token.utf8.count)
        return true
    }
}
