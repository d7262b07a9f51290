/// Which of a source's columns means what.
struct ColumnPlan {
    private let mapped: [GrantColumn: String]
    private let conditions: [AuditOptions.Condition]
    private var positions = [Int?](repeating: nil, count: GrantColumn.allCases.count)
    private var conditionPositions: [Int?] = []
    private var columnCount = -1

    /// A plan by the options' mapping.
    ///
    /// - Throws: ``LedgerRunError`` for a meaning that there is not.
    init(_ options: AuditOptions) throws(LedgerRunError) {
        var mapped: [GrantColumn: String] = [:]
        for (meaning, name) in options.columns.sorted(by: { $0.key < $1.key }) {
            guard let column = GrantColumn(named: meaning) else {
                throw LedgerRunError(
                    .impossibleValue,
                    "--columns names \(PrintableText.escape(meaning)); it takes \(Self.meanings)"
                )
            }
            mapped[column] = name
        }
        self.mapped = mapped
        conditions = options.conditions
    }

    private static let meanings = GrantColumn.allCases.map(\.name).joined(separator: ", ")

    /// Looks the columns up; cheap while none was added.
    mutating func update(_ columns: [String]) {
        guard columns.count != columnCount else { return }
        columnCount = columns.count
        let folded = columns.map(GrantColumn.folded)
        for (index, column) in GrantColumn.allCases.enumerated() {
            if let name = mapped[column] {
                positions[index] = name.isEmpty ? nil : Self.position(of: name, columns, folded)
            } else {
                positions[index] = column.names.lazy.compactMap { folded.firstIndex(of: $0) }.first
            }
        }
        conditionPositions = conditions.map { condition in
            Self.position(of: condition.column, columns, folded)
                ?? GrantColumn(named: condition.column).flatMap { self.position(of: $0) }
        }
    }

    /// The place of a column by its exact name, else by its folded one.
    private static func position(of name: String, _ columns: [String], _ folded: [String]) -> Int? {
        columns.firstIndex(of: name) ?? folded.firstIndex(of: GrantColumn.folded(name))
    }

    /// Where a column stands; nil where there is none.
    func position(of column: GrantColumn) -> Int? {
        positions[column.rawValue]
    }

    /// True if one of the columns names purchases.
    var hasID: Bool { GrantColumn.ids.contains { position(of: $0) != nil } }

    /// True if every condition holds.
    func admits(_ cells: borrowing GrantCells) -> Bool {
        for (condition, position) in zip(conditions, conditionPositions) {
            guard (position.flatMap { cells.text(at: $0) } ?? "") == condition.value else { return false }
        }
        return true
    }

    /// Refuses names in the options that no column has.
    func requireNamedColumns(of source: any RowSource) throws(LedgerRunError) {
        for (column, name) in mapped.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where !name.isEmpty && position(of: column) == nil {
            throw missing("--columns", name, source)
        }
        for (condition, position) in zip(conditions, conditionPositions) where position == nil {
            throw missing("--grants-where", condition.column, source)
        }
    }

    private func missing(_ option: String, _ name: String, _ source: any RowSource) -> LedgerRunError {
        LedgerRunError(
            .impossibleValue,
            "\(option) names the column \(PrintableText.escape(name)); \(source.name) has \(Self.list(source.columns))"
        )
    }

    /// Refuses a source that names no purchases.
    func requireID(of source: any RowSource) throws(LedgerRunError) {
        guard !hasID else { return }
        throw LedgerRunError(
            .impossibleValue,
            "\(source.name) has no column that names purchases; found \(Self.list(source.columns)); expected "
                + GrantColumn.ids.map(\.name).joined(separator: ", ")
                + ", or one that --columns maps, as in --columns originalTransactionId=NAME"
        )
    }

    private static func list(_ columns: [String]) -> String {
        guard !columns.isEmpty else { return "no columns" }
        let more = columns.count > 40 ? ", and \(columns.count - 40) more" : ""
        return columns.prefix(40).map { PrintableText.escape($0, limit: 60) }.joined(separator: ", ") + more
    }
}
