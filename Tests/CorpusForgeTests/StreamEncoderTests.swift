import CorpusForge
import Testing

struct StreamEncoderTests {
    private static let pieces: [[UInt8]] = [
        [], Array("one".utf8), Array((0..<30_000).map { "line \($0 % 977) of \($0)\n" }.joined().utf8), [], [7],
        [UInt8](repeating: 0, count: 200_000),
    ]

    private static func encoded(_ pieces: [[UInt8]], _ encoding: ArchiveEncoding) throws -> [UInt8] {
        let encoder = try encoding.encoder()
        var output: [UInt8] = []
        for piece in pieces { try encoder.encode(piece, to: &output) }
        try encoder.finish(to: &output)
        return output
    }

    @Test(arguments: ArchiveEncoding.allCases)
    func whatCameInPiecesComesBackAsAWhole(encoding: ArchiveEncoding) throws {
        for pieces in [[], Self.pieces] {
            let bytes = try Self.encoded(pieces, encoding)
            let decoded = try encoding.decode(bytes)
            #expect(decoded.isWhole && decoded.content == pieces.flatMap(\.self))
            if encoding != .none, !pieces.isEmpty { #expect(bytes.count < decoded.content.count / 3) }
        }
    }

    @Test(arguments: [ArchiveEncoding.lz4, .lz4Independent, .gzip, .zstd])
    func aWrongChecksumIsDamage(encoding: ArchiveEncoding) throws {
        var bytes = try Self.encoded(Self.pieces, encoding)
        // Gzip's checksum comes before the length, the others' is the end.
        bytes[encoding == .gzip ? bytes.count - 8 : bytes.count - 1] ^= 1
        #expect(throws: ArchiveEncoding.Failure.self) { try encoding.decode(bytes) }
    }

    @Test func theFramesSayWhatTheyAre() throws {
        let linked = try Self.encoded(Self.pieces, .lz4)
        let independent = try Self.encoded(Self.pieces, .lz4Independent)
        // Frame descriptor, LZ4 frame format 1.6.3: bit 5 of FLG says that blocks are independent, bit 2 that a content
        // checksum follows; BD 4 means blocks of 64 KiB.
        #expect(linked[4] & 0b0010_0100 == 0b0000_0100 && independent[4] & 0b0010_0100 == 0b0010_0100)
        #expect(linked[5] == 4 << 4 && independent[5] == 4 << 4)
    }
}
