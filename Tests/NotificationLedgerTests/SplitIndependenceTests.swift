import CorpusForge
import NotificationLedger
import Testing

/// What a ledger says does not depend on how its input was split or ordered, also where no purchase is concerned.
struct SplitIndependenceTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    @Test func aLastWordWithoutAPurchaseMovesTheHorizonInEverySplit() throws {
        let forge = try SharedForge.get()
        let test = ForgedNotification(
            "TEST",
            uuid: Telling.uuid(2),
            signedDate: "2024-06-01 10:00",
            content: .data(
                ForgedData {
                    $0.environment = "Production"
                    $0.bundleId = Telling.app
                    $0.appAppleId = Telling.appAppleId
                }
            )
        )
        try bench.folder.write("a", itemLines([try forge.signedPayload(Telling.renewed(1))]))
        try bench.folder.write("b", itemLines([try forge.signedPayload(test)]))
        let whole = try bench.reconcile(["a", "b"], into: "whole")
        try bench.reconcile(["a"], into: "split")
        let split = try bench.reconcile(["b"], into: "split")
        #expect(whole.ledger?.states.map(\.asOf) == [1_717_236_000_000])
        #expect(split.ledger?.states == whole.ledger?.states)
    }

    @Test func attemptsOutsideTheSignatureDoNotMakeTheOrderMatter() throws {
        let payload = try SharedForge.get().signedPayload(Telling.renewed(1))
        func item(_ date: String) -> String {
            "{\"signedPayload\":\"\(payload)\",\"sendAttempts\":[{\(date)\"sendAttemptResult\":\"SUCCESS\"}]}\n"
        }
        try bench.folder.write("a", item("\"attemptDate\":-9223372036854775808,"))
        try bench.folder.write("b", item(""))
        try bench.reconcile(["a", "b"], into: "ab")
        try bench.reconcile(["b", "a"], into: "ba")
        #expect(try bench.fingerprint("ab") == bench.fingerprint("ba"))
        #expect(try bench.rows("send_attempts", of: "ab").count == 2)
    }

    @Test func anchorsGivenTwiceAreTheSameAnchors() throws {
        try bench.folder.write("a", itemLines([try SharedForge.get().signedPayload(Telling.renewed(1))]))
        try bench.reconcile(["a"], { $0.anchors += $0.anchors })
        #expect(try bench.reconcile(["a"]).counts.sourcesSkipped == 1)
    }
}
