internal import NotificationModel

/// The descriptor of an LZ4 frame (LZ4 Frame Format 1.6.4): what its blocks may be and which checksums it has.
struct LZ4FrameHeader: Equatable, Sendable {
    /// True if blocks do not refer to the blocks before them.
    var hasIndependentBlocks = true
    /// True if a checksum follows each block.
    var hasBlockChecksum = false
    /// True if a checksum of the content follows the end mark.
    var hasContentChecksum = false
    /// The number of content bytes, if the frame tells it.
    var contentSize: UInt64?
    /// The most bytes of one block.
    var maximumBlock = 0

    /// Reads and consumes a header; its magic number is there.
    ///
    /// Refused: another version, reserved bits, block size codes below 4, dictionaries, a wrong header checksum.
    init(_ input: inout RawInput) throws(SourceFault) {
        let start = input.offset
        guard try input.fill(7) else { throw Self.cut(at: start) }
        let flags = input.byte(4)
        let descriptor = input.byte(5)
        guard flags >> 6 == 1 else { throw Self.corrupt(at: start, "version \(flags >> 6)") }
        guard flags & 0b10 == 0, descriptor & 0b1000_1111 == 0 else {
            throw Self.corrupt(at: start, "reserved bits set")
        }
        guard flags & 0b1 == 0 else { throw Self.corrupt(at: start, "a dictionary is not supported") }
        let code = Int(descriptor >> 4)
        guard code >= 4 else { throw Self.corrupt(at: start, "block size code \(code)") }
        hasIndependentBlocks = flags & 0b10_0000 != 0
        hasBlockChecksum = flags & 0b1_0000 != 0
        hasContentChecksum = flags & 0b100 != 0
        maximumBlock = 1 << (2 * code + 8)
        let hasSize = flags & 0b1000 != 0
        let length = hasSize ? 10 : 2
        guard try input.fill(4 + length + 1) else { throw Self.cut(at: start) }
        if hasSize { contentSize = UInt64(input.word(6)) | UInt64(input.word(10)) << 32 }
        let hash = input.withBytes { XXHash32.hash($0.extracting(4..<4 + length)) }
        guard input.byte(4 + length) == UInt8(truncatingIfNeeded: hash >> 8) else {
            throw Self.corrupt(at: start, "header checksum differs")
        }
        input.consume(4 + length + 1)
    }

    private static func cut(at offset: UInt64) -> SourceFault {
        SourceFault(.truncatedArchive, at: offset, "lz4: cut within a frame header")
    }

    private static func corrupt(at offset: UInt64, _ words: String) -> SourceFault {
        SourceFault(.corruptArchive, at: offset, "lz4: frame header: \(words)")
    }
}
