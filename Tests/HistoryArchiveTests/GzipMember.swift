/// A gzip member made by hand, RFC 1952, with its content in stored blocks.
struct GzipMember {
    var content: [UInt8] = []
    var extra: [UInt8]?
    var name: [UInt8]?
    var comment: [UInt8]?
    var hasHeaderChecksum = false
    /// The most bytes of one block.
    var block = 65_535

    /// The header, with its own checksum if it has one.
    var header: [UInt8] {
        let flags: [UInt8] = [
            hasHeaderChecksum ? 2 : 0, extra == nil ? 0 : 4, name == nil ? 0 : 8, comment == nil ? 0 : 16,
        ]
        var bytes: [UInt8] = [0x1F, 0x8B, 8, flags.reduce(0, |), 0, 0, 0, 0, 0, 255]
        if let extra { bytes += [UInt8(extra.count & 0xFF), UInt8(extra.count >> 8)] + extra }
        if let name { bytes += name + [0] }
        if let comment { bytes += comment + [0] }
        if hasHeaderChecksum { bytes += Self.littleEndian(Self.checksum(bytes)).prefix(2) }
        return bytes
    }

    /// The whole member.
    var bytes: [UInt8] {
        var blocks: [UInt8] = []
        var start = 0
        repeat {
            let part = content[start..<min(start + block, content.count)]
            start += part.count
            let count = Self.littleEndian(UInt32(part.count)).prefix(2)
            blocks += [start == content.count ? 1 : 0] + count + count.map { ~$0 } + part
        } while start < content.count
        return header + blocks + Self.littleEndian(Self.checksum(content))
            + Self.littleEndian(UInt32(truncatingIfNeeded: content.count))
    }

    /// CRC-32 bit by bit.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value = UInt32.max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~value
    }

    private static func littleEndian(_ word: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
    }
}
