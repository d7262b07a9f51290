import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import Testing

/// The bytes of what was refused: kept once, whole, and no longer than the ledger says.
struct QuarantineTests {
    private let bench: Workbench
    private let input: String

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        let good = try forge.signedPayload(Telling.renewed(1))
        let bad = try (2...4).map { try forge.spoilt(Telling.renewed($0)) }
        input = itemLines([good] + bad) + "{\"errorCode\":4290000,\"errorMessage\":\"Rate limit exceeded.\"}\n{\"a\":\n"
    }

    @Test func everyRejectedByteIsKeptWithItsPlaceAndReason() throws {
        let path = try bench.folder.write("a", input)
        try bench.reconcile(["a"])
        let kept = try bench.quarantine()
        // What the end of input cuts is kept to its last byte, the line break too.
        let lines = (input.dropLast(6).split(separator: "\n") + ["{\"a\":\n"])
            .map { Data($0.utf8).base64EncodedString() }
        #expect(kept.map(\.index) == [1, 2, 3, 4, 5])
        #expect(kept.compactMap { $0.text("bytesBase64") } == Array(lines[1...]))
        #expect(kept.allSatisfy { $0.source == path && $0.detail?.isEmpty == false })
        let reasons = Array(repeating: "signature-invalid", count: 3) + ["not-a-notification", "malformed-json"]
        #expect(kept.map(\.reason) == reasons)
    }

    @Test func rejectsAreNotKeptTwice() throws {
        try bench.folder.write("a", input)
        try bench.reconcile(["a"])
        let first = try bench.folder.read("ledger.rejected/rejects.jsonl")
        for _ in 0..<2 {
            let again = try bench.reconcile(["a"], options: { $0.rereads = true })
            #expect(again.counts.rejected == 5)
        }
        try bench.folder.write("b", input)
        try bench.reconcile(["b"])
        #expect(try bench.folder.read("ledger.rejected/rejects.jsonl") == first)
        let seen = try Ledger.openForReading(path: bench.path("ledger")).rejectCounts()
        #expect(seen.reduce(0) { $0 + $1.distinct } == 5)
        #expect(seen.reduce(0) { $0 + $1.seen } == 20)
    }

    @Test func whatWasNeverCommittedIsCutOff() throws {
        try bench.folder.write("a", input)
        try bench.reconcile(["a"])
        let committed = try bench.folder.read("ledger.rejected/rejects.jsonl")
        try bench.folder.append("ledger.rejected/rejects.jsonl", "{\"source\":\"half a li")
        try bench.folder.write("b", itemLines([try SharedForge.get().spoilt(Telling.renewed(9))]))
        try bench.reconcile(["b"])
        let after = try bench.folder.read("ledger.rejected/rejects.jsonl")
        #expect(after.starts(with: committed))
        #expect(try bench.quarantine().count == 6)
    }

    @Test func aQuarantineElsewhereOrNoneIsRespected() throws {
        try bench.folder.write("a", input)
        try bench.reconcile(["a"], into: "one", options: { $0.quarantine = .none })
        #expect(!bench.folder.exists("one.rejected"))
        try bench.reconcile(["a"], into: "two", options: { $0.quarantine = .directory(bench.path("deep/kept")) })
        #expect(bench.folder.exists("deep/kept/rejects.jsonl"))
        #expect(!bench.folder.exists("two.rejected"))
    }

    @Test func keptBytesAreJudgedAsTheyWereAndMendedOnesAreTaken() throws {
        try bench.folder.write("a", input)
        try bench.reconcile(["a"])
        let first = try bench.quarantine()
        let again = try bench.verify(["ledger.rejected"]).lines
        #expect(again.map(\.reason) == first.map(\.reason))
        let good = Data(itemLines([try SharedForge.get().signedPayload(Telling.renewed(2))]).utf8)
        try bench.folder.write("mended", "{\"bytesBase64\":\"\(good.base64EncodedString())\"}\n")
        #expect(try bench.reconcile(["mended"]).counts.new == 1)
    }

    @Test func quarantineOfAQuarantineIsNoEndlessChain() throws {
        let inner = Data("{\"bytesBase64\":\"e30=\"}".utf8).base64EncodedString()
        try bench.folder.write("nested", "{\"bytesBase64\":\"\(inner)\"}\n")
        #expect(try bench.verify(["nested"]).lines.map(\.reason) == ["not-a-notification"])
    }
}
