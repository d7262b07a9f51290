import CorpusForge
import NotificationLedger
import Testing

/// What is the same notification, and what only looks like it.
struct RepeatTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    @Test func requestsForConsumptionDataAreThreeAndTheirCopyIsNone() throws {
        let requests = try (1...3).map { number in
            try forge.signedPayload(Telling.renewed(number).with { $0.type = "CONSUMPTION_REQUEST" })
        }
        try bench.folder.write("input", itemLines(requests + [requests[1]]))
        let counts = try bench.reconcile(["input"]).counts
        #expect((counts.new, counts.duplicate) == (3, 1))
    }

    @Test func aRepeatInADumpMonthsLaterIsARepeat() throws {
        let payload = try forge.signedPayload(Telling.renewed(1))
        try bench.folder.write("march", itemLines([payload]))
        try bench.folder.write("august", itemLines([payload, forge.signedPayload(Telling.renewed(2))]))
        try bench.reconcile(["march"])
        let counts = try bench.reconcile(["august"]).counts
        #expect((counts.new, counts.duplicate) == (1, 1))
    }

    @Test func environmentsShareNoKeysAndNoIdentities() throws {
        let refunded = Telling.data(environment: "Sandbox") { $0.revocationDate = "2024-03-05 10:10" }
        let sandbox = Telling.renewed(1, refunded).with { $0.type = "REFUND" }
        let payloads = try [sandbox, Telling.renewed(1)].map { try forge.signedPayload($0) }
        try bench.folder.write("input", itemLines(payloads))
        let summary = try bench.reconcile(["input"])
        #expect(summary.counts.new == 2)
        #expect(summary.counts.conflicting == 0)
        let states = try bench.rows("current_entitlements").map { row in
            "\(row["environment"]?.text ?? "") \(row["state"]?.text ?? "")"
        }
        #expect(states.sorted() == ["Production active", "Sandbox revoked"])
        #expect(try bench.verify(["input"]).summary.counts.new == 2)
    }

    @Test func aRefundOfAKnownTransactionIsNoRepeat() throws {
        let refund = Telling.renewed(2, Telling.data { $0.revocationDate = "2024-03-05 10:12" }).with {
            $0.type = "REFUND"
            $0.signedDate = "2024-03-05 10:20"
        }
        let payloads = try [Telling.renewed(1), refund].map { try forge.signedPayload($0) }
        for (name, order) in [("forth", payloads), ("back", payloads.reversed())] {
            try bench.folder.write("input-\(name)", itemLines(order))
            #expect(try bench.reconcile(["input-\(name)"], into: name).counts.new == 2)
            #expect(try bench.rows("current_entitlements", of: name).map { $0["state"]?.text } == ["revoked"])
        }
        #expect(try bench.fingerprint("forth") == bench.fingerprint("back"))
    }

    @Test func overlappingDumpsLoseNothing() throws {
        let payloads = try (1...9).map { try forge.signedPayload(Telling.renewed($0)) }
        try bench.folder.write("one", page(Array(payloads[..<5])))
        try bench.folder.write("two", page(Array(payloads[4...])))
        let counts = try bench.reconcile(["one", "two"]).counts
        #expect((counts.new, counts.duplicate) == (9, 1))
    }
}
