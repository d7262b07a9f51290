import CorpusForge
import Foundation
import NotificationModel
import Testing

struct CorpusTests {
    private static let made = Result { try (Corpus(seed: 5), Corpus(seed: 5, compression: .zstd)) }

    @Test func everyReasonOccurs() throws {
        let corpus = try Self.made.get().0
        #expect(Set(corpus.truth.compactMap(\.reason)) == Corpus.reasonsWithoutOptions)
        #expect(corpus.truth.allSatisfy { ($0.reason == .innerRejected) == ($0.innerReason != nil) })
        #expect(corpus.truth.allSatisfy { ($0.fate == .rejected) == ($0.notificationUUID == nil) })
    }

    @Test func damageIsAddedAndHidesNothing() throws {
        let corpus = try Self.made.get().0
        let told = Set(Stories.all(seed: 5).flatMap(\.told).compactMap(\.notification.uuid))
        let new = corpus.truth.filter { $0.fate == .new }.compactMap(\.notificationUUID)
        #expect(Set(new) == told && new.count == told.count)
        let outsideAltered = corpus.truth.filter { !$0.source.hasPrefix("altered/") && $0.fate != .rejected }
        #expect(Set(outsideAltered.compactMap(\.notificationUUID)) == told)
    }

    @Test func theTruthFollowsReadingOrderAndCountsEveryRecord() throws {
        let corpus = try Self.made.get().0
        #expect(
            corpus.files.map(\.path)
                == corpus.files.map(\.path).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        )
        for file in corpus.files {
            let lines = corpus.truth.filter { $0.source == file.path }
            #expect(lines.compactMap(\.index) == Array(file.records.indices))
            #expect(lines.filter { $0.index == nil }.map(\.reason) == (file.fault.map { [$0] } ?? []))
        }
    }

    @Test func twoRunsWithOneSeedDifferInKeysOnly() throws {
        let (first, second) = try Self.made.get()
        #expect(first.rootPEM != second.rootPEM)
        let withoutEnding = { (line: TruthLine) in
            var copy = line
            copy.source = copy.source.replacing(/\.(lz4|zst)$/, with: "")
            return copy
        }
        #expect(first.truth.map(withoutEnding) == second.truth.map(withoutEnding))
        let intact = zip(first.files, second.files).filter { !$0.0.path.hasPrefix("altered/") }
        #expect(intact.count == 13)
        for (one, other) in intact {
            #expect(Self.withoutSignatures(one.content) == Self.withoutSignatures(other.content), "\(one.path)")
        }
    }

    @Test func everyPartOutsideAlteredIsSignedUnderTheRoot() throws {
        let corpus = try Self.made.get().0
        let root = try #require(
            Base64Text.bytes(standard: corpus.rootPEM.split(separator: "\n").dropFirst().dropLast().joined())
        )
        var count = 0
        for record in corpus.files.filter({ !$0.path.hasPrefix("altered/") }).flatMap(\.records) {
            for text in try Self.parts(of: #require(record.signedPayload)) {
                let jws = try #require(OpenedJWS(text))
                let header = try JSONDecoder().decode(Header.self, from: Data(jws.header))
                let chain = try header.x5c.map { try #require(Base64Text.bytes(standard: $0)) }
                #expect(header.alg == "ES256" && chain.count == 3 && chain.last == root)
                #expect(try jws.isSigned(under: chain))
                count += 1
            }
        }
        #expect(count > 700)
    }

    @Test func filesLieInTheFormTheyAreNamedFor() throws {
        let corpus = try Self.made.get().0
        for file in corpus.files where file.fault == nil {
            let encoding: ArchiveEncoding =
                file.path.hasSuffix(".lz4")
                ? .lz4 : file.path.hasSuffix(".gz") ? .gzip : file.path.hasSuffix(".zst") ? .zstd : .none
            let decoded = try encoding.decode(file.stored)
            #expect(decoded.content == file.content && decoded.isWhole, "\(file.path)")
        }
        #expect(Set(corpus.files.map { $0.path.split(separator: ".").last }) == ["lz4", "gz", "zst", "json", "jsonl"])
    }

    @Test func aCutFileLosesItsLastPageOnly() throws {
        let corpus = try Self.made.get().0
        let cut = try #require(corpus.files.first { $0.fault == .truncatedArchive })
        let decoded = try ArchiveEncoding.lz4.decode(cut.stored)
        #expect(!decoded.isWhole && cut.content.starts(with: decoded.content))
        let lines = corpus.truth.filter { $0.source == cut.path }
        #expect(lines.suffix(2).map(\.reason) == [.malformedJSON, .truncatedArchive])
        #expect(lines.dropLast(2).allSatisfy { $0.fate != .rejected } && lines.count > 3)
    }

    @Test func anExistingFolderIsNotTouched() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "corpus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let corpus = try Self.made.get().0
        try corpus.write(to: folder)
        let manifest = try String(contentsOf: folder.appending(path: "manifest.sha256"), encoding: .utf8)
        #expect(manifest.split(separator: "\n").count == corpus.files.count + 2)
        #expect(throws: Corpus.WritingFailure.folderNotEmpty) { try corpus.write(to: folder) }
        #expect(throws: Corpus.WritingFailure.notAFolder) { try corpus.write(to: folder.appending(path: "root.pem")) }
    }

    private struct Header: Decodable {
        let alg: String
        let x5c: [String]
    }

    /// A signed notification and the JWS in its payload.
    private static func parts(of text: String) throws -> [String] {
        let payload = try #require(OpenedJWS(text)).payload
        let inner = String(decoding: payload, as: UTF8.self).matches(of: /"signed[A-Za-z]*Info":"([^"]+)"/)
        return [text] + inner.map { String($0.output.1) }
    }

    /// Text with every JWS replaced by its payload, inner ones too.
    private static func withoutSignatures(_ content: some Sequence<UInt8>) -> String {
        String(decoding: Array(content), as: UTF8.self).replacing(/"signed[A-Za-z]*":"([^"]+)"/) { match in
            OpenedJWS(String(match.output.1)).map { withoutSignatures($0.payload) } ?? "not a JWS"
        }
    }
}
