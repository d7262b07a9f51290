internal import CISAL
internal import NotificationModel

/// The header of a gzip member, RFC 1952: read to be checked, for nothing in it matters here.
///
/// ISA-L's own reader takes reserved flags and stumbles over a header checksum that arrives in pieces.
struct GzipHeader: ~Copyable {
    private static let hasChecksum: UInt8 = 0x02
    private static let hasExtra: UInt8 = 0x04
    private static let hasName: UInt8 = 0x08
    private static let hasComment: UInt8 = 0x10
    private static let reserved: UInt8 = 0xE0

    private var checksum: UInt32 = 0

    /// Consumes a header; memory does not grow with the name or the comment.
    ///
    /// Refused: another method than deflate, reserved flags, a wrong header checksum.
    static func skip(_ input: inout RawInput) throws(SourceFault) {
        var header = GzipHeader()
        try header.read(&input)
    }

    private mutating func read(_ input: inout RawInput) throws(SourceFault) {
        guard try input.fill(2) else { throw Self.cut(input) }
        guard input.byte() == 0x1F, input.byte(1) == 0x8B else { throw Self.corrupt(input, "no gzip header") }
        guard try input.fill(3) else { throw Self.cut(input) }
        guard input.byte(2) == 8 else { throw Self.corrupt(input, "unknown compression method") }
        guard try input.fill(4) else { throw Self.cut(input) }
        let flags = input.byte(3)
        guard flags & Self.reserved == 0 else { throw Self.corrupt(input, "unknown header flags set") }
        try take(10, &input)
        if flags & Self.hasExtra != 0 {
            guard try input.fill(2) else { throw Self.cut(input) }
            let count = Int(input.byte()) | Int(input.byte(1)) << 8
            try take(2 + count, &input)
        }
        if flags & Self.hasName != 0 { try takeText(&input) }
        if flags & Self.hasComment != 0 { try takeText(&input) }
        if flags & Self.hasChecksum != 0 {
            guard try input.fill(2) else { throw Self.cut(input) }
            guard UInt32(input.byte()) | UInt32(input.byte(1)) << 8 == checksum & 0xFFFF else {
                throw Self.corrupt(input, "header checksum differs")
            }
            input.consume(2)
        }
    }

    private mutating func take(_ count: Int, _ input: inout RawInput) throws(SourceFault) {
        guard try input.fill(count) else { throw Self.cut(input) }
        let before = checksum
        checksum = input.withBytes { bytes in
            // Safe: the buffer is only read, during the call.
            unsafe bytes.extracting(first: count).withUnsafeBufferPointer { buffer in
                unsafe crc32_gzip_refl(before, buffer.baseAddress, UInt64(buffer.count))
            }
        }
        input.consume(count)
    }

    /// Consumes bytes up to and with the first zero.
    private mutating func takeText(_ input: inout RawInput) throws(SourceFault) {
        while true {
            guard try input.fill(1) else { throw Self.cut(input) }
            let end = input.withBytes { ByteSearch.first(0, in: $0, 0..<$0.count) }
            try take(end.map { $0 + 1 } ?? input.available, &input)
            if end != nil { return }
        }
    }

    private static func cut(_ input: borrowing RawInput) -> SourceFault {
        SourceFault(.truncatedArchive, at: input.offset, "gzip: cut within a member")
    }

    private static func corrupt(_ input: borrowing RawInput, _ words: String) -> SourceFault {
        SourceFault(.corruptArchive, at: input.offset, "gzip: \(words)")
    }
}
