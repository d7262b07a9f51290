import Dispatch
import NotificationLedger
import Testing

/// The bytes between reader and consumer are bounded, and nobody waits for ever.
struct HandOffBudgetTests {
    @Test func whatDoesNotFitWaitsUntilSomethingIsGivenBack() {
        let budget = HandOffBudget(limit: 100)
        #expect(budget.take(60, unless: { false }))
        #expect(budget.take(40, unless: { false }))
        #expect(!budget.take(1, unless: { true }))
        DispatchQueue.global().async { budget.giveBack(60) }
        #expect(budget.take(50, unless: { false }))
        #expect(!budget.take(11, unless: { true }))
    }

    @Test func somethingLargerThanAllPassesAlone() {
        let budget = HandOffBudget(limit: 100)
        #expect(budget.take(500, unless: { false }))
        #expect(!budget.take(0, unless: { true }))
        budget.giveBack(500)
        #expect(budget.take(1, unless: { true }))
        #expect(!budget.take(500, unless: { true }))
    }

    @Test func aCancelledSenderIsWoken() {
        let budget = HandOffBudget(limit: 1)
        let isCancelled = Flag()
        #expect(budget.take(1, unless: { false }))
        DispatchQueue.global().async {
            _ = isCancelled.raise()
            budget.wake()
        }
        #expect(!budget.take(1, unless: { isCancelled.isUp }))
    }
}
