import NotificationModel
import Testing

@Suite struct Digest256Tests {
    private static func digest(_ bytes: [UInt8]) -> Digest256 {
        Digest256(bytes: bytes.span)
    }

    @Test func `bytes go in and come out in order`() {
        let bytes = (UInt8(0)..<32).map { $0 &* 7 &+ 200 }
        #expect(Self.digest(bytes).bytes == bytes)
        #expect(Self.digest(bytes).description == Hexadecimal.text(of: bytes))
    }

    @Test func `the first byte is the most significant of the first word`() {
        let digest = Self.digest([1] + [UInt8](repeating: 0, count: 30) + [2])
        #expect(digest.words.0 == 0x0100_0000_0000_0000)
        #expect(digest.words.3 == 2)
        #expect(digest == Digest256(words: (0x0100_0000_0000_0000, 0, 0, 2)))
    }

    @Test(arguments: 0..<32)
    func `a difference in any byte is a difference, and orders`(position: Int) {
        var bytes = [UInt8](repeating: 5, count: 32)
        let original = Self.digest(bytes)
        bytes[position] = 6
        #expect(Self.digest(bytes) != original)
        #expect(original < Self.digest(bytes))
    }
}

@Suite struct HexadecimalTests {
    @Test func `digits are lower case, two for a byte`() {
        #expect(Hexadecimal.text(of: [0x00, 0x09, 0x0A, 0x5F, 0xFF]) == "00090a5fff")
        #expect(Hexadecimal.text(of: [UInt8]()) == "")
    }

    @Test func `a word has sixteen digits, most significant first`() {
        #expect(Hexadecimal.text(of: 0x0123_4567_89AB_CDEF) == "0123456789abcdef")
        #expect(Hexadecimal.text(of: UInt64(1)) == "0000000000000001")
    }
}
