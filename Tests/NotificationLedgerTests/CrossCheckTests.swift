import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import NotificationModel
import SignatureVerification
import Testing

/// Two ways to the same answer must agree, and odd bytes must not break the form of an output.
struct CrossCheckTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    @Test func bothRunsCountAlike() throws {
        let frozen = try Workbench(root: FrozenCorpus.root())
        let verified = try frozen.verify([FrozenCorpus.archive], jobs: 2).summary.counts
        let reconciled = try frozen.reconcile([FrozenCorpus.archive]).counts
        #expect(verified == reconciled)
    }

    @Test func bothRunsCountConflictsAlike() throws {
        let first = Telling.renewed(1)
        let contents = [first, first.with { $0.subtype = "BILLING_RECOVERY" }, first.with { $0.version = "2.1" }]
        let payloads = try contents.map { try forge.signedPayload($0) }
        for order in [[0, 1, 0, 1, 2, 2, 0], [2, 1, 0, 0, 1, 2], [1, 1, 0, 0], [0, 2, 1, 2, 1, 0]] {
            let name = order.map(String.init).joined()
            try bench.folder.write(name, itemLines(order.map { payloads[$0] }))
            let verified = try bench.verify([name]).summary.counts
            let reconciled = try bench.reconcile([name], into: "ledger-\(name)").counts
            #expect(verified == reconciled, "\(name)")
        }
    }

    @Test func aLineStaysOneLineWhateverThePayloadsLayout() throws {
        let spread = "{\n\t\"items\" :\r\n [ ]\n}"
        let data = Telling.data {
            $0.advancedCommerceInfo = .verbatim(spread)
            $0.others = [ForgedJSON.Member("later", .verbatim(spread))]
        }
        try bench.folder.write("input", itemLines([forge.signedPayload(Telling.renewed(1, data))]))
        let (lines, _, bytes) = try bench.verify(["input"], includesPayload: true)
        #expect(bytes.count { $0 == 0x0A } == 1)
        #expect(lines.map(\.verdict) == ["accepted"])
        #expect((lines.first?.payload("transaction")?["unknownMembers"] as? [String: Any])?["later"] != nil)
    }

    @Test func everyLineHasTheSameMembers() throws {
        let payloads = try [forge.signedPayload(Telling.renewed(1)), forge.spoilt(Telling.renewed(2))]
        try bench.folder.write("input", itemLines(payloads + payloads))
        try bench.folder.write("void", "")
        for includesPayload in [true, false] {
            let lines = try bench.verify(["input", "void"], includesPayload: includesPayload).lines
            #expect(lines.count == 5)
            #expect(Set(lines.map { Set($0.members.keys) }).count == 1)
        }
    }

    @Test func anArrayCutBetweenItsPagesIsCompletedLater() throws {
        let payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
        let pages = stride(from: 0, to: 6, by: 2).map { page(Array(payloads[$0..<$0 + 2])) }
        for (number, cut) in ["[\(pages[0]),\(pages[1])", "[\(pages[0]),\(pages[1]),"].enumerated() {
            try bench.folder.write("list", cut)
            let first = try bench.reconcile(["list"], into: "ledger-\(number)")
            #expect(first.counts.new == 4)
            #expect(first.counts.rejectedByReason == ["malformed-json": 1])
            try bench.folder.write("list", cut + (number == 0 ? "," : "") + pages[2] + "]")
            let second = try bench.reconcile(["list"], into: "ledger-\(number)")
            #expect((second.counts.new, second.counts.rejected) == (2, 0))
        }
    }

    @Test func partsWithoutAnyInstantNeedOneThatFitsAllOfThem() throws {
        let early = try forge.authority.signer(.leaf(serial: 8, from: "2021-05-01", until: "2022-05-01"))
        let late = try forge.authority.signer(.leaf(serial: 9, from: "2024-01-01", until: "2025-01-01"))
        func record(outer: JWSSigner, inner: JWSSigner) throws -> String {
            guard case .fields(let told) = Telling.data({ $0.signedDate = nil }).transaction else { return "" }
            let signed = try inner.sign(told.json)
            let data = Telling.data().with { $0.transaction = .verbatim(signed) }
            return try Telling.renewed(1, data).with { $0.signedDate = nil }.signedPayload(by: outer)
        }
        let payloads = try [record(outer: early, inner: early), record(outer: early, inner: late)]
        try bench.folder.write("input", itemLines(payloads))
        let lines = try bench.verify(["input"]).lines
        #expect(lines.first?.verdict == "accepted")
        #expect(lines.first?.notes.contains("undated") == true)
        #expect(lines.last?.verdict == "rejected")
    }

    @Test func aQuarantineThatCannotBeWrittenStopsTheRunAndKeepsTheLedgerWhole() throws {
        try bench.folder.write(
            "input",
            itemLines([forge.spoilt(Telling.renewed(1)), forge.signedPayload(Telling.renewed(2))])
        )
        try bench.folder.write("file", "not a directory")
        let error = #expect(throws: LedgerRunError.self) {
            try bench.reconcile(["input"], options: { $0.quarantine = .directory(bench.path("file")) })
        }
        #expect(error?.kind == .failed)
        try bench.folder.write("target", "precious")
        try FileManager.default.createDirectory(atPath: bench.path("linked"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: bench.path("linked/rejects.jsonl"),
            withDestinationPath: bench.path("target")
        )
        #expect(throws: LedgerRunError.self) {
            try bench.reconcile(["input"], options: { $0.quarantine = .directory(bench.path("linked")) })
        }
        #expect(try bench.folder.read("target") == Array("precious".utf8))
        #expect(try bench.reconcile(["input"]).counts.new == 1)
    }

    @Test func progressEndsAtTheEnd() throws {
        try bench.folder.write("input", itemLines([forge.signedPayload(Telling.renewed(1))]))
        let progress = RunProgress()
        _ = try bench.verify(["input"]) { $0.progress = progress }
        #expect(progress.reading.records == 1)
        #expect(progress.reading.bytes == progress.reading.totalBytes)
        #expect(progress.reading.stage == .finished)
        try bench.reconcile(["input"], { $0.progress = progress })
        #expect(progress.reading.stage == .finished)
    }

    @Test func anUnknownIdIsNotFound() throws {
        try bench.folder.write("input", itemLines([forge.signedPayload(Telling.renewed(1))]))
        try bench.reconcile(["input"])
        let reader = try LedgerReader(path: bench.path("ledger"))
        let error = #expect(throws: LedgerRunError.self) { try reader.explain("1' OR '1'='1", asOf: nil, knownBy: nil) }
        #expect(error?.kind == .notFound)
        #expect(throws: LedgerRunError.self) { try LedgerReader(path: bench.path("nowhere")) }
        #expect(!bench.folder.exists("nowhere"))
    }

    @Test func aLedgerInUseIsRefusedToASecondRun() throws {
        try bench.folder.write("input", itemLines([forge.signedPayload(Telling.renewed(1))]))
        try bench.reconcile(["input"])
        let anchors = bench.configuration.anchors.map { $0.fingerprint.description }
        let held = try Ledger.openForWriting(
            path: bench.path("ledger"),
            settings: LedgerSettings(anchorFingerprints: anchors, allowsUnsignedTestEnvironments: false)
        )
        let error = #expect(throws: LedgerRunError.self) { try bench.reconcile(["input"]) }
        #expect(error?.kind == .failed)
        #expect(held.isWritable)
    }
}
