import Foundation
@testable import LedgerStore
import Testing

/// The queries that `docs/ledger.md` shows do what it says on a real ledger.
struct ExampleQueryTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/ledger.md")

    /// The SQL blocks of the document.
    private static func queries() throws -> [String] {
        try String(contentsOf: document, encoding: .utf8).split(separator: "```sql\n").dropFirst().map { block in
            String(try #require(block.split(separator: "\n```").first))
        }
    }

    @Test func everyQueryFindsSomethingInTheFrozenCorpus() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        try bench.reconcile([FrozenCorpus.archive])
        let ledger = try Ledger.openForReading(path: bench.path("ledger"))
        let queries = try Self.queries()
        #expect(queries.count >= 8)
        for query in queries {
            let statement = try Statement(query, on: ledger.connection)
            #expect(try statement.step(), "no row: \(query)")
            #expect((0..<statement.columnCount).allSatisfy { statement.columnName(at: $0) != nil })
        }
    }
}
