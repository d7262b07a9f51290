import NotificationLedger
import Testing

/// Bytes that were kept stay kept, whichever directories and ledgers the runs name.
struct QuarantineSharingTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
        for name in ["a", "c"] {
            try bench.folder.write(name, "{\"foreign\":\"\(name)\"}\n{\"foreign\":\"\(name) too\"}\n")
        }
        try bench.folder.write("b", "{\"foreign\":\"b\"}\n")
    }

    private func run(_ name: String, into ledger: String = "ledger", keeping directory: String) throws {
        try bench.reconcile([name], into: ledger, options: { $0.quarantine = .directory(bench.path(directory)) })
    }

    private func kept(_ directory: String) throws -> [VerdictLine] {
        try VerdictLine.lines(bench.folder.read("\(directory)/rejects.jsonl"))
    }

    @Test func anotherLedgersQuarantineIsRefusedAndUntouched() throws {
        try run("a", into: "one", keeping: "q")
        let before = try bench.folder.read("q/rejects.jsonl")
        #expect(throws: LedgerRunError.self) { try run("b", into: "two", keeping: "q") }
        #expect(try bench.folder.read("q/rejects.jsonl") == before)
        try run("c", into: "one", keeping: "q")
        #expect(try kept("q").count == 4)
    }

    @Test func directoriesInTurnLoseNothing() throws {
        try run("a", keeping: "first")
        try run("b", keeping: "second")
        try run("c", keeping: "first")
        #expect(try kept("first").map(\.index) == [0, 1, 0, 1])
        #expect(try kept("second").map(\.index) == [0])
    }

    @Test func whatWasSeenButNotKeptIsKeptLater() throws {
        try bench.reconcile(["a"], options: { $0.quarantine = .none })
        try bench.reconcile(["a"], options: { $0.rereads = true })
        #expect(try bench.quarantine().count == 2)
    }

    @Test func aQuarantineThatWasTakenAwayIsFilledAgain() throws {
        try bench.reconcile(["a"])
        try bench.folder.remove("ledger.rejected/rejects.jsonl")
        try bench.reconcile(["a"], options: { $0.rereads = true })
        #expect(try bench.quarantine().count == 2)
    }

    @Test func rejectsLeftByALedgerThatIsGoneStay() throws {
        try bench.reconcile(["a"])
        for file in ["ledger", "ledger-wal", "ledger-shm"] where bench.folder.exists(file) {
            try bench.folder.remove(file)
        }
        try bench.reconcile(["b"])
        #expect(try bench.quarantine().count == 3)
    }
}
