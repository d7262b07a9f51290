internal import LedgerStore
internal import Reconciliation

/// Compares what the team's own system grants with what a ledger proves.
public struct AuditRun {
    /// Rows without an id after which a source without id columns is given up.
    private static let patience = 1000

    private let options: AuditOptions
    private let output: (([UInt8]) throws -> Void)?

    /// An audit by these options.
    ///
    /// - Parameters:
    ///   - options: what is compared with what.
    ///   - output: takes the findings, whole lines, many at a time; nil counts only.
    public init(_ options: AuditOptions, output: (([UInt8]) throws -> Void)?) {
        self.options = options
        self.output = output
    }

    /// Reads the ledger once, then the grants once.
    ///
    /// Memory grows with the ledger's purchases and their ids, not with the grants.
    ///
    /// - Throws: ``LedgerRunError`` for a source or a ledger that cannot be read, and for options that fit neither;
    ///   and what `output` throws.
    public func run() throws -> AuditSummary {
        guard options.entitlements != "-" || options.products != "-" else {
            throw LedgerRunError(.impossibleValue, "--products and --entitlements cannot both be standard input")
        }
        // Before the ledger: closing a descriptor of the ledger's own file would drop its locks.
        let products = try options.products.map { try ProductTable(path: $0) } ?? ProductTable()
        let source = try EntitlementSource.open(
            path: options.entitlements,
            format: options.sourceFormat,
            query: options.query
        )
        var plan = try ColumnPlan(options)
        if source.hasAllColumns {
            plan.update(source.columns)
            try plan.requireNamedColumns(of: source)
            try plan.requireID(of: source)
        }
        let columns =
            source.hasAllColumns ? Set(GrantColumn.ids.filter { plan.position(of: $0) != nil }) : Set(GrantColumn.ids)
        let reader = try LedgerReader(path: options.ledger)
        let book = try reader.asking { try PurchaseBook(reader.ledger, options, products, ids: columns) }
        var comparison = Comparison(GrantJudge(book, options, products), options, output)
        try comparison.run(source, &plan)
        return try comparison.finish()
    }

    /// One pass over the grants.
    private struct Comparison {
        private var judge: GrantJudge
        private let options: AuditOptions
        private let told: Set<AuditClass>
        private var writer: FindingWriter?
        private var summary = AuditSummary()
        private var money: [String: (milliunits: Int128, purchases: Int)] = [:]

        init(_ judge: GrantJudge, _ options: AuditOptions, _ output: (([UInt8]) throws -> Void)?) {
            self.judge = judge
            self.options = options
            told = options.only ?? AuditClass.toldByDefault
            writer = output.map { FindingWriter(options.findingsFormat, output: $0) }
            summary.told = told
        }

        mutating func run(_ source: any RowSource, _ plan: inout ColumnPlan) throws {
            var cells = GrantCells()
            var grant = Grant()
            // Rows of a source whose columns are not all known yet: none of them had a column with an id.
            var withheld: [Int] = []
            while true {
                let outcome = try source.next(into: &cells)
                guard outcome != .end else { break }
                summary.rows += 1
                plan.update(source.columns)
                if case .broken(let reason) = outcome {
                    try tell(unusable: reason, row: summary.rows)
                    continue
                }
                guard plan.hasID else {
                    withheld.append(summary.rows)
                    if withheld.count >= AuditRun.patience { try plan.requireID(of: source) }
                    continue
                }
                for row in withheld { try tell(unusable: "no id", row: row) }
                withheld.removeAll()
                try take(cells, plan, &grant)
            }
            if !withheld.isEmpty { try plan.requireID(of: source) }
            if summary.rows > 0 { try plan.requireNamedColumns(of: source) }
        }

        private mutating func take(_ cells: GrantCells, _ plan: ColumnPlan, _ grant: inout Grant) throws {
            guard plan.admits(cells) else {
                summary.filtered += 1
                return
            }
            do throws(Grant.Unusable) {
                try grant.read(cells, plan)
            } catch {
                return try tell(unusable: error.reason, row: summary.rows)
            }
            guard isInScope(grant) else {
                summary.filtered += 1
                return
            }
            guard let verdict = judge.judge(grant, row: summary.rows) else {
                summary.filtered += 1
                return
            }
            summary.counts[verdict.auditClass, default: 0] += 1
            if verdict.auditClass == .leak, let place = verdict.purchase { count(place) }
            guard writer != nil, told.contains(verdict.auditClass) else { return }
            var finding = Finding(auditClass: verdict.auditClass)
            finding.row = summary.rows
            finding.idColumn = verdict.id?.column.name
            finding.id = verdict.id.flatMap { cells.text(at: $0.position) }
            finding.account = grant.account
            finding.isGranted = verdict.isGranted
            finding.product = grant.product
            finding.expires = grant.expires
            finding.purchase = verdict.purchase.map(ledgerSide)
            finding.firstRow = verdict.firstRow
            finding.isKnownElsewhere = verdict.isKnownElsewhere
            try writer?.write(finding)
        }

        /// Whether the row is about an app and an environment that were asked for.
        private func isInScope(_ grant: Grant) -> Bool {
            if let app = grant.app, !options.bundleIds.isEmpty, !options.bundleIds.contains(app) { return false }
            switch (grant.environment, options.environment) {
            case (let named?, .production): return named == "Production"
            case (let named?, .sandbox): return named == "Sandbox"
            default: return true
            }
        }

        private mutating func tell(unusable reason: String, row: Int) throws {
            summary.counts[.unusable, default: 0] += 1
            summary.unusableByReason[reason, default: 0] += 1
            guard told.contains(.unusable) else { return }
            var finding = Finding(auditClass: .unusable)
            finding.row = row
            finding.reason = reason
            try writer?.write(finding)
        }

        private mutating func count(_ place: Int) {
            guard let taking = judge.countRefund(of: place), let amount = taking.amount else { return }
            let currency = taking.currency ?? ""
            let sum = money[currency] ?? (0, 0)
            money[currency] = (sum.milliunits + Int128(amount), sum.purchases + 1)
        }

        private func ledgerSide(_ place: Int) -> Finding.LedgerSide {
            let book = judge.book
            let purchase = book.purchases[place]
            let scope = book.scope(of: purchase)
            let taking = purchase.taking < 0 ? nil : book.takings[Int(purchase.taking)]
            return Finding.LedgerSide(
                app: scope.app,
                environment: scope.environment,
                originalTransactionId: book.id(of: purchase),
                state: purchase.kind.rawValue,
                cause: purchase.cause.map { book.texts[$0] },
                product: purchase.product.map { book.texts[$0] },
                since: purchase.since == AuditedPurchase.unknownInstant ? nil : purchase.since,
                until: purchase.until == AuditedPurchase.unknownInstant ? nil : purchase.until,
                ownership: purchase.ownership.text,
                consentWithdrawnAt: purchase.consentWithdrawnAt,
                revocationKind: taking?.kind.rawValue,
                refund: taking?.amount.map { DecimalAmount.text(Int128($0)) },
                currency: taking?.currency,
                asOf: scope.asOf
            )
        }

        /// Tells what no grant mentions, and closes the counts.
        mutating func finish() throws -> AuditSummary {
            let unmentioned = judge.unmentioned()
            summary.counts[.unknownToYou] = unmentioned.count
            if told.contains(.unknownToYou) {
                for place in unmentioned {
                    var finding = Finding(auditClass: .unknownToYou)
                    finding.purchase = ledgerSide(place)
                    try writer?.write(finding)
                }
            }
            try writer?.flush()
            summary.refunded = money.sorted { $0.key < $1.key }.map { currency, sum in
                AuditSummary.Refunded(
                    currency: currency,
                    amount: DecimalAmount.text(sum.milliunits),
                    purchases: sum.purchases
                )
            }
            summary.instants = judge.book.scopes.filter(\.isAsked).map {
                AuditSummary.Instants(app: $0.app, environment: $0.environment, asOf: $0.asOf)
            }.sorted { ($0.app, $0.environment) < ($1.app, $1.environment) }
            guard summary.addsUp else {
                throw LedgerRunError(.internalFault, "internal error: the counts do not add up")
            }
            return summary
        }
    }
}
