internal import LedgerStore

/// Reads the rows of a query over an SQLite database.
final class QueryRows: RowSource {
    let name: String
    let hasAllColumns = true
    private let query: DatabaseQuery
    private var row = 0

    var columns: [String] { query.columns }

    /// Compiles the query over the file.
    ///
    /// - Throws: ``LedgerRunError`` for what is not one SELECT, or a file that SQLite refuses.
    init(path: String, sql: String) throws {
        name = PrintableText.escape(path)
        do {
            query = try DatabaseQuery(path: path, sql: sql, valueLimit: GrantCells.limit)
        } catch let refusal as DatabaseQuery.Refusal {
            let what = refusal == .notOneStatement ? "holds more than one statement" : "is no SELECT"
            throw LedgerRunError(.impossibleValue, "--query \(what); it takes exactly one SELECT")
        } catch let error as SQLiteError {
            // 1 is SQLite's answer to a text that is no statement over this database.
            throw LedgerRunError(
                error.primaryCode == 1 ? .impossibleValue : .failed,
                "\(name): SQLite \(error.code), \(error.message); --query takes one SELECT over this database"
            )
        }
    }

    func next(into cells: inout GrantCells) throws -> RowOutcome {
        do {
            guard try query.step() else { return .end }
        } catch let error as SQLiteError {
            row += 1
            // 18 is SQLite's answer to a value over its limit.
            guard error.primaryCode != 18 else { throw tooLong() }
            throw LedgerRunError(.failed, "\(name) cannot be read on: SQLite \(error.code), \(error.message)")
        }
        row += 1
        cells.reset(count: columns.count)
        for index in 0..<query.columns.count {
            var (isLent, isOver) = (false, false)
            query.withText(at: index) { text in
                isOver = text.count > GrantCells.limit - min(cells.size, GrantCells.limit)
                guard !isOver else { return }
                cells.append(text)
                isLent = true
            }
            guard !isOver else {
                throw tooLong()
            }
            if isLent { cells.endCell(at: index) }
        }
        return .row
    }

    private func tooLong() -> LedgerRunError {
        LedgerRunError(
            .failed,
            "\(name), row \(row): longer than \(GrantCells.limit) bytes; name in --query only the columns that the comparison "
                + "needs"
        )
    }
}
