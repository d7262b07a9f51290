internal import NotificationModel

/// The frames of an LZ4 file, one after another: current, legacy and skippable ones.
///
/// The frames are walked here and only blocks are given to liblz4, because its frame decoder takes more than the
/// format allows. Every checksum present is checked before the bytes that it covers are delivered, but that of the
/// content, which stands behind them.
struct LZ4Decoder: ByteDecoder, ~Copyable {
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
    private var workspace = LZ4Workspace(capacity: 0)
    private var pending = 0..<0
    private var frameBytes: UInt64 = 0
    private var contentHash = XXHash32()

    mutating func decode(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        while true {
            deliver(to: &output)
            if output.freeCapacity == 0 { return false }
            switch place {
            case .betweenFrames:
                guard try beginFrame(&input) else { return true }
            case .inFrame:
                try readBlock(&input)
            case .inLegacyFrame:
                try readLegacyBlock(&input)
            }
        }
    }

    private mutating func deliver(to output: inout OutputSpan<UInt8>) {
        let count = min(pending.count, output.freeCapacity)
        guard count > 0 else { return }
        workspace.withBlock(pending.prefix(count)) { BulkCopy.append($0, to: &output) }
        pending = pending.dropFirst(count)
    }

    private mutating func beginFrame(_ input: inout RawInput) throws(SourceFault) -> Bool {
        while try input.fill(4) {
            switch input.word() {
            case Compression.lz4Frame:
                let header = try LZ4FrameHeader(&input)
                self.header = header
                begin(.inFrame, maximumBlock: header.maximumBlock)
                return true
            case Compression.lz4Legacy:
                input.consume(4)
                begin(.inLegacyFrame, maximumBlock: Self.legacyBlock)
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

    private mutating func begin(_ place: Place, maximumBlock: Int) {
        self.place = place
        if workspace.capacity < maximumBlock { workspace = LZ4Workspace(capacity: maximumBlock) }
        workspace.begin(maximumBlock: maximumBlock)
        frameBytes = 0
        contentHash = XXHash32()
    }

    private mutating func readBlock(_ input: inout RawInput) throws(SourceFault) {
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
        if header.hasIndependentBlocks {
            workspace.begin(maximumBlock: header.maximumBlock)
        } else {
            workspace.beginLinked()
        }
        let isRaw = word >> 31 != 0
        guard let count = decode(&input, 4..<4 + size, isRaw: isRaw) else {
            throw SourceFault(.corruptArchive, at: start, "lz4: a damaged block")
        }
        input.consume(4 + size + checksum)
        frameBytes += UInt64(count)
        if let size = header.contentSize, frameBytes > size {
            throw SourceFault(.corruptArchive, at: start, "lz4: more content than the frame's \(size) bytes")
        }
        if header.hasContentChecksum { workspace.withBlock(0..<count) { contentHash.update($0) } }
        pending = 0..<count
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

    private mutating func readLegacyBlock(_ input: inout RawInput) throws(SourceFault) {
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
        guard try input.fill(4 + Int(size)) else {
            throw SourceFault(.truncatedArchive, at: start, "lz4: cut within a block")
        }
        workspace.begin(maximumBlock: Self.legacyBlock)
        guard let count = decode(&input, 4..<4 + Int(size), isRaw: false) else {
            throw SourceFault(.corruptArchive, at: start, "lz4: a damaged block")
        }
        input.consume(4 + Int(size))
        pending = 0..<count
    }

    private mutating func decode(_ input: inout RawInput, _ range: Range<Int>, isRaw: Bool) -> Int? {
        input.withBytes { bytes in
            let block = bytes.extracting(range)
            guard isRaw else { return workspace.decompress(block) }
            workspace.store(block)
            return block.count
        }
    }
}
