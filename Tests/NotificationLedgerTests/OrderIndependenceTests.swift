import CorpusForge
import Foundation
import NotificationLedger
import NotificationModel
import Testing

/// One ledger, whatever the order, the cutting, the compression, the threads and the interruptions.
struct OrderIndependenceTests {
    private let bench: Workbench
    private let items: [String]
    private let reference: String

    init() throws {
        bench = try Workbench(root: FrozenCorpus.root())
        items = try FrozenCorpus.items()
        try bench.folder.write("plain.jsonl", items.joined(separator: "\n"))
        let summary = try bench.reconcile(["plain.jsonl"], into: "reference")
        #expect(summary.counts.rejected == 0)
        #expect(summary.counts.new > 200)
        reference = try bench.fingerprint("reference")
    }

    private func pages(_ items: [String], of size: Int) -> String {
        stride(from: 0, to: items.count, by: size).map { start in
            let list = items[start..<min(start + size, items.count)].joined(separator: ",")
            return "{\"notificationHistory\":[\(list)],\"hasMore\":true}"
        }
        .joined(separator: "\n")
    }

    @Test func itemsRecutFromTheArchiveAreTheArchive() throws {
        let files = try FrozenCorpus.wholeFiles().map { FrozenCorpus.archive + "/" + $0 }
        for (name, order) in [("sorted", files), ("reversed", files.reversed()), ("shuffled", files.shuffled())] {
            try bench.reconcile(order, into: name, jobs: name == "sorted" ? 1 : 2)
            #expect(try bench.fingerprint(name) == reference, "\(name): \(order)")
        }
    }

    @Test(arguments: [2, 7]) func threadsDoNotMatter(jobs: Int) throws {
        let files = try stride(from: 0, to: items.count, by: 40).map { start in
            try bench.folder.write("part-\(start)", items[start..<min(start + 40, items.count)].joined(separator: "\n"))
        }
        try bench.reconcile(files, into: "many", jobs: jobs)
        #expect(try bench.fingerprint("many") == reference)
    }

    @Test(arguments: [1, 7, 20, 5000]) func pageSizesDoNotMatter(size: Int) throws {
        try bench.folder.write("pages.json", pages(items.shuffled(), of: size))
        try bench.reconcile(["pages.json"], into: "pages")
        #expect(try bench.fingerprint("pages") == reference)
    }

    @Test(arguments: ArchiveEncoding.allCases) func compressionDoesNotMatter(encoding: ArchiveEncoding) throws {
        let half = items.count / 2
        let first = try encoding.encode(Array(pages(Array(items[..<half]), of: 20).utf8))
        let second = try encoding.encode(Array(("\n" + pages(Array(items[half...]), of: 20)).utf8))
        try bench.folder.write("packed", first + second)
        try bench.reconcile(["packed"], into: "unpacked", jobs: 2)
        #expect(try bench.fingerprint("unpacked") == reference)
    }

    @Test func runsInAnyOrderGiveOneLedger() throws {
        let mixed = items.shuffled()
        let size = mixed.count / 5 + 1
        let names = try (0..<5).map { part in
            let end = min((part + 1) * size, mixed.count)
            return try bench.folder.write("run-\(part)", mixed[part * size..<end].joined(separator: "\n"))
        }
        for (round, order) in [names, names.reversed(), names.shuffled()].enumerated() {
            for name in order { try bench.reconcile([name], into: "runs-\(round)") }
            #expect(try bench.fingerprint("runs-\(round)") == reference, "\(order)")
        }
    }

    @Test func aSecondRunFindsNothingNew() throws {
        let skipped = try bench.reconcile(["plain.jsonl"], into: "reference")
        #expect(skipped.counts.recordsIn == 0)
        #expect(skipped.counts.sourcesSkipped == 1)
        let again = try bench.reconcile(["plain.jsonl"], into: "reference", options: { $0.rereads = true })
        #expect(again.counts.recordsIn == items.count)
        #expect(again.counts.new == 0)
        #expect(try bench.fingerprint("reference") == reference)
    }

    @Test func aForgedRecordChangesNothingButItsCounter() throws {
        let forged = try SharedForge.get().signedPayload(Telling.renewed(1))
        var mixed = items
        mixed.insert(HistoryItem(forged).json.text, at: items.count / 2)
        try bench.folder.write("mixed.jsonl", mixed.joined(separator: "\n"))
        let summary = try bench.reconcile(["mixed.jsonl"], into: "mixed")
        #expect(summary.counts.rejected == 1)
        #expect(summary.counts.rejectedByReason == ["untrusted-root": 1])
        #expect(try bench.fingerprint("mixed") == reference)
    }

    @Test func twoDifferentInputsGiveTwoFingerprints() throws {
        try bench.folder.write("fewer.jsonl", items.dropLast(40).joined(separator: "\n"))
        try bench.reconcile(["fewer.jsonl"], into: "fewer")
        #expect(try bench.fingerprint("fewer") != reference)
    }
}
