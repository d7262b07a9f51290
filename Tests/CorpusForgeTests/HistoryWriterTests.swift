import CorpusForge
import Foundation
import NotificationModel
import Testing

struct HistoryWriterTests {
    private static let made = Result {
        try WrittenArchive(700) {
            $0.pagesPerFile = 5
            $0.repeats = Share(partsPerMillion: 200_000)
            $0.damage = Share(partsPerMillion: 150_000)
            $0.outages = [.init(from: "2024-03-01", to: "2024-03-20")]
        }
    }

    @Test func everyNotificationIsNewOnceAndFirst() throws {
        let archive = try Self.made.get()
        var seen: Set<String> = []
        for line in archive.truth where line.fate != "rejected" {
            let uuid = try #require(line.notificationUUID)
            #expect((line.fate == "new") == seen.insert(uuid).inserted)
        }
        #expect(seen == Self.told(700, seed: 1) && seen.count == 700)
    }

    @Test func theTruthFollowsReadingOrderAndCountsEveryRecord() throws {
        let archive = try Self.made.get()
        var sources: [String] = []
        for line in archive.truth where line.source != sources.last { sources.append(line.source) }
        #expect(sources == sources.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let paths = archive.files.keys.filter { $0.hasPrefix("archive/") }.map { String($0.dropFirst(8)) }
        #expect(Set(paths) == Set(sources) && sources.count == paths.count)
        for (path, text) in try archive.wholeFiles {
            let lines = archive.truth.filter { $0.source == path }
            let pages = try WrittenArchive.pages(text)
            #expect(lines.compactMap(\.index) == Array(0..<pages.reduce(0) { $0 + $1.notificationHistory.count }))
            #expect(pages.dropLast().allSatisfy { $0.notificationHistory.count == 20 && $0.hasMore })
            #expect(pages.last?.hasMore == false && (1...20).contains(pages.last?.notificationHistory.count ?? 0))
            #expect(pages.count <= 7, "\(path)")
        }
    }

    @Test func numbersAreThoseAskedFor() throws {
        let archive = try Self.made.get()
        let report = archive.report
        let cuts = archive.truth.count { $0.reason == "truncated-archive" }
        #expect(report.new == 700 && report.lines == archive.truth.count)
        #expect(report.rejected + report.conflicting == 105 + cuts)
        let damaged = Set(archive.truth.map(\.source).filter { $0.contains("damaged") })
        let again = archive.truth.count {
            $0.fate == "duplicate" && $0.reason == nil && !damaged.contains($0.source)
        }
        #expect(again == 140)
        #expect(Set(archive.truth.compactMap(\.reason)) == Set(Corpus.reasonsWithoutOptions.map(\.rawValue)))
        #expect(report.lostStories.isEmpty)
    }

    @Test func repeatsComeInAllKinds() throws {
        let archive = try Self.made.get()
        var first: [String: WrittenArchive.Item] = [:]
        var (identical, attempts, outside, throughout) = (0, 0, 0, 0)
        for (line, item) in try archive.items {
            guard let uuid = line.notificationUUID, let text = item.signedPayload else { continue }
            if line.fate == "new" { first[uuid] = item }
            guard line.fate == "duplicate", line.reason == nil else { continue }
            let before = try #require(first[uuid])
            let earlier = try #require(before.signedPayload)
            let one = try #require(OpenedJWS(earlier))
            let other = try #require(OpenedJWS(text))
            #expect(WrittenArchive.payload(earlier) == WrittenArchive.payload(text))
            if item == before {
                identical += 1
            } else if before.signedPayload == text {
                let (shown, known) = (before.sendAttempts ?? [], item.sendAttempts ?? [])
                #expect(shown.count < known.count && known.starts(with: shown))
                attempts += 1
            } else if one.payload == other.payload {
                outside += 1
            } else {
                #expect(one.header != other.header)
                throughout += 1
            }
        }
        #expect(identical > 40 && attempts > 0 && outside > 5 && throughout > 5)
        #expect(identical + attempts + outside + throughout == 140)
    }

    @Test func conflictsCarryOtherBytesUnderAGoodSignature() throws {
        let archive = try Self.made.get()
        var first: [String: String] = [:]
        var contents: [String: Set<String>] = [:]
        for (line, item) in try archive.items {
            guard let uuid = line.notificationUUID, let text = item.signedPayload else { continue }
            let payload = try #require(WrittenArchive.payload(text))
            if line.fate == "new" { first[uuid] = payload }
            guard line.reason == "conflicting-duplicate" else { continue }
            let before = try #require(first[uuid])
            #expect(before != payload)
            #expect(contents[uuid, default: []].insert(payload).inserted, "each conflict says something else")
            let withoutSpace = payload.replacing("{ ", with: "{")
            let build = /"bundleVersion":"[^"]*",/
            #expect(withoutSpace.replacing(build, with: "") == before.replacing(build, with: ""))
        }
        #expect(contents.count >= 3)
    }

    @Test func attemptsEndWithTheDumpAndFollowTheSchedule() throws {
        let archive = try Self.made.get()
        var counts: Set<Int> = []
        for (line, item) in try archive.items where line.fate == "new" {
            let text = try #require(item.signedPayload.flatMap(WrittenArchive.payload))
            let signed = text.matches(of: /"signedDate":([0-9]+)/).last.flatMap { Int64($0.output.1) }
            guard let signed else { continue }
            #expect((item.sendAttempts == nil) == (item.firstSendAttemptResult != nil))
            #expect((item.sendAttempts != nil) == (Moment(milliseconds: signed) >= "2023-06-05"))
            guard let attempts = item.sendAttempts else { continue }
            let waits = zip(attempts, attempts.dropFirst()).map { $1.attemptDate - $0.attemptDate }
            #expect(waits == Array(DeliverySchedule.waits.map(\.milliseconds).prefix(waits.count)))
            #expect(attempts.dropLast().allSatisfy { $0.sendAttemptResult != "SUCCESS" })
            let begun = try #require(attempts.first)
            #expect((0..<5000).contains(begun.attemptDate - signed))
            let isOut = ("2024-03-01" as Moment).milliseconds..<("2024-03-20" as Moment).milliseconds
            if isOut.contains(begun.attemptDate) { #expect(begun.sendAttemptResult != "SUCCESS") }
            counts.insert(attempts.count)
        }
        #expect(counts.isSuperset(of: [1, 2]) && counts.allSatisfy { $0 <= 6 })
    }

    @Test func damagedFilesTellTheSameDeliveries() throws {
        let archive = try Self.made.get()
        var first: [String: WrittenArchive.Item] = [:]
        for (line, item) in try archive.items where line.fate == "new" { first[line.notificationUUID ?? ""] = item }
        var count = 0
        for (path, bytes) in archive.files where path.contains("damaged-malformed-json") {
            let text = try WrittenArchive.encoding(path).decode(bytes).content
            let good = try #require(text.split(separator: UInt8(ascii: "\n")).first)
            let lines = archive.truth.filter { "archive/" + $0.source == path }
            for (line, item) in try zip(lines, WrittenArchive.pages(Array(good)).flatMap(\.notificationHistory)) {
                let before = try #require(first[line.notificationUUID ?? ""])
                #expect(item.sendAttempts == before.sendAttempts)
                #expect(item.firstSendAttemptResult == before.firstSendAttemptResult)
                count += 1
            }
        }
        #expect(count > 0)
    }

    @Test func theManifestHoldsAndTheStateIsListed() throws {
        let archive = try WrittenArchive(
            60,
            state: { lost, write in
                try write(Array("{\"lost\":\(lost.count)}".utf8))
                try write([UInt8(ascii: "\n")])
            }
        )
        #expect(archive.files["state.jsonl"] == Array("{\"lost\":0}\n".utf8))
        let manifest = String(decoding: archive.files["manifest.sha256"] ?? [], as: UTF8.self)
        var listed: Set<String> = ["manifest.sha256"]
        for line in manifest.split(separator: "\n") {
            let path = String(line.dropFirst(66))
            #expect(Corpus.digest(of: archive.files[path] ?? []).description == line.prefix(64), "\(path)")
            listed.insert(path)
        }
        #expect(listed == Set(archive.files.keys) && listed.isSuperset(of: ["root.pem", "truth.jsonl"]))
    }

    @Test func aLossyArchiveLacksWhatItAlters() throws {
        let archive = try WrittenArchive(200) {
            $0.pagesPerFile = 5
            $0.damage = Share(partsPerMillion: 400_000)
            $0.damageReasons = [.signatureInvalid, .missingField, .conflictingDuplicate, .emptyInput]
            $0.isLossy = true
        }
        let present = Set(archive.truth.filter { $0.fate != "rejected" }.compactMap(\.notificationUUID))
        let altered = archive.truth.count { ["signature-invalid", "missing-field"].contains($0.reason) }
        #expect(altered > 30 && present.count + altered == 200)
        let history = StoriesHistory(seed: 1, notifications: 200)
        let lost = history.streams.flatMap { history.told(0..<$0.count, of: $0) }
            .filter { !present.contains($0.notification.uuid ?? "") }
        #expect(archive.report.lostStories == Set(lost.map(\.story)))
        for line in archive.truth where line.reason == "conflicting-duplicate" {
            #expect(archive.truth.contains { $0.fate == "new" && $0.notificationUUID == line.notificationUUID })
        }
    }

    @Test func onlyTheKindsAskedForOccur() throws {
        let archive = try WrittenArchive(300) {
            $0.damage = Share(partsPerMillion: 100)
            $0.damageReasons = [.truncatedArchive, .unsupportedKey]
            $0.repeats = Share(partsPerMillion: 0)
        }
        let reasons = archive.truth.compactMap(\.reason)
        #expect(reasons.sorted() == ["malformed-json", "truncated-archive", "unsupported-key"])
        let clean = try WrittenArchive(300) { $0.damage = Share(partsPerMillion: 0) }
        #expect(clean.report.lines == 324 && clean.report.duplicates == 24 && clean.report.reasons.isEmpty)
    }

    @Test func aFolderWithSomethingInItIsNotTouched() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: folder.appending(path: "note"))
        let writer = HistoryWriter(StoriesHistory(seed: 1, notifications: 10), WritingOptions())
        #expect(throws: Corpus.WritingFailure.folderNotEmpty) { try writer.write(to: folder) }
        #expect(throws: Corpus.WritingFailure.notAFolder) { try writer.write(to: folder.appending(path: "note")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["note"])
    }

    private static func told(_ notifications: Int, seed: UInt64) -> Set<String> {
        let history = StoriesHistory(seed: seed, notifications: notifications)
        return Set(history.streams.flatMap { history.told(0..<$0.count, of: $0) }.compactMap(\.notification.uuid))
    }
}
