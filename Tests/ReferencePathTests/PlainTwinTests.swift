import Foundation
import NotificationModel
import ReferencePath
import Testing

/// The plain twins are what fast code is compared with, so they are held against outside answers themselves.
@Suite("Plain twins")
struct PlainTwinTests {
    private func decoded(_ text: String) -> [UInt8]? {
        var output: [UInt8] = [7]
        guard ByteTableBase64.decode(Array(text.utf8).span, appendingTo: &output) else {
            #expect(output == [7])
            return nil
        }
        return Array(output.dropFirst())
    }

    @Test("base64url of every length and byte is Foundation's")
    func base64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
            #expect(decoded(text) == bytes)
        }
    }

    @Test(
        "base64url that is not strict is refused",
        arguments: [
            "A", "AAAAA", "AA==", "AAA=", "A A", "AA+A", "AA/A", "AB", "AAB", "AAAAAB", "AAA\n", "ÄAA",
        ]
    )
    func strictness(text: String) {
        #expect(decoded(text) == nil)
    }

    @Test("a digest is SHA-256's, and a content digest has its inner parts replaced")
    func digests() {
        let bytes = Array("abc".utf8)
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let digest = PlainDigest.hash(bytes.span)
        #expect(digest.description == known)
        let text = Array("xxabcyy".utf8)
        let replaced = PlainDigest.contentDigest(of: text.span, replacing: [(2..<5, digest)])
        #expect(replaced == PlainDigest.hash((Array("xx".utf8) + digest.bytes + Array("yy".utf8)).span))
    }
}
