import HistoryArchive
import NotificationModel
import Testing

@Suite("Gzip members with every kind of header")
struct GzipMemberTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A member with all that a header may have.
    static let full = GzipMember(
        content: Array("\"ey1\"".utf8),
        extra: [UInt8](repeating: 7, count: 300),
        name: Array("page.json".utf8),
        comment: Array("a comment".utf8),
        hasHeaderChecksum: true
    )

    private func decode(_ bytes: [UInt8]) throws -> (bytes: [UInt8], reason: RejectionReason?, offset: UInt64) {
        let decoded = ArchiveDecoding.decode(try scratch.write(bytes, "a"))
        return (decoded.bytes, decoded.fault?.reason, decoded.fault?.offset ?? 0)
    }

    @Test("any choice of header fields", arguments: 0..<16)
    func fields(_ choice: Int) throws {
        var member = Self.full
        if choice & 1 == 0 { member.extra = nil }
        if choice & 2 == 0 { member.name = nil }
        if choice & 4 == 0 { member.comment = nil }
        member.hasHeaderChecksum = choice & 8 != 0
        let decoded = try decode(member.bytes + member.bytes)
        #expect(decoded.reason == nil)
        #expect(decoded.bytes == member.content + member.content)
    }

    @Test("a flipped bit in the header's fields is a fault where the header has a checksum")
    func flippedHeader() throws {
        let bytes = Self.full.bytes
        for index in 4..<Self.full.header.count {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            let decoded = try decode(damaged)
            #expect(decoded.reason != nil, "byte \(index)")
            #expect(decoded.bytes.isEmpty)
        }
    }

    @Test("a reserved flag or another method is a fault")
    func reserved() throws {
        for (place, value) in [(3, UInt8(0x20)), (3, 0x40), (3, 0x80), (2, 7)] {
            var bytes = GzipMember(content: [0x20]).bytes
            bytes[place] = value
            #expect(try decode(GzipMember(content: [0x20]).bytes + bytes).reason == .corruptArchive)
        }
    }

    @Test("a header cut anywhere is truncated, and so is a trailer")
    func cut() throws {
        let bytes = Self.full.bytes
        let trailer = bytes.count - 8
        for count in Array(2..<Self.full.header.count) + Array(trailer..<bytes.count) {
            let decoded = try decode(Array(bytes[..<count]))
            #expect(decoded.reason == .truncatedArchive, "cut at \(count)")
            #expect(decoded.offset <= UInt64(count))
        }
    }

    @Test("a name longer than any buffer is passed over")
    func longName() throws {
        var member = Self.full
        member.name = [UInt8](repeating: UInt8(ascii: "n"), count: 1 << 20)
        #expect(try decode(member.bytes).bytes == member.content)
        #expect(try decode(Array(member.bytes[..<500_000])).reason == .truncatedArchive)
    }

    @Test("members of all small sizes and borders of blocks, one after another")
    func sizes() throws {
        var bytes: [UInt8] = []
        var expected: [UInt8] = []
        for count in Array(0..<70) + [32_767, 32_768, 65_535, 65_536, 200_000] {
            let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            expected += content
            bytes += GzipMember(content: content, block: count % 2 == 0 ? 65_535 : 777).bytes
        }
        let decoded = try decode(bytes)
        #expect(decoded.reason == nil)
        let isSame = decoded.bytes == expected
        #expect(isSame)
    }

    @Test("a wrong checksum or length of a later member is a fault, what stands before it stands", arguments: 1...8)
    func trailers(_ distance: Int) throws {
        let member = GzipMember(content: Array("\"ey1\"".utf8))
        var bytes = member.bytes + member.bytes
        bytes[bytes.count - distance] ^= 0x10
        let decoded = try decode(bytes)
        #expect(decoded.reason == .corruptArchive)
        #expect(decoded.bytes.starts(with: member.content))
    }
}
