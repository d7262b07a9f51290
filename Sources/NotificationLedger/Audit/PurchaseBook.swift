internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

/// All keys of a ledger as they stand at the audit's instant, and the ids by which grants name them.
struct PurchaseBook {
    /// An app in an environment, with the instant of the comparison.
    struct Scope {
        let app: String
        let environment: String
        let asOf: Int64?
        let horizon: Int64?
        /// False for an app that the options leave out; its ids tell which rows are about it.
        let isAsked: Bool
    }

    private(set) var purchases: [AuditedPurchase] = []
    private(set) var scopes: [Scope] = []
    private(set) var takings: [AuditedPurchase.Taking] = []
    private var ids = TextArena()
    private(set) var texts = TextTable()
    private var byPurchaseID = PurchaseIndex()
    private var byToken = PurchaseIndex()
    private var byAppTransaction = PurchaseIndex()
    private var scopeNumbers: [[String]: UInt16] = [:]
    private let horizons: [[String]: Int64]
    private let options: AuditOptions
    private let products: ProductTable

    /// Reads the whole ledger once.
    ///
    /// Memory grows with the keys and their ids, some hundred bytes a key and 40 an id, of the kinds that `columns`
    /// holds.
    init(_ ledger: Ledger, _ options: AuditOptions, _ products: ProductTable, ids columns: Set<GrantColumn>) throws {
        self.options = options
        self.products = products
        let known = try options.knownBy.map { try ledger.horizons(knownBy: $0) } ?? ledger.horizons()
        horizons = Dictionary(
            known.map { ([$0.app, $0.environment], $0.instant) },
            uniquingKeysWith: { first, _ in first }
        )
        let kinds = Set(columns.flatMap(Self.kinds))
        if let limit = options.knownBy {
            try ledger.forEachAuditedKey(knownBy: limit) { add($0, kinds) }
        } else {
            try ledger.forEachAuditedKey(identifiers: kinds) { add($0, kinds) }
        }
    }

    /// The original transaction id of a purchase.
    func id(of purchase: AuditedPurchase) -> String { ids[purchase.id] }

    /// The app and environment of a purchase.
    func scope(of purchase: AuditedPurchase) -> Scope { scopes[Int(purchase.scope)] }

    /// Calls `body` with the place of every purchase that an id names; one may come twice.
    func forEachPurchase(_ id: Grant.ID, _ body: (Int) -> Void) {
        switch id.column {
        case .appAccountToken: byToken.forEach(id.number, body)
        case .appTransactionId: byAppTransaction.forEach(id.number, body)
        default: byPurchaseID.forEach(id.number, body)
        }
    }

    /// Changes a purchase's marks.
    mutating func mark(_ place: Int, _ change: (inout AuditedPurchase) -> Void) {
        change(&purchases[place])
    }

    /// The places of the purchases that meet a condition, in key order.
    func places(where condition: (AuditedPurchase) -> Bool) -> [Int] {
        purchases.indices.filter { condition(purchases[$0]) }.sorted { left, right in
            let (first, second) = (scope(of: purchases[left]), scope(of: purchases[right]))
            return (first.app, first.environment, id(of: purchases[left]))
                < (second.app, second.environment, id(of: purchases[right]))
        }
    }

    private mutating func add(_ key: AuditedKey, _ kinds: Set<AuditedKey.Identifier.Kind>) {
        let place = key.purchases.key
        guard options.environment != .sandbox || place.environment == StoreEnvironment.sandbox.text else { return }
        let scope = scopeNumber(place)
        let standing = PurchaseStanding(key, at: scopes[Int(scope)], grace: options.grace, products: products)
        let number = purchases.count
        let product = standing.state.productId
        purchases.append(
            AuditedPurchase(
                id: ids.append(place.originalTransactionId),
                scope: scope,
                standing: standing.standing,
                kind: standing.state.kind,
                ownership: standing.ownership,
                cause: standing.state.cause.map { texts.number(of: $0) },
                product: product.map { texts.number(of: $0) },
                level: product.map { texts.number(of: products.level(of: $0)) },
                since: standing.state.since ?? AuditedPurchase.unknownInstant,
                until: standing.until,
                paidUntil: standing.paidUntil,
                consentWithdrawnAt: standing.consentWithdrawnAt
            )
        )
        if let taking = standing.taking {
            purchases[number].taking = Int32(takings.count)
            takings.append(taking)
        }
        for identifier in key.identifiers { add(identifier, number, kinds) }
    }

    /// The identifiers by which a column's ids are looked up.
    private static func kinds(_ column: GrantColumn) -> [AuditedKey.Identifier.Kind] {
        switch column {
        case .originalTransactionId: [.original]
        case .transactionId: [.original, .transaction]
        case .appAccountToken: [.accountToken]
        case .appTransactionId: [.appTransaction]
        default: []
        }
    }

    private mutating func add(
        _ identifier: AuditedKey.Identifier,
        _ number: Int,
        _ kinds: Set<AuditedKey.Identifier.Kind>
    ) {
        guard kinds.contains(identifier.kind) else { return }
        let bytes = identifier.text.utf8.span
        guard let id = PurchaseID(bytes, isToken: identifier.kind == .accountToken) else { return }
        switch identifier.kind {
        case .original, .transaction: byPurchaseID.insert(id, number)
        case .appTransaction: byAppTransaction.insert(id, number)
        case .accountToken: byToken.insert(id, number)
        }
    }

    private mutating func scopeNumber(_ key: SubscriptionKey) -> UInt16 {
        let name = [key.app, key.environment]
        if let number = scopeNumbers[name] { return number }
        let horizon = horizons[name]
        scopes.append(
            Scope(
                app: key.app,
                environment: key.environment,
                asOf: options.asOf ?? horizon,
                horizon: horizon,
                isAsked: options.bundleIds.isEmpty || options.bundleIds.contains(key.app)
            )
        )
        scopeNumbers[name] = UInt16(scopes.count - 1)
        return UInt16(scopes.count - 1)
    }
}

/// Many short texts in one buffer.
private struct TextArena {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// Keeps a text, and gives its number.
    mutating func append(_ text: String) -> UInt32 {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
        return UInt32(ends.count - 1)
    }

    subscript(number: UInt32) -> String {
        let start = number == 0 ? 0 : ends[Int(number) - 1]
        return String(decoding: bytes[start..<ends[Int(number)]], as: UTF8.self)
    }
}
