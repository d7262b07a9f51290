/// What reading a row of the team's export came to.
package enum RowOutcome: Equatable {
    case row
    /// A row that is there but cannot be taken; what is wrong with it.
    case broken(String)
    case end
}

/// Rows under named columns: CSV, JSON lines or the result of a query.
package protocol RowSource: AnyObject {
    /// How the source is called in messages.
    var name: String { get }
    /// The columns known so far; JSON lines may bring new ones.
    var columns: [String] { get }
    /// True if no column comes later.
    var hasAllColumns: Bool { get }
    /// Takes the next row; its cells stand in the order of the columns, and there may be fewer.
    ///
    /// - Throws: ``LedgerRunError`` where the source as a whole cannot be read on.
    func next(into cells: inout GrantCells) throws -> RowOutcome
}
