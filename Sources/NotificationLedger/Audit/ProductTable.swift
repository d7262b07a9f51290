/// What the team says about its products: the access level that each gives, and how long those last that do not renew.
struct ProductTable {
    private var levels: [String: String] = [:]
    private var durations: [String: CalendarDuration] = [:]

    /// A table that knows nothing: every product is a level of its own.
    init() {}

    /// Reads CSV or JSON lines with `productId`, an access level and, optionally, `duration`.
    ///
    /// - Throws: ``LedgerRunError`` for a file that is not there, lacks a column or holds a value that cannot be read.
    init(path: String) throws {
        let source = try EntitlementSource.openTable(path: path, option: "--products")
        var cells = GrantCells()
        var row = 0
        while true {
            let outcome = try source.next(into: &cells)
            row += 1
            switch outcome {
            case .end: return
            case .broken(let what): throw Self.fault(source, row, what)
            case .row: try read(cells, source, row)
            }
        }
    }

    private mutating func read(_ cells: GrantCells, _ source: any RowSource, _ row: Int) throws(LedgerRunError) {
        let names = source.columns.map(GrantColumn.folded)
        func text(_ candidates: [String]) -> String? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first.flatMap { cells.text(at: $0) }
        }
        guard let product = text(["productid", "product"]) else { throw Self.fault(source, row, "no productId") }
        guard let level = text(["accesslevel", "level", "access", "entitlement"]) else {
            throw Self.fault(source, row, "no access level")
        }
        guard levels.updateValue(level, forKey: product) == nil else {
            throw Self.fault(source, row, "a productId that an earlier row has")
        }
        guard let text = text(["duration"]) else { return }
        guard let duration = CalendarDuration(text) else {
            throw Self.fault(source, row, "duration is not as in P30D or P1Y")
        }
        durations[product] = duration
    }

    private static func fault(_ source: any RowSource, _ row: Int, _ what: String) -> LedgerRunError {
        LedgerRunError(
            .impossibleValue,
            "\(source.name), row \(row): \(what); expected the columns productId, accessLevel and, where a product does "
                + "not renew, duration"
        )
    }

    /// The access level of a product or, of a text that is none of the products, that text.
    func level(of product: String) -> String { levels[product] ?? product }

    /// How long a product lasts that does not renew; nil where nothing tells.
    func duration(of product: String?) -> CalendarDuration? { product.flatMap { durations[$0] } }
}
