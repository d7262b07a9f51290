@testable import SignatureVerification
import Testing

@Suite("The memory of the kernels' tables")
struct TableBudgetTests {
    private static let kernel = SignatureKernel.scalar

    @Test("A table that cannot be made takes nothing of the budget")
    func aTableThatIsNotMadeTakesNothing() throws {
        let kernel = try #require(Self.kernel.batched)
        let budget = TableBudget(bytes: 1 << 20)
        let offCurve = GrowingTable(point: [UInt8](repeating: 1, count: 64))
        #expect(offCurve.table(for: 64, kernel, budget) == nil)
        #expect(budget.remaining == 1 << 20)
    }

    @Test("A table that is no longer used gives its memory back")
    func anUnusedTableGivesBack() throws {
        let kernel = try #require(Self.kernel.batched)
        let budget = TableBudget(bytes: 1 << 20)
        do {
            let table = GrowingTable(point: nil)
            #expect(table.table(for: 64, kernel, budget) != nil)
            #expect(budget.remaining == (1 << 20) - KernelTable.byteCount(width: GrowingTable.steps[0].width))
        }
        #expect(budget.remaining == 1 << 20)
    }

    @Test("A table is made at its first step and made wider at each further one, and never beyond the budget")
    func tablesGrowByTheirSteps() throws {
        let kernel = try #require(Self.kernel.batched)
        let steps = GrowingTable.steps
        let narrow = KernelTable.byteCount(width: steps[0].width)
        let wide = KernelTable.byteCount(width: steps[1].width)
        let budget = TableBudget(bytes: narrow + wide)
        let table = GrowingTable(point: nil)
        #expect(table.table(for: steps[0].signatures - 1, kernel, budget) == nil)
        #expect(budget.remaining == narrow + wide)
        let first = table.table(for: 1, kernel, budget)
        #expect(first != nil && budget.remaining == wide)
        #expect(table.table(for: steps[1].signatures - steps[0].signatures - 1, kernel, budget) === first)
        let second = table.table(for: 1, kernel, budget)
        #expect(second != nil && second !== first)
        #expect(budget.remaining == narrow)
        // The widest does not fit: the present one stays.
        #expect(table.table(for: steps[2].signatures, kernel, budget) === second)
        #expect(table.table(for: steps[2].signatures, kernel, budget) === second)
        #expect(budget.remaining == narrow)
    }
}
