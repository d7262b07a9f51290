import Foundation
import HistoryArchive
import NotificationModel
import TestSupport
import Testing

/// One line of a folder's `expected.tsv`.
struct CompressionVector: CustomTestStringConvertible {
    let folder: String
    let file: String
    let expect: String
    let digest: String

    var testDescription: String { "\(folder)/\(file)" }
    var url: URL { SharedMaterial.url("vectors/\(folder)/own/\(file)") }
    var bytes: [UInt8] { (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? [] }

    static let all: [CompressionVector] = ["lz4", "gzip", "zstd"].flatMap { folder -> [CompressionVector] in
        guard SharedMaterial.isPresent,
            let table = try? String(
                contentsOf: SharedMaterial.url("vectors/\(folder)/own/expected.tsv"),
                encoding: .utf8
            )
        else { return [] }
        return table.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return CompressionVector(folder: folder, file: columns[0], expect: columns[1], digest: columns[4])
        }
    }

    static func all(_ expect: String) -> [CompressionVector] { all.filter { $0.expect == expect } }
}

@Suite(
    "Compressed files of the published vectors",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct CompressionVectorTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("there are vectors of all three kinds")
    func present() {
        #expect(Set(CompressionVector.all.map(\.expect)) == ["ok", "error", "limit"])
        #expect(CompressionVector.all.count > 50)
    }

    @Test("a whole file decodes to exactly the published bytes, under any name", arguments: CompressionVector.all("ok"))
    func whole(_ vector: CompressionVector) throws {
        let decoded = ArchiveDecoding.decode(ArchivePath(vector.url.path))
        #expect(decoded.fault == nil)
        #expect(SHA256.hexadecimal(decoded.bytes) == vector.digest)
        for name in ["a.json", "a.gz", "a.zst", "a.lz4"] {
            let renamed = ArchiveDecoding.decode(try scratch.write(vector.bytes, name))
            #expect(renamed.fault == nil)
            let isSame = renamed.bytes == decoded.bytes
            #expect(isSame)
        }
        let reading = try Reading([scratch.path("a.gz")])
        #expect(reading.faultReasons == (vector.file.contains("empty-content") ? [.emptyInput] : []))
        #expect(reading.documents.isEmpty == vector.file.contains("empty-content"))
    }

    @Test("a damaged file is a fault at a place inside of it", arguments: CompressionVector.all("error"))
    func damaged(_ vector: CompressionVector) throws {
        for name in ["a.json", "a.gz", "a.zst", "a.lz4"] {
            let reading = try Reading([scratch.write(vector.bytes, name)])
            let fault = try #require(reading.faults.first)
            #expect(reading.faults.count == 1)
            #expect(fault.offset <= UInt64(vector.bytes.count))
            #expect(fault.reason == Self.reason(vector.file))
        }
    }

    static func reason(_ file: String) -> RejectionReason {
        if file.contains("zero-bytes") { return .emptyInput }
        if file.contains("trailing") { return .trailingBytes }
        let isCut = ["trunc", "no-endmark", "half-content", "past-eof"].contains { file.contains($0) }
        return isCut ? .truncatedArchive : .corruptArchive
    }

    @Test("a bomb is refused early and in little memory", arguments: CompressionVector.all("limit"))
    func bomb(_ vector: CompressionVector) throws {
        var limits = ArchiveLimits()
        limits.maximumDocumentBytes = 16 << 20
        let started = ContinuousClock.now
        let reading = try Reading([ArchivePath(vector.url.path)], limits: limits)
        #expect(reading.faultReasons == [.limitExceeded])
        #expect(reading.largestSlab <= 4 << 20)
        #expect(try #require(reading.summaries.first).decodedBytes < 32 << 20)
        #expect(ContinuousClock.now - started < .seconds(10))
    }

    @Test("documents before the damage stand, the file's damage is one fault more")
    func documentsBefore() throws {
        let vector = try #require(CompressionVector.all.first { $0.file == "error-second-frame-truncated.json.lz4" })
        let reading = try Reading([scratch.write(vector.bytes, "a")])
        #expect(reading.faultReasons == [.truncatedArchive])
        #expect(reading.documents.filter { $0.flaw == nil }.count == 1)
    }

    @Test("a file cut anywhere is a fault, or decodes to the same bytes", arguments: CompressionVector.all("ok"))
    func cut(_ vector: CompressionVector) throws {
        let bytes = vector.bytes
        let whole = ArchiveDecoding.decode(ArchivePath(vector.url.path)).bytes
        var generator = SeededGenerator(seed: 7)
        let isSmall = bytes.count < 4096
        // Fewer than two bytes tell no format.
        let cuts =
            isSmall ? Array(2..<bytes.count) : (0..<10).map { _ in Int.random(in: 2..<bytes.count, using: &generator) }
        var clean: [Int] = []
        var differing: [Int] = []
        for cut in cuts {
            let decoded = ArchiveDecoding.decode(try scratch.write(bytes[..<cut], "a"))
            if whole.prefix(decoded.bytes.count) != decoded.bytes[...] { differing.append(cut) }
            if decoded.fault == nil, decoded.bytes != whole { clean.append(cut) }
        }
        #expect(differing == [])
        // Only between two frames, or two blocks of a legacy frame, does a cut look whole.
        #expect(clean.count <= 8)
        #expect(clean.allSatisfy { isFrameBorder(bytes, $0, vector) })
    }

    private func isFrameBorder(_ bytes: [UInt8], _ cut: Int, _ vector: CompressionVector) -> Bool {
        let rest = Array(bytes[cut...].prefix(4))
        let magics: [[UInt8]] = [
            [0x04, 0x22, 0x4D, 0x18], [0x02, 0x21, 0x4C, 0x18], [0x28, 0xB5, 0x2F, 0xFD], [0x1F, 0x8B, 0x08],
        ]
        return magics.contains { rest.starts(with: $0) } || rest.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
            || vector.file.contains("legacy") && cut == 4
    }

    @Test("a flipped bit is a fault, or changes nothing where checksums are", arguments: CompressionVector.all("ok"))
    func flipped(_ vector: CompressionVector) throws {
        let bytes = vector.bytes
        let whole = ArchiveDecoding.decode(ArchivePath(vector.url.path)).bytes
        let isChecked = !["no-frame-crc", "no-check", "legacy", "one-byte"].contains { vector.file.contains($0) }
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<(bytes.count < 8192 ? 60 : 6) {
            var damaged = bytes
            let bit = Int.random(in: 32..<bytes.count * 8, using: &generator)
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            let decoded = ArchiveDecoding.decode(try scratch.write(damaged, "a"))
            if isChecked, decoded.fault == nil { #expect(decoded.bytes == whole) }
        }
    }

    @Test("zstd's golden files have their verdicts, but for one that libzstd 1.5.4 takes")
    func golden() throws {
        let root = "vectors/zstd/upstream"
        // Upstream calls its offset 0 an error since 1.5.5; older libraries decode it.
        let knownDeviations: Set<String> = ["off0.bin.zst"]
        for (folder, isError) in [("golden-decompression", false), ("golden-decompression-errors", true)] {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: SharedMaterial.url("\(root)/\(folder)").path
            )
            #expect(!files.isEmpty)
            for file in files where !knownDeviations.contains(file) {
                let decoded = ArchiveDecoding.decode(ArchivePath(SharedMaterial.url("\(root)/\(folder)/\(file)").path))
                #expect((decoded.fault != nil) == isError, Comment(rawValue: file))
            }
        }
    }
}
