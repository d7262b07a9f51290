import Foundation
import NotificationLedger
import Testing

/// A ledger damaged behind what opening looks at.
struct DamagedLedgerTests {
    @Test func damageThatOnlyReadingMeetsIsAFailedRunToldInWords() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        try bench.reconcile([FrozenCorpus.archive])
        let whole = try bench.folder.read("ledger")
        var met = 0
        for page in stride(from: 4096, to: whole.count, by: 5 * 4096) {
            var bytes = whole
            for place in page..<page + 8 { bytes[place] = 0xFF }
            try bench.folder.write("damaged", bytes)
            guard let reader = try? LedgerReader(path: bench.path("damaged")) else { continue }
            do {
                _ = try reader.fingerprint()
            } catch let error as LedgerRunError {
                met += 1
                #expect(error.kind == .failed)
                #expect(error.message.contains(bench.path("damaged")) && !error.message.contains("SELECT"))
            }
        }
        #expect(met > 0)
    }
}
