import CorpusForge
import LedgerStore
import NotificationLedger
import Testing

/// What a later run makes of sources that an earlier run has read.
struct SourceProgressTests {
    private let bench: Workbench
    private let payloads: [String]

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
    }

    /// The places that the ledger names for its notifications.
    private func places(_ ledger: String = "ledger") throws -> [String] {
        try bench.rows("notifications", of: ledger)
            .map { "\($0["notification_uuid"]?.text?.suffix(2) ?? "") \($0["record_index"]?.number ?? -1)" }
            .sorted()
    }

    @Test func aFinishedSourceIsSkippedAndCounted() throws {
        try bench.folder.write("a", itemLines(payloads))
        #expect(try bench.reconcile(["a"]).counts.new == 6)
        let again = try bench.reconcile(["a"])
        #expect(again.counts.sourcesSkipped == 1)
        #expect(again.counts.sourcesRead == 0)
        #expect(again.counts.recordsIn == 0)
        #expect(again.json.contains("\"sources\":{\"read\":0,\"skipped\":1}"))
    }

    @Test func aTouchedSourceIsReadAgainAndGivesNothingNew() throws {
        try bench.folder.write("a", itemLines(payloads))
        try bench.reconcile(["a"])
        let before = try bench.fingerprint()
        try bench.folder.touch("a", at: 1_700_000_000)
        let again = try bench.reconcile(["a"])
        #expect(again.counts.recordsIn == 6)
        #expect(again.counts.duplicate == 6)
        #expect(again.counts.new == 0)
        #expect(try bench.fingerprint() == before)
    }

    @Test func aGrownSourceIsReadOnFromItsLastWholeDocument() throws {
        try bench.folder.write("a", itemLines(Array(payloads[..<4])))
        try bench.reconcile(["a"])
        try bench.folder.append("a", itemLines(Array(payloads[4...])))
        let grown = try bench.reconcile(["a"])
        #expect(grown.counts.recordsIn == 2)
        #expect(grown.counts.new == 2)
        #expect(grown.counts.documentsSkipped == 4)
        try bench.reconcile(["a"], into: "fresh")
        #expect(try places() == places("fresh"))
        #expect(try bench.fingerprint() == bench.fingerprint("fresh"))
        #expect(try bench.reconcile(["a"]).counts.sourcesSkipped == 1)
    }

    @Test func aGrownCompressedSourceIsReadOnBehindItsOldFrames() throws {
        for encoding in [ArchiveEncoding.lz4, .gzip, .zstd] {
            let ledger = encoding.rawValue
            let old = try encoding.encode(Array(itemLines(Array(payloads[..<4])).utf8))
            let more = try encoding.encode(Array(itemLines(Array(payloads[4...])).utf8))
            try bench.folder.write("packed", old)
            try bench.reconcile(["packed"], into: ledger)
            try bench.folder.write("packed", old + more)
            #expect(try bench.reconcile(["packed"], into: ledger).counts.recordsIn == 2, "\(encoding)")
            #expect(try places(ledger).count == 6, "\(encoding)")
        }
    }

    @Test func aGrownSourceWhoseBeginningChangedIsReadAgainWhole() throws {
        try bench.folder.write("a", itemLines(Array(payloads[..<4])))
        try bench.reconcile(["a"])
        try bench.folder.write("a", itemLines([payloads[5]] + payloads[1...]))
        let grown = try bench.reconcile(["a"])
        #expect(grown.counts.recordsIn == 6)
        #expect(grown.counts.new == 2)
        #expect(grown.counts.duplicate == 4)
    }

    @Test func aShrunkenSourceIsReadAgainWhole() throws {
        try bench.folder.write("a", itemLines(Array(payloads[..<4])))
        try bench.reconcile(["a"])
        try bench.folder.write("a", itemLines([payloads[5]]))
        #expect(try bench.reconcile(["a"]).counts.new == 1)
    }

    @Test func aSourceCutWithinADocumentIsCompletedLater() throws {
        let whole = itemLines(payloads)
        let cut = String(whole.prefix(whole.count / 2 - 100))
        try bench.folder.write("a", cut)
        let first = try bench.reconcile(["a"])
        #expect(first.counts.new == 2)
        #expect(first.counts.rejectedByReason == ["malformed-json": 1])
        try bench.folder.write("a", whole)
        let second = try bench.reconcile(["a"])
        #expect(second.counts.rejected == 0)
        #expect(first.counts.new + second.counts.new == 6)
        try bench.reconcile(["a"], into: "fresh")
        #expect(try places() == places("fresh"))
    }

    @Test func aCompressedSourceCutWithinAFrameIsCompletedLater() throws {
        for encoding in [ArchiveEncoding.lz4, .gzip, .zstd] {
            let ledger = encoding.rawValue
            let whole = try encoding.encode(Array(itemLines(payloads).utf8))
            try bench.folder.write("packed", whole.dropLast(30))
            let first = try bench.reconcile(["packed"], into: ledger)
            #expect(first.counts.rejectedByReason["truncated-archive"] == 1, "\(encoding)")
            try bench.folder.write("packed", whole)
            let second = try bench.reconcile(["packed"], into: ledger)
            #expect(first.counts.new + second.counts.new == 6, "\(encoding)")
            #expect(second.counts.rejected == 0, "\(encoding)")
            try bench.reconcile(["packed"], into: "fresh-\(ledger)")
            #expect(try places(ledger) == places("fresh-\(ledger)"))
        }
    }

    @Test func aBareTokenCutAtTheEndIsCompletedLater() throws {
        let whole = payloads.joined(separator: "\n")
        try bench.folder.write("a", String(whole.dropLast(500)))
        let first = try bench.reconcile(["a"])
        #expect(first.counts.new == 5)
        #expect(first.counts.rejected == 1)
        try bench.folder.write("a", whole)
        let second = try bench.reconcile(["a"])
        #expect(second.counts.new == 1)
        #expect(second.counts.rejected == 0)
    }

    @Test func aSourceNamedTwiceIsReadTwiceAndCountsOnce() throws {
        try bench.folder.write("a", itemLines(payloads))
        let summary = try bench.reconcile(["a", "a"])
        #expect(summary.counts.new == 6)
        #expect(summary.counts.recordsIn == summary.counts.new + summary.counts.duplicate)
        #expect(try bench.rows("notifications").count == 6)
    }

    @Test func aMissingPathStopsBeforeAnythingIsWritten() throws {
        try bench.folder.write("a", itemLines(payloads))
        let error = #expect(throws: LedgerRunError.self) { try bench.reconcile(["a", "missing"]) }
        #expect(error?.kind == .missingPath)
        #expect(error?.message.contains("missing") == true)
        #expect(!bench.folder.exists("ledger"))
    }
}
