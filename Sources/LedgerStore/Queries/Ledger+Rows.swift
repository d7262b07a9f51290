/// A stored value.
package enum LedgerValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

extension Ledger {
    /// Lends every row of a table, view or report, ordered by its columns from left to right.
    ///
    /// The columns begin with the key; absent values come first.
    /// `start` gets the columns' names once, before the first row. One row is held at a time; SQLite sorts what no
    /// index orders, on disk where it is large.
    package func forEachRow(
        of relation: LedgerRelation,
        start: ([String]) throws -> Void = { _ in },
        _ body: ([LedgerValue]) throws -> Void
    ) throws {
        let statement = try Statement("SELECT * FROM \(relation.source)", on: connection)
        let columns = (0..<statement.columnCount).map { statement.columnName(at: $0) ?? "" }
        let order = (1...columns.count).map(String.init).joined(separator: ", ")
        let rows = try Statement("SELECT * FROM \(relation.source) ORDER BY \(order)", on: connection)
        try start(columns)
        while try rows.step() {
            try body(columns.indices.map { rows.value(at: $0) })
        }
    }
}

extension Statement {
    /// A value of the present row in its own form.
    func value(at index: Int) -> LedgerValue {
        switch form(at: index) {
        case .null: .null
        case .integer, .real: integer(at: index).map { .integer($0) } ?? .null
        case .text: text(at: index).map { .text($0) } ?? .null
        case .blob: .blob(bytes(at: index))
        }
    }
}

extension Ledger {
    /// Lends the name of every index.
    package func forEachIndex(_ body: (String) throws -> Void) throws {
        let names = try Statement(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
            on: connection
        )
        while try names.step() {
            if let name = names.text(at: 0) { try body(name) }
        }
    }
}
