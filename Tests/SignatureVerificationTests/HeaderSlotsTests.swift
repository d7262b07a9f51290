import NotificationModel
import SignatureVerification
import Testing

@Suite("A worker's own headers")
struct HeaderSlotsTests {
    /// A store that keeps nothing: what a worker does not hold itself costs a check.
    private func forgetful(_ authority: TestAuthority) throws -> SigningKeyStore {
        var limits = SigningKeyStoreLimits()
        limits.headers = 0
        limits.signingKeys = 0
        return try authority.store(limits: limits)
    }

    @Test("Of too many headers the one unused for longest is dropped")
    func theOneUnusedForLongestIsDropped() throws {
        let authority = TestAuthority()
        let chain = authority.chain
        let tokens = (0...8).map { authority.token(header: TestAuthority.header(chain, more: ",\"kid\":\"\($0)\"")) }
        let store = try forgetful(authority)
        var verifier = JWSVerifier(store: store)
        for token in tokens.prefix(8) { #expect(verifier.reason(token) == nil) }
        #expect(verifier.reason(tokens[0]) == nil)
        #expect(verifier.reason(tokens[8]) == nil)
        let before = store.certificateSignatureChecks
        for token in [0, 2, 3, 4, 5, 6, 7, 8] { #expect(verifier.reason(tokens[token]) == nil) }
        #expect(store.certificateSignatureChecks == before)
        #expect(verifier.reason(tokens[1]) == nil)
        #expect(store.certificateSignatureChecks == before + 1)
    }

    @Test("Headers that borrow a genuine path drive out no header that verified")
    func borrowedPathsDriveOutNothing() throws {
        let authority = TestAuthority()
        let chain = authority.chain
        let genuine = authority.token(header: TestAuthority.header(chain))
        let store = try forgetful(authority)
        var verifier = JWSVerifier(store: store)
        #expect(verifier.reason(genuine) == nil)
        let signature = String(repeating: "A", count: 86)
        for number in 0..<40 {
            let header = Text.base64URL(Array(TestAuthority.header(chain, more: ",\"kid\":\"\(number)\"").utf8))
            #expect(verifier.reason(Array("\(header).e30.\(signature)".utf8)) == .signatureInvalid)
        }
        let before = store.certificateSignatureChecks
        #expect(verifier.reason(genuine) == nil)
        #expect(store.certificateSignatureChecks == before)
    }

    @Test("A signature under another key than the header's proves no header")
    func anotherKeyProvesNoHeader() throws {
        let authority = TestAuthority()
        let chain = authority.chain
        let other = authority.leaf.certificate(
            for: TestKey(.p256).subjectPublicKeyInfo,
            signedBy: authority.intermediateKey
        )
        let store = try authority.store()
        var verifier = SignatureVerifier(store: store)
        let own = authority.token(header: TestAuthority.header(chain))
        let ownParts = try CompactJWS(own.span)
        guard case .trusted(let key) = verifier.resolveSigner(header: own.span.extracting(ownParts.header)) else {
            Issue.record("the path is trusted")
            return
        }
        let foreign = authority.token(header: TestAuthority.header([other, chain[1], chain[2]]))
        let parts = try CompactJWS(foreign.span)
        #expect(verifier.verify(foreign.span, parts: parts, signer: key) == nil)
        #expect(store.residency.headers == 0)
        #expect(verifier.verify(own.span, parts: ownParts, signer: key) == nil)
        #expect(store.residency.headers == 1)
    }
}
