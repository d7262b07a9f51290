import LedgerStore
import NotificationModel
import Reconciliation
import Synchronization
import TestSupport
import Testing

@Suite("Deriving in a ledger")
struct LedgerDerivationTests {
    private let folder: LedgerFolder
    private let contents: [RowBuilder.Content]

    init() throws {
        folder = try LedgerFolder()
        var contents: [RowBuilder.Content] = []
        for number in 1...12 {
            let token: String? = number % 4 < 2 ? "5C9E3A6F-0000-4000-8000-00000000000A" : nil
            let appTransaction: String? = number % 4 == 1 ? "app-1" : nil
            let purchase = RowBuilder.purchase(
                UInt64(number),
                of: "o\(number % 4)",
                at: Int64(number) * 1_000,
                token: token,
                appTransaction: appTransaction
            )
            contents.append(purchase)
        }
        var consent = RowBuilder.Content(uuid: Identity128(high: 8, low: 1), digest: 99, saidAt: 9_500)
        consent.type = "RESCIND_CONSENT"
        consent.appTransaction = ["appTransactionId": .text("app-1")]
        contents.append(consent)
        var orphan = consent
        orphan.uuid = Identity128(high: 8, low: 2)
        orphan.digest = 98
        orphan.appTransaction = ["appTransactionId": .text("app-2")]
        contents.append(orphan)
        var conflict = contents[3]
        conflict.digest = 50
        contents.append(conflict)
        self.contents = contents
    }

    @Test("any order of arrival, and any portions with derivations between, give the same canonical bytes")
    func orderDecidesNothing() throws {
        let (reference, _) = try folder.ledger("reference.db", of: contents)
        let expected = try reference.canonicalBytes
        #expect(expected.count > 1_000)
        var generator = SeededGenerator(seed: 20_240)
        for round in 0..<3 {
            let shuffled = contents.shuffled(using: &generator)
            let ledger = try folder.open("\(round).db")
            for portion in [shuffled.prefix(6), shuffled.dropFirst(6)] {
                try ledger.append(Array(portion))
                try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
            }
            #expect(try ledger.canonicalBytes == expected)
        }
        try reference.append([RowBuilder.purchase(77, of: "o1", at: 1)])
        #expect(try reference.canonicalBytes != expected)
    }

    @Test("a first run writes without search indexes, and whatever derives first makes them all")
    func searchIndexes() throws {
        func indexes(_ ledger: Ledger) throws -> Set<String> {
            var names: Set<String> = []
            try ledger.forEachIndex { names.insert($0) }
            return names
        }
        do {
            let ledger = try folder.open("indexes.db")
            try ledger.append(contents)
            let before = try indexes(ledger)
            #expect(before.contains("notifications_by_identity"))
            #expect(!before.contains("notifications_by_key"))
        }
        let ledger = try folder.open("indexes.db")
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        let after = try indexes(ledger)
        for name in ["notifications_by_key", "transaction_snapshots_by_key", "access_intervals_by_key"] {
            #expect(after.contains(name))
        }
        try ledger.append([RowBuilder.purchase(78, of: "o2", at: 1)])
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        #expect(try indexes(ledger) == after)
        let (reference, _) = try folder.ledger("straight.db", of: contents + [RowBuilder.purchase(78, of: "o2", at: 1)])
        #expect(try ledger.canonicalBytes == reference.canonicalBytes)
    }

    @Test("a derivation that was stopped leaves its marks, and the next one comes to the same")
    func stopped() throws {
        let (reference, _) = try folder.ledger("reference.db", of: contents)
        let ledger = try folder.open("stopped.db")
        try ledger.append(contents)
        let count = try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve) { false }
        #expect(count == 0)
        #expect(try ledger.isDirty)
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        #expect(try !ledger.isDirty)
        #expect(try ledger.canonicalBytes == reference.canonicalBytes)
    }

    @Test("an account token that an app gave to everybody bridges a withdrawal to nobody", arguments: [256, 257])
    func tokenOfEverybody(count: Int) throws {
        let ledger = try folder.open("everybody\(count).db")
        var rows = [RowBuilder.purchase(1, of: "o1", at: 1_000, token: "all", appTransaction: "app-1")]
        for number in 2...count {
            rows.append(RowBuilder.purchase(UInt64(number), of: "o\(number)", at: 1_000, token: "all"))
        }
        var consent = RowBuilder.Content(uuid: Identity128(high: 8, low: 1), digest: 9_999, saidAt: 9_500)
        consent.type = "RESCIND_CONSENT"
        consent.appTransaction = ["appTransactionId": .text("app-1")]
        try ledger.append(rows + [consent])
        var offered = 0
        try ledger.deriveDirty(derive: Timelines.derive) { consent, histories in
            offered = histories.count
            return ConsentOutcome.resolve(consent, among: histories)
        }
        #expect(offered == (count == 256 ? 256 : 1))
        #expect(try ledger.rows(of: "consent_joins").count == offered)
    }

    @Test("one withdrawal in two forms of bytes is one withdrawal")
    func withdrawalInTwoForms() throws {
        let ledger = try folder.open("withdrawals.db")
        var consent = RowBuilder.Content(uuid: Identity128(high: 8, low: 1), digest: 99, saidAt: 9_500)
        consent.type = "RESCIND_CONSENT"
        consent.appTransaction = ["appTransactionId": .text("app-1")]
        var again = consent
        again.digest = 98
        var other = consent
        other.uuid = Identity128(high: 8, low: 2)
        try ledger.append([consent, again, other])
        var resolved: [UInt64] = []
        try ledger.deriveDirty(derive: Timelines.derive) { consent, histories in
            resolved.append(consent.notificationUUID.low)
            return Timelines.resolve(consent, histories)
        }
        #expect(resolved == [1, 2])
    }

    @Test("refunds of items are read out of an Advanced Commerce transaction, whatever else its text holds")
    func itemRefunds() throws {
        let ledger = try folder.open("items.db")
        let texts = [
            #"{"items":[{"SKU":"A","revocationDate":7,"refunds":[{"refundDate":6,"refundAmount":5},{"refundAmount":1}]}]}"#,
            #"{"items":[{"SKU":"B"},"text",3,null,{"SKU":"C","refunds":{}},{"refunds":[{"refundDate":9}]}]}"#,
            #"{"items":{"x":1},"other":"\"items\""}"#, "not JSON \"items\"",
        ]
        for (number, text) in texts.enumerated() {
            var content = RowBuilder.purchase(UInt64(number + 1), of: "o", at: 1_000)
            content.transaction?["advancedCommerceInfo"] = .text(text)
            try ledger.append([content])
        }
        var read: [[ItemRefund]] = []
        try ledger.forEachHistory { history in
            read = history.transactions.sorted { $0.transactionId < $1.transactionId }.map(\.itemRefunds)
        }
        #expect(
            read == [
                [
                    ItemRefund(sku: "A", revokedAt: 7, refundedAt: 6, amount: 5),
                    ItemRefund(sku: "A", revokedAt: 7, refundedAt: nil, amount: 1),
                ],
                [ItemRefund(sku: nil, revokedAt: nil, refundedAt: 9, amount: nil)], [], [],
            ]
        )
    }

    @Test("marks survive a reopening, and only what is marked is derived")
    func marksSurvive() throws {
        do { try folder.open().append(contents) }
        let ledger = try folder.open()
        #expect(try ledger.isDirty)
        let derived = Mutex<[String]>([])
        let derive: @Sendable (PurchaseHistory) -> DerivedPurchases = { history in
            derived.withLock { $0.append(history.key.originalTransactionId) }
            return Timelines.derive(history)
        }
        #expect(try ledger.deriveDirty(derive: derive, resolve: Timelines.resolve) == 4)
        #expect(derived.withLock { $0 } == ["o0", "o1", "o2", "o3"])
        #expect(try !ledger.isDirty)
        derived.withLock { $0 = [] }
        try ledger.append([contents[0], RowBuilder.purchase(50, of: "o2", at: 50_000)])
        #expect(try ledger.deriveDirty(derive: derive, resolve: Timelines.resolve) == 1)
        #expect(derived.withLock { $0 } == ["o2"])
        #expect(try ledger.rows(of: "transactions").count == 14)
    }

    @Test("a history has all of its key's snapshots, each with its own notification, conflicts among them")
    func readsHistories() throws {
        let (ledger, _) = try folder.ledger("a.db", of: contents)
        let key = SubscriptionKey(
            app: "com.example.app",
            environment: "Production",
            originalTransactionId: "o0"
        )
        let history = try ledger.history(of: key)
        #expect(history.transactions.map(\.transactionId).sorted() == ["t12", "t4", "t4", "t8"])
        #expect(history.renewals.count == 4)
        #expect(Set(history.notifications.map(\.contentDigest)).count == 4)
        let snapshot = try #require(history.transactions.first { $0.transactionId == "t8" })
        #expect(snapshot.notification.saidAt == 8_000)
        #expect(snapshot.notification.type == "DID_RENEW")
        #expect(snapshot.notification.status == 1)
        #expect(snapshot.expiresDate == 9_000)
        #expect(snapshot.isUpgraded == false)
        #expect(snapshot.revocationDate == nil)
    }

    @Test("one sorted pass gives each key the history that look-ups give it")
    func thePassReadsWhatLookUpsRead() throws {
        var migration = RowBuilder.purchase(40, of: "o1-new", at: 40_000)
        migration.transaction?["previousOriginalTransactionId"] = .text("o1")
        migration.renewal?["originalTransactionId"] = .text("o1")
        var withoutPurchase = RowBuilder.purchase(41, of: "o", at: 41_000)
        withoutPurchase.transaction = nil
        let ledger = try folder.open("pass.db")
        try ledger.append(contents + [migration, withoutPurchase])
        let read = Mutex<[PurchaseHistory]>([])
        let count = try ledger.deriveDirty(derive: { history in
            read.withLock { $0.append(history) }
            return Timelines.derive(history)
        })
        let passed = read.withLock { $0 }
        #expect(passed.count == count)
        #expect(passed.map(\.key.originalTransactionId) == ["o", "o0", "o1", "o1-new", "o2", "o3"])
        for history in passed {
            let lookedUp = try ledger.history(of: history.key)
            #expect(Self.texts(of: history) == Self.texts(of: lookedUp), "\(history.key)")
        }
        #expect(
            passed.contains {
                $0.transactions.contains { $0.originalTransactionId != "o1" } && $0.key.originalTransactionId == "o1"
            }
        )
    }

    /// A history's content without its order.
    private static func texts(of history: PurchaseHistory) -> [[String]] {
        [
            history.transactions.map { "\($0) \($0.notification.contentDigest) \($0.notification.type)" }.sorted(),
            history.renewals.map { "\($0) \($0.notification.contentDigest) \($0.notification.type)" }.sorted(),
            history.notifications.map { "\($0.contentDigest) \($0.type) \($0.saidAt ?? 0)" }.sorted(),
        ]
    }

    @Test("a renewal info under a migrated subscription's old id finds its notification")
    func findsMigratedNotification() throws {
        var migration = RowBuilder.purchase(1, of: "new", at: 1_000)
        migration.type = "MIGRATION"
        migration.transaction?["previousOriginalTransactionId"] = .text("old")
        migration.renewal?["originalTransactionId"] = .text("old")
        let (ledger, _) = try folder.ledger("a.db", of: [migration])
        let old = SubscriptionKey(app: "com.example.app", environment: "Production", originalTransactionId: "old")
        let history = try ledger.history(of: old)
        #expect(history.renewals.map(\.notification.type) == ["MIGRATION"])
        #expect(history.notifications.map(\.type) == ["MIGRATION"])
        #expect(try ledger.notificationRows(for: old).map(\.type) == ["MIGRATION"])
        #expect(
            Set(try ledger.lookup("old").compactMap { $0.key?.originalTransactionId }) == ["old", "new"]
        )
    }

    @Test("a migration ends the old id's access where the new id's begins, whichever comes first")
    func migrationEndsTheOldId() throws {
        let before = RowBuilder.purchase(1, of: "old", at: 1_000)
        var migration = RowBuilder.purchase(2, of: "new", at: 1_400)
        migration.type = "MIGRATION"
        migration.transaction?["previousOriginalTransactionId"] = .text("old")
        for (name, order) in [("a.db", [before, migration]), ("b.db", [migration, before])] {
            let ledger = try folder.open(name)
            for content in order {
                try ledger.append([content])
                try ledger.deriveDirty()
            }
            let old = SubscriptionKey(app: "com.example.app", environment: "Production", originalTransactionId: "old")
            let derived = Derivation.derive(try ledger.history(of: old))
            #expect(derived.intervals.map(\.end) == [1_400])
            #expect(derived.intervals.map(\.endCause) == [.migrated])
            let stored = try ledger.rows(of: "access_intervals").filter {
                $0["original_transaction_id"] == .text("old")
            }
            #expect(stored.map { $0["end_cause"] } == [.text("migrated")])
        }
    }

    @Test("a withdrawn consent joins directly and through an account token; an orphan is a discrepancy")
    func joinsConsents() throws {
        let (ledger, _) = try folder.ledger("a.db", of: contents)
        let joins = try ledger.rows(of: "consent_joins").map { [$0["original_transaction_id"], $0["match"]] }
        #expect(joins == [[.text("o0"), .text("bridged")], [.text("o1"), .text("direct")]])
        let key = SubscriptionKey(
            app: "com.example.app",
            environment: "Production",
            originalTransactionId: "o1"
        )
        #expect(try ledger.consentOutcomes(of: key).map(\.consent.instant) == [9_500])
        #expect(try ledger.discrepancyCounts().map(\.code) == ["orphan-consent"])
        #expect(
            try ledger.revocationCounts() == [
                RevocationCount(
                    app: "com.example.app",
                    environment: "Production",
                    kind: "consent-rescinded",
                    count: 2,
                    reversed: 0,
                    removedAccess: 0
                )
            ]
        )
        try ledger.append([RowBuilder.purchase(60, of: "late", at: 1, appTransaction: "app-2")])
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve)
        #expect(try ledger.discrepancyCounts().isEmpty)
    }
}
