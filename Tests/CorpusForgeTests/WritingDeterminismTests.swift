import CorpusForge
import Foundation
import NotificationModel
import Testing

struct WritingDeterminismTests {
    /// Small alterations alone: they are most of what is decided, and quick.
    private static func archive(_ change: @escaping (inout WritingOptions) -> Void = { _ in }) throws -> WrittenArchive
    {
        try WrittenArchive(160) {
            $0.pagesPerFile = 2
            $0.damageReasons = Corpus.reasonsWithoutOptions.subtracting([.limitExceeded])
            change(&$0)
        }
    }

    private static let base = Result { try archive() }

    @Test func aSecondRunOnThreeThreadsDiffersInKeysOnly() throws {
        let first = try Self.base.get()
        let second = try Self.archive { $0.jobs = 3 }
        #expect(first.truth == second.truth)
        #expect(first.files["root.pem"] != second.files["root.pem"])
        let (one, other) = try (first.items, second.items)
        #expect(one.count == other.count && one.count > 160)
        for (left, right) in zip(one, other) where left.line.fate != "rejected" {
            #expect(left.item.sendAttempts == right.item.sendAttempts)
            let payload = left.item.signedPayload.flatMap(WrittenArchive.payload)
            #expect(payload != nil && payload == right.item.signedPayload.flatMap(WrittenArchive.payload))
        }
    }

    @Test func fatesDoNotDependOnLayoutCompressionOrFiles() throws {
        let expected = try Self.base.get().truth.map(\.placeless).sorted()
        let others: [(inout WritingOptions) -> Void] = [
            { ($0.layout, $0.compression) = (.lines, .zstd) },
            { ($0.layout, $0.compression) = (.bodies, .gzip) },
            { ($0.pagesPerFile, $0.compression) = (50, .none) },
            { ($0.pagesPerFile, $0.leaves) = (1, 8) },
        ]
        for change in others { #expect(try Self.archive(change).truth.map(\.placeless).sorted() == expected) }
    }

    @Test func anotherSeedTellsOtherFates() throws {
        let first = try Self.base.get().truth.map(\.placeless)
        let other = try Self.archive { $0.seed = 2 }.truth.map(\.placeless)
        #expect(Set(first.compactMap(\.notificationUUID)).isDisjoint(with: other.compactMap(\.notificationUUID)))
    }

    @Test func bodiesHoldNothingBesideThePayload() throws {
        let archive = try Self.archive { $0.layout = .bodies }
        for (path, text) in try archive.wholeFiles {
            let lines = archive.truth.filter { $0.source == path }
            let bodies = text.split(separator: UInt8(ascii: "\n"))
            #expect(bodies.count == lines.count && path.hasSuffix(".jsonl.lz4"))
            for body in bodies {
                let object = try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
                #expect(Array(object.keys) == ["signedPayload"])
            }
        }
    }

    @Test func aStreamHoldsTheFilesOneAfterAnother() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "stream-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "stream")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var options = WritingOptions()
        options.compression = .none
        options.pagesPerFile = 4
        let history = StoriesHistory(seed: 1, notifications: 200)
        let beside = folder.appending(path: "beside")
        let report = try HistoryWriter(history, options).write(to: handle, beside: beside)
        try handle.close()
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: beside.path)) == [
                "root.pem", "truth.jsonl", "manifest.sha256",
            ]
        )
        let truth = try WrittenArchive.lines(Array(Data(contentsOf: beside.appending(path: "truth.jsonl"))))
        #expect(truth.map(\.source).allSatisfy { $0 == "-" } && truth.map(\.index) == Array(0..<truth.count))
        #expect(truth.count == report.lines && report.new == 200)
        let ofFiles: Set<RejectionReason> = [.emptyInput, .corruptArchive, .trailingBytes, .truncatedArchive]
        #expect(Set(report.reasons.keys) == Corpus.reasonsWithoutOptions.subtracting(ofFiles))
        let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count > 12)
    }
}
