import Foundation
import HistoryArchive
import NotificationModel
import TestSupport
import Testing

@Suite("Compressed files at the edges of their formats")
struct CompressionEdgeTests {
    /// A zstd frame without content that asks for a window of 2 to this power.
    static func zstdFrame(windowLog: UInt8) -> [UInt8] {
        [0x28, 0xB5, 0x2F, 0xFD, 0x00, (windowLog - 10) << 3, 0x01, 0x00, 0x00]
    }

    /// A skippable frame of LZ4 and zstd with three bytes.
    static let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("zstd windows of 128 MiB are read, larger ones are over the limit")
    func window() throws {
        #expect(ArchiveDecoding.decode(try scratch.write(Self.zstdFrame(windowLog: 27), "a")).fault == nil)
        let large = ArchiveDecoding.decode(try scratch.write(Self.zstdFrame(windowLog: 28), "a"))
        #expect(large.fault?.reason == .limitExceeded)
    }

    @Test("skippable frames alone are empty input; what follows them decides the format")
    func skippableFrames() throws {
        #expect(try Reading([scratch.write(Self.skippable + Self.skippable, "a")]).faultReasons == [.emptyInput])
        let frame = Self.skippable + Self.zstdFrame(windowLog: 20) + Self.skippable
        #expect(ArchiveDecoding.decode(try scratch.write(frame, "a")).fault == nil)
        let cut = ArchiveDecoding.decode(try scratch.write(Self.skippable.dropLast(), "a"))
        #expect(cut.fault?.reason == .truncatedArchive)
        let text = ArchiveDecoding.decode(try scratch.write(Self.skippable + Array("{}   ".utf8), "a"))
        #expect(text.fault?.reason == .trailingBytes)
        #expect(text.fault?.offset == 11)
    }

    @Test("a legacy LZ4 frame may end where any frame begins")
    func legacy() throws {
        // One block: a token of five literals and nothing else.
        let block: [UInt8] = [6, 0, 0, 0, 0x50] + Array("\"ey1\"".utf8)
        let frame: [UInt8] = [0x02, 0x21, 0x4C, 0x18] + block
        let reading = try Reading([scratch.write(frame + Self.skippable + frame, "a")])
        #expect(reading.payloads == ["ey1", "ey1"])
        #expect(reading.faults.isEmpty)
        let cut = try Reading([scratch.write(frame + frame.dropLast(2), "a")])
        #expect(cut.payloads == ["ey1"])
        #expect(cut.faultReasons == [.truncatedArchive])
    }

    @Test("a match with offset 0, or one before the beginning, damages its block")
    func offsets() throws {
        for offset: UInt8 in [0, 9] {
            let sequences: [UInt8] = [0x44] + Array("\"aaa".utf8) + [offset, 0, 0x50] + Array("aaaa\"".utf8)
            let frame: [UInt8] = [0x02, 0x21, 0x4C, 0x18, UInt8(sequences.count), 0, 0, 0] + sequences
            #expect(ArchiveDecoding.decode(try scratch.write(frame, "a")).fault?.reason == .corruptArchive)
        }
    }

    @Test(
        "bytes behind the last frame are told apart, what stands before them stands",
        .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)),
        arguments: ["ok-fname.json.gz", "ok-no-frame-crc.json.lz4", "ok-no-check.json.zst"]
    )
    func trailing(_ file: String) throws {
        let vector = try #require(CompressionVector.all.first { $0.file == file })
        for padding: [UInt8] in [[0], [UInt8](repeating: 0, count: 512), Array("garbage".utf8)] {
            let reading = try Reading([scratch.write(vector.bytes + padding, "a")])
            #expect(reading.faultReasons == [.trailingBytes])
            #expect(reading.faults.first?.offset == UInt64(vector.bytes.count))
            #expect(reading.documents.count == 1)
            #expect(reading.documents.first?.flaw == nil)
        }
    }

    @Test("a source is not decompressed twice")
    func nested() throws {
        // A legacy LZ4 frame whose content is a gzip header.
        let content: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0x00]
        let frame: [UInt8] = [0x02, 0x21, 0x4C, 0x18, 6, 0, 0, 0, 0x50] + content
        let reading = try Reading([scratch.write(frame, "a")])
        #expect(reading.documents.map(\.text) == [content])
        #expect(reading.reasons == [.malformedJSON])
    }
}
