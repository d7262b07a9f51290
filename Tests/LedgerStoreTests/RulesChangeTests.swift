@testable import LedgerStore
import Reconciliation
import Synchronization
import Testing

@Suite("A ledger that other rules derived")
struct RulesChangeTests {
    @Test("every key is derived anew, also one that is known only as what a migration came from")
    func everyKeyIsDerivedAnew() throws {
        let folder = try LedgerFolder()
        var migration = RowBuilder.purchase(1, of: "new", at: 1_000)
        migration.transaction?["previousOriginalTransactionId"] = .text("old")
        var lone = RowBuilder.purchase(2, of: "lone", at: 2_000)
        lone.transaction = nil
        let derived: Set<String>
        do {
            let ledger = try folder.open()
            try ledger.append([migration, lone])
            derived = try Self.keys(derivedBy: ledger)
            #expect(try !ledger.isDirty)
            try ledger.setMeta(.rulesVersion, to: Int64(Derivation.rulesVersion) - 1)
        }
        let reopened = try folder.open()
        #expect(try reopened.isDirty)
        #expect(try Self.keys(derivedBy: reopened) == derived)
        #expect(derived == ["lone", "new", "old"])
        #expect(try !reopened.isDirty)
    }

    private static func keys(derivedBy ledger: Ledger) throws -> Set<String> {
        let keys = Mutex<Set<String>>([])
        try ledger.deriveDirty(derive: { history in
            keys.withLock { _ = $0.insert(history.key.originalTransactionId) }
            return Timelines.derive(history)
        })
        return keys.withLock { $0 }
    }
}
