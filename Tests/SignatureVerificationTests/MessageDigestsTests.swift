import CP256Lanes
import NotificationModel
import Testing

@testable import SignatureVerification

@Suite("Digests of many messages")
struct MessageDigestsTests {
    /// By OpenSSL, as where the processor has no instructions for it; then side by side, where it has.
    static let streams = [0] + (sha256_stream_count() > 0 ? [1, Int(sha256_stream_count())] : [])

    @Test("are those of each message by itself, behind a known header and without one", arguments: streams)
    func digestsAreThoseOfEachMessage(_ streams: Int) {
        let key = SigningKey(
            publicKey: ECPublicKey(p256X: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 2, count: 32)),
            window: ValidityWindow(notBefore: 0, notAfter: 1),
            leafSerial: "00"
        )
        var first: [UInt8] = Array("ahead".utf8)
        var second: [UInt8] = []
        var expected: [Digest256] = []
        var digests = MessageDigests(streams: streams)
        // Headers whose dot ends a block, begins one, or stands within one.
        let headers = [1, 62, 63, 64, 127, 4_411].map { count in
            HeaderSlot(text: (0..<count).map { UInt8(65 + $0 % 26) }, key: key)
        }
        for (number, length) in [0, 1, 63, 64, 65, 700, 5_000].enumerated() {
            let text = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }
            for header in headers {
                let message = header.text + [UInt8(ascii: ".")] + text
                digests.add(header, .first, offset: first.count, count: message.count)
                first += message
                expected.append(SHA256Digest.hash(message.span))
            }
            digests.add(.second, offset: second.count, count: text.count)
            second += text
            expected.append(SHA256Digest.hash(text.span))
        }
        digests.hash(first.span, second.span)
        for index in expected.indices { #expect(digests.digest(index) == expected[index], "message \(index)") }
        // A second round in the same buffers, with fewer messages.
        digests.removeAll()
        digests.add(.first, offset: 0, count: 5)
        digests.hash(first.span, second.span)
        #expect(digests.count == 1)
        #expect(digests.digest(0) == SHA256Digest.hash(Array("ahead".utf8).span))
    }
}
