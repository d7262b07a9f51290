import SignatureVerification
import Testing

@Suite("Keys and the seconds in which they hold")
struct SigningKeyTests {
    private func resolvedKey(_ authority: TestAuthority) throws -> SigningKey {
        var verifier = JWSVerifier(store: try authority.store())
        return try verifier.verify(authority.token().span).get().signer
    }

    @Test("Both ends of the window are inside, to the last millisecond of the last second")
    func endsAreInclusive() throws {
        let key = try resolvedKey(TestAuthority())
        #expect(key.window == ValidityWindow(notBefore: 1_704_067_200, notAfter: 1_767_225_599))
        #expect(!key.covers(instantMilliseconds: 1_704_067_199_999))
        #expect(key.covers(instantMilliseconds: 1_704_067_200_000))
        #expect(key.covers(instantMilliseconds: 1_767_225_599_999))
        #expect(!key.covers(instantMilliseconds: 1_767_225_600_000))
    }

    @Test("Instants before 1970 are floored, not cut towards zero")
    func negativeInstantsAreFloored() throws {
        let authority = TestAuthority()
        let publicKey = try #require(ECPublicKey(subjectPublicKeyInfo: authority.leafKey.subjectPublicKeyInfo))
        let key = SigningKey(
            publicKey: publicKey,
            window: ValidityWindow(notBefore: 0, notAfter: 10),
            leafSerial: "01"
        )
        #expect(!key.covers(instantMilliseconds: -1))
        #expect(key.covers(instantMilliseconds: 0))
        #expect(!key.covers(instantMilliseconds: .min))
        #expect(!key.covers(instantMilliseconds: .max))
    }

    @Test("The window is what leaf, intermediate and anchor have in common")
    func windowIsTheIntersection() throws {
        var authority = TestAuthority()
        authority.intermediate.notBefore = DER.element(0x17, Array("240301000000Z".utf8))
        authority.root.notAfter = DER.element(0x17, Array("250601000000Z".utf8))
        let key = try resolvedKey(authority)
        #expect(key.window == ValidityWindow(notBefore: 1_709_251_200, notAfter: 1_748_736_000))
        #expect(key.hasAnyInstant)
    }

    @Test("A path that is never valid as a whole has no instant")
    func disjointDatesHaveNoInstant() throws {
        var authority = TestAuthority()
        authority.intermediate.notBefore = DER.element(0x17, Array("260301000000Z".utf8))
        authority.intermediate.notAfter = DER.element(0x17, Array("270301000000Z".utf8))
        let key = try resolvedKey(authority)
        #expect(!key.hasAnyInstant)
        #expect(!key.covers(instantMilliseconds: 1_709_251_200_000))
    }

    @Test("A remembered path is held against its window for each record anew")
    func rememberedPathKeepsItsWindow() throws {
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        for instant in [1_709_251_200_000, 1_893_456_000_000, 1_709_251_200_000, 946_684_800_000] as [Int64] {
            let signer = try verifier.verify(authority.token(payload: "{\"signedDate\":\(instant)}").span).get().signer
            #expect(signer.covers(instantMilliseconds: instant) == (instant == 1_709_251_200_000))
        }
    }

    @Test("The serial number is lower-case hexadecimal without the sign octet")
    func serialIsLowerCaseHexadecimal() throws {
        var authority = TestAuthority()
        authority.leaf.serial = [0x00, 0xAB, 0xCD, 0x0E]
        #expect(try resolvedKey(authority).leafSerial == "abcd0e")
    }
}
