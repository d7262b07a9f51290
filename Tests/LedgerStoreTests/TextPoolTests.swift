@testable import LedgerStore
import Testing

@Suite("Texts shared between rows")
struct TextPoolTests {
    @Test("each row has its own text, however many of one length share the places, and NULL none")
    func textsAreThoseOfTheRows() throws {
        let folder = try LedgerFolder()
        let connection = try Connection(path: folder.path("texts.db"), mode: .readWrite)
        // More texts of one length than places, each several times; shorter ones and none between them.
        let rows = try Statement(
            """
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
            SELECT CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'short' || i
                ELSE printf('com.example.product.%06d.yearly', i % 1000) END FROM n
            """,
            on: connection
        )
        let pool = TextPool()
        var count = 0
        while try rows.step() {
            #expect(pool.text(of: rows, at: 0) == rows.text(at: 0))
            count += 1
        }
        #expect(count == 6001)
    }
}
