import CorpusForge
import Testing

struct RecordPressTests {
    private static let keys = Result { try WritingKeys(leaves: 3, from: "2022-01-01", until: "2026-12-01") }

    /// The slow path is the twin: the same header, the same payload bytes, only the signatures differ.
    @Test func aPressedNotificationHasTheBytesOfTheSlowPath() throws {
        let keys = try Self.keys.get()
        let press = try RecordPress(keys)
        for one in Stories.all(seed: 1).flatMap(\.told) {
            var text: [UInt8] = []
            let tape = try press.append(one.notification, at: one.moment, to: &text)
            let pressed = String(decoding: text, as: UTF8.self)
            let slow = try keys.forge.signedPayload(one.notification, signedAt: one.moment)
            #expect(pressed.split(separator: ".")[0] == slow.split(separator: ".")[0], "\(one.story)")
            let (fast, slowly) = (WrittenArchive.payload(pressed), WrittenArchive.payload(slow))
            #expect(fast == slowly && fast != nil, "\(one.story)")
            #expect(tape.bytes.suffix(64) == OpenedJWS(pressed)?.signature[...])
        }
    }

    @Test func signaturesHoldUnderTheLeafAskedFor() throws {
        let keys = try Self.keys.get()
        let press = try RecordPress(keys)
        let told = Stories.all(seed: 1).flatMap(\.told).filter { $0.moment >= "2024-01-01" }.prefix(12)
        for one in told {
            for line in [RecordPress.Line.regular, .reissue] {
                var manner = RecordPress.Manner()
                manner.inner = line
                manner.outer = line
                var text: [UInt8] = []
                try press.append(one.notification, at: one.moment, manner, to: &text)
                let jws = try #require(OpenedJWS(String(decoding: text, as: UTF8.self)))
                let leaf = try #require(keys.forge.leaves.lastIndex { $0.notBefore <= one.moment })
                let signers = line == .regular ? keys.regular : keys.reissue
                #expect(try jws.isSigned(under: signers[leaf].certificates))
                let others = line == .regular ? keys.reissue : keys.regular
                #expect(try !jws.isSigned(under: others[leaf].certificates))
            }
        }
    }

    @Test func theTapeMakesTheSameBytesAgain() throws {
        let press = try RecordPress(Self.keys.get())
        let one = try #require(Stories.all(seed: 1).flatMap(\.told).first { $0.notification.type == "DID_RENEW" })
        var first: [UInt8] = []
        let tape = try press.append(one.notification, at: one.moment, to: &first)
        #expect(tape.bytes.count == 3 * 64)
        var manner = RecordPress.Manner()
        manner.tape = tape
        var again: [UInt8] = []
        try press.append(one.notification, at: one.moment, manner, to: &again)
        #expect(again == first)
        manner.tape = tape.ofInnerParts
        manner.outer = .reissue
        var outside: [UInt8] = []
        try press.append(one.notification, at: one.moment, manner, to: &outside)
        let (before, after) = (
            OpenedJWS(String(decoding: first, as: UTF8.self)), OpenedJWS(String(decoding: outside, as: UTF8.self))
        )
        #expect(before?.payload == after?.payload && before?.header != after?.header)
        manner.isSpaced = true
        var spaced: [UInt8] = []
        try press.append(one.notification, at: one.moment, manner, to: &spaced)
        #expect(OpenedJWS(String(decoding: spaced, as: UTF8.self))?.payload.prefix(3) == Array("{ \"".utf8)[...])
    }

    @Test func everyLengthOfPayloadIsEncoded() throws {
        let press = try RecordPress(Self.keys.get())
        for length in 0..<40 {
            let text = String(String(repeating: "aÿ>?~", count: 20).unicodeScalars.prefix(length))
            #expect(try OpenedJWS(press.sign(text))?.payload == Array(text.utf8))
        }
    }

    private static let forms: [(der: [UInt8], first: [UInt8], second: [UInt8])] = [
        ([0x30, 6, 2, 1, 5, 2, 1, 7], [5], [7]),
        (
            [0x30, 68, 2, 33, 0] + [UInt8](repeating: 0xAB, count: 32) + [2, 31] + [UInt8](repeating: 0x12, count: 31),
            [UInt8](repeating: 0xAB, count: 32), [UInt8](repeating: 0x12, count: 31)
        ),
        ([0x30, 7, 2, 2, 0, 0x80, 2, 1, 1, 0, 0], [0x80], [1]),
    ]

    @Test(arguments: forms)
    func numbersOfASignatureArePaddedInFront(der: [UInt8], first: [UInt8], second: [UInt8]) {
        let padded = [first, second].flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
        #expect(RawSignature.bytes(der: der) == padded)
    }

    @Test func leavesFollowEachOtherOverTheWholeHistory() throws {
        let keys = try WritingKeys(leaves: 5, from: "2022-01-01", until: "2026-11-16")
        let leaves = keys.forge.leaves
        #expect(leaves.count == 5 && leaves[0].notBefore < "2022-01-01" && leaves[4].notAfter > "2026-11-16")
        for (one, next) in zip(leaves, leaves.dropFirst()) {
            #expect(one.notBefore < next.notBefore && next.notBefore + .days(20) < one.notAfter)
        }
        #expect(Set((keys.regular + keys.reissue).map(\.headerPart)).count == 10)
    }
}
