import CorpusForge
import Testing

struct ArchiveEncodingTests {
    /// Text that compresses, of more than three LZ4 blocks.
    private static let text = Array((0..<20_000).map { "line \($0 % 977) of \($0)\n" }.joined().utf8)

    @Test(arguments: ArchiveEncoding.allCases)
    func contentComesBack(encoding: ArchiveEncoding) throws {
        for content in [[], [7], Self.text] {
            let decoded = try encoding.decode(encoding.encode(content))
            #expect(decoded.content == content && decoded.isWhole)
        }
    }

    @Test(arguments: [ArchiveEncoding.lz4, .lz4Independent, .gzip, .zstd])
    func aCutIsNotWholeAndGivesABeginning(encoding: ArchiveEncoding) throws {
        let cut = try Array(encoding.encode(Self.text).dropLast(5))
        let decoded = try encoding.decode(cut)
        #expect(!decoded.isWhole)
        #expect(Self.text.starts(with: decoded.content))
    }

    @Test(arguments: [ArchiveEncoding.lz4, .lz4Independent, .gzip, .zstd])
    func aWrongChecksumIsDamage(encoding: ArchiveEncoding) throws {
        var bytes = try encoding.encode(Self.text)
        // Gzip's checksum comes before the length, the others' is the end.
        let place = encoding == .gzip ? bytes.count - 8 : bytes.count - 1
        bytes[place] ^= 1
        #expect(throws: ArchiveEncoding.Failure.self) { try encoding.decode(bytes) }
    }

    @Test func theTwoFramesDifferInTheirBlocksOnly() throws {
        let linked = try ArchiveEncoding.lz4.encode(Self.text)
        let independent = try ArchiveEncoding.lz4Independent.encode(Self.text)
        // Frame descriptor, LZ4 frame format 1.6.3: bit 5 of FLG says that blocks are independent, bit 2 that a content
        // checksum follows; BD 4 means blocks of 64 KiB.
        #expect(linked[4] & 0b0010_0100 == 0b0000_0100 && independent[4] & 0b0010_0100 == 0b0010_0100)
        #expect(linked[5] == 4 << 4 && independent[5] == 4 << 4)
    }
}
