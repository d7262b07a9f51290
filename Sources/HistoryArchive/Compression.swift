internal import NotificationModel

/// The way a source is compressed, told by its first bytes and never by its name.
enum Compression: Equatable, Sendable {
    case none
    case lz4
    case gzip
    case zstd

    /// The magic number of an LZ4 frame.
    static let lz4Frame: UInt32 = 0x184D_2204
    /// The magic number of a legacy LZ4 frame.
    static let lz4Legacy: UInt32 = 0x184C_2102
    /// The magic number of a zstd frame.
    static let zstdFrame: UInt32 = 0xFD2F_B528

    /// True for the magic numbers of frames that carry no content, in LZ4 and zstd alike.
    static func isSkippable(_ magic: UInt32) -> Bool {
        magic & 0xFFFF_FFF0 == 0x184D_2A50
    }

    /// Looks at the beginning of a source; leading skippable frames are consumed, as they tell nothing.
    static func detect(_ input: inout RawInput) throws(SourceFault) -> Compression {
        var sawFrame = false
        while try input.fill(4) {
            let magic = input.word()
            if magic == lz4Frame || magic == lz4Legacy { return .lz4 }
            if magic == zstdFrame { return .zstd }
            if !sawFrame, magic & 0xFFFF == 0x8B1F { return .gzip }
            guard isSkippable(magic) else {
                if sawFrame { throw SourceFault(.trailingBytes, at: input.offset, "no frame behind a skippable one") }
                return .none
            }
            try skipFrame(&input)
            sawFrame = true
        }
        if input.available >= 2, isCutMagic(input) {
            throw SourceFault(.truncatedArchive, at: input.offset, "cut within the magic number")
        }
        if sawFrame, input.available > 0 {
            throw SourceFault(.trailingBytes, at: input.offset, "no frame behind a skippable one")
        }
        return .none
    }

    /// Passes over a skippable frame; its magic number is there.
    static func skipFrame(_ input: inout RawInput) throws(SourceFault) {
        let start = input.offset
        guard try input.fill(8) else {
            throw SourceFault(.truncatedArchive, at: start, "cut within the header of a skippable frame")
        }
        var rest = Int(input.word(4))
        input.consume(8)
        while rest > 0 {
            guard try input.fill(1) else {
                throw SourceFault(.truncatedArchive, at: start, "cut within a skippable frame")
            }
            let step = min(rest, input.available)
            input.consume(step)
            rest -= step
        }
    }

    /// True if the fewer than four bytes left begin the magic number of a frame.
    static func isCutMagic(_ input: borrowing RawInput) -> Bool {
        if input.byte(0) == 0x1F { return input.available < 2 || input.byte(1) == 0x8B }
        return [lz4Frame, lz4Legacy, zstdFrame, 0x184D_2A50].contains { magic in
            (0..<input.available).allSatisfy { place in
                let mask: UInt8 = place == 0 && magic == 0x184D_2A50 ? 0xF0 : 0xFF
                return input.byte(place) & mask == UInt8(truncatingIfNeeded: magic >> UInt32(8 * place))
            }
        }
    }
}
