extension Ledger {
    private static let chunk = 1 << 16

    /// Streams the ledger's logical content in a canonical byte form, for a hash over it.
    ///
    /// The rules' version, then every fact table and every derived table, with its rows in the order of their logical
    /// columns. Not in it: row ids, provenance, books, archive findings, anything at an instant. So ledgers of the
    /// same notifications agree, in whatever order and portions these came.
    ///
    /// Form: a table is `T`, its name and its column names; a row is `R` and its values; a value is `n`, or `i` and
    /// eight bytes, or `s` (text) or `b` (blob) with its length in eight bytes and its bytes. All big endian.
    /// Call it on a ledger that is not dirty. Complexity: a sort of each table, which SQLite spills to disk.
    package func fingerprint(into sink: (Span<UInt8>) -> Void) throws {
        var form = CanonicalForm()
        form.append(integer: try metaInteger(.rulesVersion))
        for table in LedgerSchema.tables where table.kind != .book {
            form.append(table)
            let columns = table.columns.filter(\.isLogical)
            let names = columns.map(\.name).joined(separator: ", ")
            let condition = table.fingerprintCondition.map { " WHERE \($0)" } ?? ""
            let statement = try Statement(
                "SELECT \(names) FROM \(table.name)\(condition) ORDER BY \(table.fingerprintOrder)",
                on: connection
            )
            while try statement.step() {
                form.append(statement, columns: columns.count)
                if form.bytes.count >= Self.chunk {
                    sink(form.bytes.span)
                    form.bytes.removeAll(keepingCapacity: true)
                }
            }
        }
        sink(form.bytes.span)
    }
}

extension Table {
    /// All logical columns, identities first: where an index begins with these, no sort is needed.
    fileprivate var fingerprintOrder: String {
        let names = columns.filter(\.isLogical).map(\.name)
        let first = ["notification_uuid", "environment", "app"].filter(names.contains)
        return (first + names.filter { !first.contains($0) }).joined(separator: ", ")
    }
}

/// Values, rows and tables as tagged, length-prefixed bytes.
private struct CanonicalForm {
    var bytes: [UInt8] = []

    mutating func append(_ table: Table) {
        append(tag: "T")
        append(text: table.name)
        for column in table.columns where column.isLogical { append(text: column.name) }
    }

    mutating func append(_ row: borrowing Statement, columns: Int) {
        append(tag: "R")
        for index in 0..<columns {
            switch row.form(at: index) {
            case .null: append(tag: "n")
            case .integer: append(integer: row.integer(at: index))
            case .text:
                append(tag: "s")
                appendBytes(of: row, at: index)
            case .blob, .real:
                append(tag: "b")
                appendBytes(of: row, at: index)
            }
        }
    }

    mutating func append(integer value: Int64?) {
        guard let value else { return append(tag: "n") }
        append(tag: "i")
        append(word: UInt64(bitPattern: value))
    }

    private mutating func appendBytes(of row: borrowing Statement, at index: Int) {
        row.withBytes(at: index) { value in
            bytes.append(word: UInt64(value.count))
            // Safe: the buffer is only read, during the call.
            unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        }
    }

    private mutating func append(text: String) {
        append(tag: "s")
        append(word: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func append(tag: Unicode.Scalar) {
        bytes.append(UInt8(ascii: tag))
    }

    private mutating func append(word: UInt64) {
        bytes.append(word: word)
    }
}

extension [UInt8] {
    fileprivate mutating func append(word: UInt64) {
        // Safe: the eight bytes of a local are only read, during the call.
        unsafe Swift.withUnsafeBytes(of: word.bigEndian) { unsafe append(contentsOf: $0) }
    }
}
