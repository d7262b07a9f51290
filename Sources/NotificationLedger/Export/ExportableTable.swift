internal import LedgerStore

/// A table, view or report that can be exported.
public struct ExportableTable: Sendable {
    let relation: LedgerRelation

    /// Everything that a ledger holds, in the order of facts, derived tables, books, views and reports.
    public static let all = LedgerRelation.all.map(ExportableTable.init)

    /// The table's name.
    public var name: String { relation.name }
    /// `fact`, `derived`, `book`, `view` or `report`.
    public var kind: String { relation.kind.rawValue }
    /// What a row tells, in one sentence.
    public var sentence: String { relation.sentence }
}
