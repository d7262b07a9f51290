import NotificationModel
import SignatureVerification
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "Published examples (FIPS 180-4)",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func publishedExamples(_ text: String, _ expected: String) {
        #expect(SHA256Digest.hash(Array(text.utf8).span).description == expected)
    }

    @Test("Pieces give the digest of the whole, and a hasher starts anew after each")
    func piecesGiveTheWhole() {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let whole = SHA256Digest.hash(bytes.span)
        var hasher = SHA256Hasher()
        for cut in stride(from: 0, through: 1_000, by: 37) {
            hasher.update(Array(bytes[..<cut]).span)
            hasher.update(Array(bytes[cut...]).span)
            #expect(hasher.finalize() == whole)
        }
    }

    @Test("A hasher that goes on from another leaves it as it was")
    func resumingLeavesTheOther() {
        var prefix = SHA256Hasher()
        prefix.update(Array("ab".utf8).span)
        var hasher = SHA256Hasher()
        for _ in 0..<2 {
            hasher.resume(from: prefix)
            hasher.update(Array("c".utf8).span)
            #expect(hasher.finalize() == SHA256Digest.hash(Array("abc".utf8).span))
        }
    }
}
