internal import NotificationModel

/// The frames of an LZ4 file, one after another: current, legacy and skippable ones.
///
/// The frames are walked here and only blocks are given to liblz4, because its frame decoder takes more than the
/// format allows. Every checksum present is checked before the bytes that it covers are delivered, but that of the
/// content, which stands behind them.
///
/// Blocks are decoded where they are to stand, behind those to which they refer, and are never moved.
struct LZ4Decoder: StreamDecoder, ~Copyable {
    private enum Place {
        case betweenFrames
        case inFrame
        case inLegacyFrame
    }

    private static let legacyBlock = 8 << 20
    /// The most bytes that liblz4 makes of a legacy block: n + n/255 + 16.
    private static let legacyBound = legacyBlock + legacyBlock / 255 + 16

    private var place = Place.betweenFrames
    private var header: LZ4FrameHeader?
    private(set) var leastRoom = 1
    private var frameBytes: UInt64 = 0
    private var contentHash = XXHash32()

    var reach: Int {
        guard case .inFrame = place, let header, !header.hasIndependentBlocks else { return 0 }
        return Int(min(frameBytes, UInt64(LZ4Block.window)))
    }

    @unsafe
    mutating func decode(
        _ input: inout RawInput,
        behindReach output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        leastRoom = 1
        while output.freeCapacity >= leastRoom {
            switch place {
            case .betweenFrames:
                guard try beginFrame(&input) else { return true }
            case .inFrame:
                // Safe: the caller's promise is handed on.
                unsafe try readBlock(&input, into: &output)
            case .inLegacyFrame:
                unsafe try readLegacyBlock(&input, into: &output)
            }
        }
        return false
    }

    private mutating func beginFrame(_ input: inout RawInput) throws(SourceFault) -> Bool {
        while try input.fill(4) {
            switch input.word() {
            case Compression.lz4Frame:
                let header = try LZ4FrameHeader(&input)
                self.header = header
                begin(.inFrame)
                return true
            case Compression.lz4Legacy:
                input.consume(4)
                begin(.inLegacyFrame)
                return true
            case let magic where Compression.isSkippable(magic):
                try Compression.skipFrame(&input)
            default:
                throw SourceFault(.trailingBytes, at: input.offset, "lz4: bytes behind the last frame")
            }
        }
        guard input.available > 0 else { return false }
        guard Compression.isCutMagic(input) else {
            throw SourceFault(.trailingBytes, at: input.offset, "lz4: bytes behind the last frame")
        }
        throw SourceFault(.truncatedArchive, at: input.offset, "lz4: cut within the magic number")
    }

    private mutating func begin(_ place: Place) {
        self.place = place
        frameBytes = 0
        contentHash = XXHash32()
    }

    /// Reads a block or the end mark, or nothing but the room that the block needs.
    @unsafe
    private mutating func readBlock(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) {
        guard let header else { preconditionFailure("a block outside of a frame") }
        let start = input.offset
        guard try input.fill(4) else { throw SourceFault(.truncatedArchive, at: start, "lz4: no end mark") }
        let word = input.word()
        guard word != 0 else {
            try endFrame(&input, header)
            return
        }
        let size = Int(word & 0x7FFF_FFFF)
        guard size <= header.maximumBlock else {
            throw SourceFault(.corruptArchive, at: start, "lz4: a block of \(size) bytes")
        }
        let isRaw = word >> 31 != 0
        guard hasRoom(isRaw ? size : min(header.maximumBlock, LZ4Block.bound(of: size)), output) else { return }
        let checksum = header.hasBlockChecksum ? 4 : 0
        guard try input.fill(4 + size + checksum) else {
            throw SourceFault(.truncatedArchive, at: start, "lz4: cut within a block")
        }
        if header.hasBlockChecksum {
            let hash = input.withBytes { XXHash32.hash($0.extracting(4..<4 + size)) }
            guard hash == input.word(4 + size) else {
                throw SourceFault(.corruptArchive, at: start, "lz4: block checksum differs")
            }
        }
        let block = 4..<4 + size
        // Safe: the caller's promise is handed on.
        guard
            let count = isRaw
                ? store(input, block, into: &output)
                : unsafe decompress(input, block, into: &output, maximum: header.maximumBlock)
        else {
            throw SourceFault(.corruptArchive, at: start, "lz4: a damaged block")
        }
        input.consume(4 + size + checksum)
        frameBytes += UInt64(count)
        if let size = header.contentSize, frameBytes > size {
            output.removeLast(count)
            throw SourceFault(.corruptArchive, at: start, "lz4: more content than the frame's \(size) bytes")
        }
        if header.hasContentChecksum { contentHash.update(output.span.extracting(last: count)) }
    }

    /// True if there is this much room; else it is what the decoder asks for.
    private mutating func hasRoom(_ count: Int, _ output: borrowing OutputSpan<UInt8>) -> Bool {
        guard output.freeCapacity < count else { return true }
        leastRoom = count
        return false
    }

    /// Takes an uncompressed block.
    private func store(
        _ input: borrowing RawInput,
        _ range: Range<Int>,
        into output: inout OutputSpan<UInt8>
    ) -> Int? {
        input.withBytes { BulkCopy.append($0.extracting(range), to: &output) }
        return range.count
    }

    /// Decodes a compressed block of at most `maximum` bytes; nil if it is damaged.
    @unsafe
    private func decompress(
        _ input: borrowing RawInput,
        _ range: Range<Int>,
        into output: inout OutputSpan<UInt8>,
        maximum: Int
    ) -> Int? {
        let room = min(maximum, output.freeCapacity)
        let history = reach
        return input.withBytes { bytes in
            // Safe: the caller's promise is handed on.
            unsafe LZ4Block.decompress(bytes.extracting(range), into: &output, room: room, behind: history)
        }
    }

    private mutating func endFrame(
        _ input: inout RawInput,
        _ header: LZ4FrameHeader
    ) throws(SourceFault) {
        let start = input.offset
        if let size = header.contentSize, size != frameBytes {
            throw SourceFault(.corruptArchive, at: start, "lz4: \(frameBytes) bytes of content, \(size) declared")
        }
        if header.hasContentChecksum {
            guard try input.fill(8) else {
                throw SourceFault(.truncatedArchive, at: start, "lz4: cut within the content checksum")
            }
            guard input.word(4) == contentHash.value else {
                throw SourceFault(.corruptArchive, at: start, "lz4: content checksum differs")
            }
        }
        input.consume(header.hasContentChecksum ? 8 : 4)
        place = .betweenFrames
    }

    @unsafe
    private mutating func readLegacyBlock(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) {
        let start = input.offset
        guard try input.fill(4) else {
            guard input.available == 0 else {
                throw SourceFault(.truncatedArchive, at: start, "lz4: cut within a block size")
            }
            place = .betweenFrames
            return
        }
        let size = input.word()
        // No magic number is a possible size, so another frame may follow without an end mark.
        guard size <= UInt32(Self.legacyBound) else {
            place = .betweenFrames
            return
        }
        guard hasRoom(min(Self.legacyBlock, LZ4Block.bound(of: Int(size))), output) else { return }
        guard try input.fill(4 + Int(size)) else {
            throw SourceFault(.truncatedArchive, at: start, "lz4: cut within a block")
        }
        // Safe: such a block refers to nothing before it.
        let count = unsafe decompress(input, 4..<4 + Int(size), into: &output, maximum: Self.legacyBlock)
        guard count != nil else { throw SourceFault(.corruptArchive, at: start, "lz4: a damaged block") }
        input.consume(4 + Int(size))
    }
}
