import NotificationModel
import SignatureVerification
import Testing

@Suite("Rules on compact JWS, headers and signatures")
struct JWSRulesTests {
    @Test(
        "Exactly three parts that are not empty",
        arguments: ["", "a", "a.b", "a.b.c.d", "..", ".b.c", "a..c", "a.b.", "...."]
    )
    func otherPartsAreMalformed(_ text: String) {
        #expect(throws: (any Error).self) { try CompactJWS(Array(text.utf8).span) }
    }

    @Test("Parts are found wherever the dots are")
    func partsAreFoundAtEveryLength() throws {
        for header in 1...20 {
            for payload in 1...20 {
                let text =
                    String(repeating: "h", count: header) + "." + String(repeating: "/", count: payload) + ".-"
                let parts = try CompactJWS(Array(text.utf8).span)
                #expect(parts.header == 0..<header)
                #expect(parts.payload == header + 1..<header + 1 + payload)
                #expect(parts.signature == header + payload + 2..<header + payload + 3)
                #expect(parts.signingInput == 0..<header + 1 + payload)
            }
        }
    }

    /// A header's change, as a function of the good header, and its reason.
    static let headers: [(String, @Sendable (String) -> String, RejectionReason?)] = [
        ("as it is", { $0 }, nil),
        (
            "with kid, typ, jwk, jku and x5u", { more($0, "\"kid\":\"x\",\"typ\":\"JWT\",\"jwk\":{},\"x5u\":\"u\"") },
            nil
        ),
        ("with white space", { " \n" + $0 + "\t" }, nil),
        ("alg none", { $0.replacing("ES256", with: "none") }, .unsupportedAlgorithm),
        ("alg es256", { $0.replacing("ES256", with: "es256") }, .unsupportedAlgorithm),
        ("alg ES256 by escape", { $0.replacing("ES256", with: "ES\\u00325\\u0036") }, nil),
        ("alg with a NUL", { $0.replacing("ES256", with: "ES256\\u0000") }, .unsupportedAlgorithm),
        ("alg as an array", { $0.replacing("\"ES256\"", with: "[\"ES256\"]") }, .unsupportedAlgorithm),
        ("no alg", { $0.replacing("\"alg\"", with: "\"lag\"") }, .unsupportedAlgorithm),
        ("alg twice", { more($0, "\"alg\":\"ES256\"") }, .repeatedMember),
        ("alg twice, by escape", { more($0, "\"\\u0061lg\":\"none\"") }, .repeatedMember),
        ("unknown member twice", { more($0, "\"a\":1,\"a\":1") }, .repeatedMember),
        ("repetition inside a member", { more($0, "\"jwk\":{\"x\":1,\"x\":2}") }, .repeatedMember),
        ("crit", { more($0, "\"crit\":[\"exp\"]") }, .malformedJWS),
        ("crit, empty", { more($0, "\"crit\":[]") }, .malformedJWS),
        ("b64", { more($0, "\"b64\":true") }, .malformedJWS),
        ("byte order mark", { "\u{FEFF}" + $0 }, .malformedJWS),
        ("an array", { "[" + $0 + "]" }, .malformedJWS),
        ("cut", { String($0.dropLast()) }, .malformedJWS),
        ("two values", { $0 + "{}" }, .malformedJWS),
        ("too deep", { more($0, "\"a\":" + String(repeating: "[", count: 5000)) }, .malformedJWS),
        ("no x5c", { $0.replacing("x5c", with: "x6c") }, .chainLength),
        ("x5c as a text", { _ in "{\"alg\":\"ES256\",\"x5c\":\"AAAA\"}" }, .chainLength),
        ("x5c empty", { _ in "{\"alg\":\"ES256\",\"x5c\":[]}" }, .chainLength),
        ("x5c with numbers", { _ in "{\"alg\":\"ES256\",\"x5c\":[1,2,3]}" }, .chainLength),
        ("x5c of two", { _ in "{\"alg\":\"ES256\",\"x5c\":[\"AAAA\",\"AAAA\"]}" }, .chainLength),
        ("x5c of four", { $0.replacing("]", with: ",\"AAAA\"]") }, .chainLength),
        (
            "x5c without certificates", { _ in "{\"alg\":\"ES256\",\"x5c\":[\"AAAA\",\"AAAA\",\"\"]}" },
            .malformedCertificate
        ),
        ("x5c with a line break", { $0.replacing("[\"MII", with: "[\"MI\\nI") }, .malformedCertificate),
        ("x5c with trailing bytes", { $0.replacing("[\"", with: "[\"AAAA") }, .malformedCertificate),
    ]

    private static func more(_ header: String, _ members: String) -> String {
        header.dropLast() + "," + members + "}"
    }

    @Test("Each header has its verdict", arguments: headers.indices)
    func headerHasItsVerdict(_ index: Int) throws {
        let (name, change, reason) = Self.headers[index]
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        let token = authority.token(header: change(TestAuthority.header(authority.chain)))
        #expect(verifier.reason(token) == reason, "\(name)")
    }

    @Test("Bytes behind a certificate are refused")
    func trailingBytesAreRefused() throws {
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        var chain = authority.chain
        chain[0].append(0)
        #expect(verifier.reason(authority.token(header: TestAuthority.header(chain))) == .malformedCertificate)
    }

    /// A signature's change and its reason.
    static let signatures: [(String, @Sendable ([UInt8]) -> [UInt8], RejectionReason?)] = [
        ("as it is", { $0 }, nil),
        ("the other s", { Array($0[0..<32]) + ScalarArithmetic.negated(Array($0[32..<64])) }, nil),
        ("r = 0", { [UInt8](repeating: 0, count: 32) + $0[32..<64] }, .signatureInvalid),
        ("s = 0", { $0[0..<32] + [UInt8](repeating: 0, count: 32) }, .signatureInvalid),
        ("r = n", { ScalarArithmetic.order + $0[32..<64] }, .signatureInvalid),
        ("s = n", { $0[0..<32] + ScalarArithmetic.order }, .signatureInvalid),
        ("all ones", { _ in [UInt8](repeating: 0xFF, count: 64) }, .signatureInvalid),
        ("swapped", { Array($0[32..<64] + $0[0..<32]) }, .signatureInvalid),
        ("one bit off", { [$0[0] ^ 1] + $0[1...] }, .signatureInvalid),
        ("63 bytes", { Array($0.dropLast()) }, .signatureLength),
        ("65 bytes", { $0 + [0] }, .signatureLength),
        ("96 bytes", { $0 + [UInt8](repeating: 0, count: 32) }, .signatureLength),
    ]

    @Test("Each signature has its verdict", arguments: signatures.indices)
    func signatureHasItsVerdict(_ index: Int) throws {
        let (name, change, reason) = Self.signatures[index]
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        let input = Text.base64URL(Array(TestAuthority.header(authority.chain).utf8)) + ".e30"
        let signature = change(DER.raw(ofSignature: authority.leafKey.sign(Array(input.utf8))))
        #expect(verifier.reason(Array((input + "." + Text.base64URL(signature)).utf8)) == reason, "\(name)")
    }

    @Test("Base64url is strict in every part", arguments: ["=", " ", "\n", "+", "A"])
    func base64URLIsStrict(_ addition: String) throws {
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        let token = authority.token()
        let parts = try CompactJWS(token.span)
        for end in [parts.header.upperBound, parts.payload.upperBound, parts.signature.upperBound] {
            var changed = token
            changed.insert(contentsOf: Array(addition.utf8), at: end)
            #expect(verifier.reason(changed) != nil)
        }
    }

    @Test("A header that was remembered covers no other payload or signature")
    func rememberedHeaderVerifiesEachToken() throws {
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        let header = TestAuthority.header(authority.chain)
        for number in 0..<20 {
            let good = authority.token(header: header, payload: "{\"number\":\(number)}")
            #expect(verifier.reason(good) == nil)
            var bad = good
            bad[try CompactJWS(good.span).payload.lowerBound + 4] ^= 1
            #expect(verifier.reason(bad) != nil)
        }
    }
}
