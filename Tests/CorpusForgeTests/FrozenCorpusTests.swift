import CorpusForge
import Foundation
import NotificationModel
import Testing

/// The set that lies in `corpus/` of the repository.
struct FrozenCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "corpus")

    private struct Line: Decodable {
        let source: String
        let index: Int?
        let fate: String
        let reason: String?
        let innerReason: String?
        let notificationUUID: String?
    }

    @Test func everyFileHasTheHashOfTheManifest() throws {
        var listed: Set<String> = ["manifest.sha256", "README.md"]
        for line in try Self.text("manifest.sha256").split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            let path = String(parts[1].dropFirst())
            let bytes = try Array(Data(contentsOf: Self.folder.appending(path: path)))
            #expect(Corpus.digest(of: bytes).description == String(parts[0]), "\(path)")
            listed.insert(path)
        }
        #expect(try Self.paths() == listed)
    }

    @Test func theSetIsSmall() throws {
        let sizes = try Self.paths().map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
        #expect(sizes.reduce(0, +) < 3_000_000)
        #expect(try (250...350).contains(Self.truth().count))
    }

    @Test func theTruthTellsEveryReason() throws {
        let truth = try Self.truth()
        #expect(Set(truth.compactMap(\.reason)) == Set(Corpus.reasonsWithoutOptions.map(\.rawValue)))
        #expect(Set(truth.map(\.fate)) == ["new", "duplicate", "rejected"])
        let archived = try Self.paths().filter { $0.hasPrefix("archive/") }.map { String($0.dropFirst(8)) }
        #expect(Set(truth.map(\.source)) == Set(archived))
    }

    /// A change of the stories or of the layout must come with a new frozen set.
    @Test func theGeneratorStillTellsTheFrozenTruth() throws {
        let made = try Corpus(seed: 1).truth.map { $0.text + "\n" }.joined()
        #expect(try Self.text("truth.jsonl") == made)
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    private static func truth() throws -> [Line] {
        try text("truth.jsonl").split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }

    /// The files of the set, as paths under its folder.
    private static func paths() throws -> Set<String> {
        let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return Set(
            all.filter { path in
                let kind = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
                return kind?.isRegularFile == true
            }
        )
    }
}
