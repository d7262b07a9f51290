import Dispatch
import NotificationModel
import SignatureVerification
import Testing

@Suite("The shared store under attack and under threads")
struct SigningKeyStoreTests {
    private static let floodSize = 2_000

    @Test("A flood of forged headers costs one check each at most, is bounded, and leaves the genuine key resident")
    func floodEvictsNothingGenuine() throws {
        let genuine = TestAuthority()
        let forger = TestAuthority()
        var limits = SigningKeyStoreLimits()
        limits.rejections = 500
        limits.rejectionBytes = 300_000
        let store = try genuine.store(limits: limits)
        var verifier = JWSVerifier(store: store)
        let chain = genuine.chain
        let token = genuine.token(header: TestAuthority.header(chain))
        let key = try verifier.verify(token.span).get().signer
        #expect(store.certificateSignatureChecks == 2)

        let forged = Text.base64(forger.leafCertificate)
        let own = Text.base64(chain[1])
        let other = Text.base64(forger.intermediateCertificate)
        for number in 0..<Self.floodSize {
            let path = number % 2 == 0 ? "\"\(forged)\",\"\(other)\"" : "\"\(forged)\",\"\(own)\""
            let header = Text.base64URL(Array("{\"alg\":\"ES256\",\"x5c\":[\(path),\"\"],\"kid\":\"\(number)\"}".utf8))
            #expect(
                verifier.reason(Array("\(header).e30.\(String(repeating: "A", count: 86))".utf8)) == .chainSignature
            )
        }
        #expect(store.certificateSignatureChecks <= 2 + Self.floodSize)
        let residency = store.residency
        #expect(residency.rejections > 0 && residency.rejections <= 500)
        #expect(residency.rejectionBytes > 0 && residency.rejectionBytes <= 300_000)
        #expect(residency.headers == 1 && residency.signingKeys == 1 && residency.intermediates == 1)

        let before = store.certificateSignatureChecks
        var fresh = JWSVerifier(store: store)
        #expect(try verifier.verify(token.span).get().signer === key)
        #expect(try fresh.verify(token.span).get().signer === key)
        #expect(store.certificateSignatureChecks == before)
    }

    @Test("Headers that borrow a genuine path are not kept until a signature covers them")
    func borrowedPathsAreNotKept() throws {
        let genuine = TestAuthority()
        let store = try genuine.store()
        var verifier = JWSVerifier(store: store)
        let signature = String(repeating: "A", count: 80) + "AAAAAA"
        let chain = genuine.chain
        for number in 0..<200 {
            let header = TestAuthority.header(chain, more: ",\"kid\":\"\(number)\"")
            let token = Text.base64URL(Array(header.utf8)) + ".e30." + signature
            #expect(verifier.reason(Array(token.utf8)) == .signatureInvalid)
        }
        #expect(store.residency.headers == 0)
        #expect(store.residency.signingKeys == 1)
        #expect(store.certificateSignatureChecks == 2)
        #expect(verifier.reason(genuine.token(header: TestAuthority.header(chain))) == nil)
        #expect(store.residency.headers == 1)
    }

    @Test("A repeated forged header costs no further check")
    func forgedHeaderIsRemembered() throws {
        let genuine = TestAuthority()
        let forger = TestAuthority()
        let store = try genuine.store()
        var verifier = JWSVerifier(store: store)
        let token = forger.token()
        for _ in 0..<10 { #expect(verifier.reason(token) == .chainSignature) }
        #expect(store.certificateSignatureChecks == 1)
        #expect(store.residency.rejections == 1)
    }

    @Test("An intermediate is verified once for all its leaves")
    func intermediateIsVerifiedOnce() throws {
        let authority = TestAuthority()
        let intermediate = authority.intermediateCertificate
        let store = try authority.store()
        var verifier = JWSVerifier(store: store)
        for number in UInt8(1)...5 {
            var other = authority
            other.leaf.serial = [number]
            let header = TestAuthority.header([other.leafCertificate, intermediate, []])
            #expect(verifier.reason(other.token(header: header)) == nil)
        }
        #expect(store.certificateSignatureChecks == 6)
        #expect(store.residency.intermediates == 1 && store.residency.signingKeys == 5)
    }

    @Test("A store without room judges each time, with the same verdict")
    func fullStoreStillVerifies() throws {
        let authority = TestAuthority()
        var limits = SigningKeyStoreLimits()
        limits.headers = 0
        limits.signingKeys = 0
        limits.intermediates = 0
        limits.rejections = 0
        let store = try authority.store(limits: limits)
        let good = authority.token()
        let bad = TestAuthority().token()
        for _ in 0..<3 {
            var verifier = JWSVerifier(store: store)
            #expect(verifier.reason(good) == nil)
            #expect(verifier.reason(bad) == .chainSignature)
        }
        #expect(store.residency.rejections == 0 && store.residency.rejectionBytes == 0)
    }

    @Test("Threads on one store give the verdicts of one thread")
    func threadsAgree() throws {
        let authority = TestAuthority()
        let good = authority.token()
        let forged = TestAuthority().token()
        var cut = good
        cut.removeLast(2)
        let store = try authority.store()
        let tokens = [good, forged, cut]
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            var verifier = JWSVerifier(store: store)
            for round in 0..<60 {
                let index = (worker + round) % 3
                let expected: [RejectionReason?] = [nil, .chainSignature, .signatureLength]
                #expect(verifier.reason(tokens[index]) == expected[index])
            }
        }
        #expect(store.residency.signingKeys == 1 && store.residency.rejections == 1)
    }
}
