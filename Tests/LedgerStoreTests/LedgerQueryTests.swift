@testable import LedgerStore
import NotificationModel
import Reconciliation
import Testing

@Suite("Asking a ledger")
struct LedgerQueryTests {
    private let folder: LedgerFolder
    private let ledger: Ledger
    private let key = SubscriptionKey(app: "com.example.app", environment: "Production", originalTransactionId: "o1")

    init() throws {
        folder = try LedgerFolder()
        var sandbox = RowBuilder.purchase(4, of: "o1", at: 9_000)
        sandbox.environment = "Sandbox"
        ledger = try folder.ledger(
            "a.db",
            of: [
                RowBuilder.purchase(2, of: "o1", at: 2_000), RowBuilder.purchase(1, of: "o1", at: 1_000),
                RowBuilder.purchase(3, of: "o2", at: 3_000, token: "5C9E3A6F-0000-4000-8000-00000000000A"), sandbox,
            ]
        ).ledger
    }

    @Test("each app and environment has a horizon of its own; complete coverage outranks the newest word")
    func horizons() throws {
        let expected = [("Production", 3_000), ("Sandbox", 9_000)].map {
            Horizon(app: "com.example.app", environment: $0.0, instant: $0.1)
        }
        #expect(try ledger.horizons() == expected)
        try ledger.recordCoverage(
            app: "com.example.app",
            environment: "Production",
            from: 0,
            until: 3_600,
            isComplete: true
        )
        try ledger.append([RowBuilder.purchase(5, of: "o1", at: 3_500)])
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        #expect(try ledger.horizons().first?.instant == 3_600)
    }

    @Test(
        "an id is found by every name it has, in any letter case where it is a UUID",
        arguments: [
            ("o1", ["original-transaction-id", "original-transaction-id"]), ("t3", ["transaction-id"]),
            ("w3", ["web-order-line-item-id"]), ("5c9e3a6f-0000-4000-8000-00000000000a", ["app-account-token"]),
            ("5C9E3A6F-0000-4000-8000-00000000000A", ["app-account-token"]),
            ("00000000-0000-0007-0000-000000000003", ["notification-uuid"]), ("nothing", []),
        ]
    )
    func lookups(id: String, kinds: [String]) throws {
        #expect(try ledger.lookup(id).map(\.kind) == kinds)
    }

    @Test("a key's story is in the order of its being said, and names its source")
    func stories() throws {
        let rows = try ledger.notificationRows(for: key)
        #expect(rows.map(\.transactionId) == ["t1", "t2"])
        #expect(rows.map(\.recordIndex) == [1, 0])
        #expect(rows.map(\.expiresDate) == [2_000, 3_000])
        #expect(rows.allSatisfy { $0.sourcePath == Array("archive.json".utf8) && $0.event == "renewed" })
        #expect(try ledger.notificationRows(for: Identity128(high: 7, low: 3)).map(\.productId) == ["monthly"])
    }

    @Test("a key's times come back from the tables as they were derived")
    func timelines() throws {
        var found: [SubscriptionKey: DerivedPurchases] = [:]
        try ledger.forEachTimeline { found[$0.key] = $0 }
        let expected = Timelines.derive(try ledger.history(of: key))
        #expect(found.count == 3)
        #expect(found[key]?.intervals == expected.intervals)
        #expect(found[key]?.lapses == expected.lapses)
        #expect(found[key]?.subscription?.productId == "monthly")
    }

    @Test("every key is counted once, in its own environment, at its own horizon or at the instant asked for")
    func stateCounts() throws {
        let counts = try ledger.stateCounts()
        #expect(counts.filter { $0.environment == "Production" }.map(\.count).reduce(0, +) == 2)
        #expect(counts.filter { $0.environment == "Sandbox" }.map(\.count).reduce(0, +) == 1)
        #expect(Set(counts.map(\.asOf)) == [3_000, 9_000])
        #expect(Set(try ledger.stateCounts(asOf: 2_500).map(\.asOf)) == [2_500])
        var knownTransactions = 0
        let known = try ledger.stateCounts(asOf: nil, knownBy: 1_500) { history in
            knownTransactions += history.transactions.count
            return Timelines.derive(history)
        }
        #expect(knownTransactions == 1)
        #expect(Set(known.map(\.asOf)) == [1_000], "the newest word by then")
    }

    @Test("counts by type, and the views, tell what the tables hold")
    func views() throws {
        #expect(try ledger.eventCounts().map(\.count) == [3, 1])
        let current = try ledger.rows(of: "current_entitlements")
        #expect(current.map { $0["state"] } == [.text("unconfirmed"), .text("active"), .text("active")])
        #expect(current.map { $0["as_of"] } == [.integer(3_000), .integer(3_000), .integer(9_000)])
        #expect(try ledger.rows(of: "daily_events").map { $0["day"] } == [.text("1970-01-01"), .text("1970-01-01")])
    }

    @Test("everything in the file can be read, in an order that its values alone decide")
    func relations() throws {
        for relation in LedgerRelation.all {
            var columns: [String] = []
            var rows: [[LedgerValue]] = []
            try ledger.forEachRow(of: relation, start: { columns = $0 }, { rows.append($0) })
            #expect(!columns.isEmpty)
            #expect(rows.allSatisfy { $0.count == columns.count })
            #expect(rows == rows.sorted { $0.precedes($1) }, "\(relation.name)")
        }
        let names = LedgerRelation.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: LedgerSchema.tables.map(\.name) + Views.names))
    }
}

extension [LedgerValue] {
    /// The order of rows that SQLite promises: NULL, numbers, texts by their bytes, blobs; column after column.
    fileprivate func precedes(_ other: [LedgerValue]) -> Bool {
        for (mine, theirs) in zip(self, other) where mine != theirs {
            switch (mine, theirs) {
            case (.integer(let left), .integer(let right)): return left < right
            case (.text(let left), .text(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
            case (.blob(let left), .blob(let right)): return left.lexicographicallyPrecedes(right)
            default: return mine.rank < theirs.rank
            }
        }
        return false
    }
}

extension LedgerValue {
    fileprivate var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .text: 2
        case .blob: 3
        }
    }
}
