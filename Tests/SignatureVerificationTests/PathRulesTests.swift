import NotificationModel
import SignatureVerification
import Testing

@Suite("Rules on certificate paths, under the tests' own authority")
struct PathRulesTests {
    /// One departure from a good path and the reason it must be refused for; nil where it is still good.
    struct Departure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: RejectionReason?
        let change: @Sendable (inout TestAuthority) -> Void

        init(_ name: String, _ reason: RejectionReason?, _ change: @escaping @Sendable (inout TestAuthority) -> Void) {
            testDescription = name
            self.reason = reason
            self.change = change
        }
    }

    static let departures: [Departure] = [
        Departure("a good path", nil) { _ in },
        Departure("leaf without marker", .markerMissingOnLeaf) { $0.leaf.extensions.removeLast() },
        Departure("leaf with the intermediate's marker", .markerMissingOnLeaf) {
            $0.leaf.extensions[2] = .intermediateMarker
        },
        Departure("leaf marker that only begins alike", .markerMissingOnLeaf) {
            $0.leaf.extensions[2].identifier.append(1)
        },
        Departure("intermediate without marker", .markerMissingOnIntermediate) {
            $0.intermediate.extensions.removeLast()
        },
        Departure("intermediate that is no authority", .notACertificateAuthority) {
            $0.intermediate.extensions[0] = .endEntity
        },
        Departure("intermediate without basicConstraints", .notACertificateAuthority) {
            $0.intermediate.extensions.removeFirst()
        },
        Departure("intermediate with basicConstraints not critical", .chainPolicy) {
            $0.intermediate.extensions[0].isCritical = false
        },
        Departure("intermediate that may not sign certificates", .chainPolicy) {
            $0.intermediate.extensions[1] = .keyUsage(0x02, unused: 1)
        },
        Departure("intermediate without keyUsage", nil) { $0.intermediate.extensions.remove(at: 1) },
        Departure("intermediate with name constraints", .chainPolicy) {
            $0.intermediate.extensions.append(.nameConstraints)
        },
        Departure("intermediate with an unknown critical extension", .chainPolicy) {
            $0.intermediate.extensions.append(.unknown(critical: true))
        },
        Departure("intermediate without a name", .chainPolicy) {
            $0.intermediate.subject = ""
            $0.leaf.issuer = ""
        },
        Departure("intermediate from another root", .untrustedRoot) { $0.intermediate.issuer = "Other Root" },
        Departure("leaf from another intermediate", .chainSignature) { $0.leaf.issuer = "Other Intermediate" },
        Departure("leaf that is an authority", .chainPolicy) {
            $0.leaf.extensions[0] = .basicConstraints([0x01, 0x01, 0xFF])
        },
        Departure("leaf without basicConstraints", nil) { $0.leaf.extensions.removeFirst() },
        Departure("leaf that may not sign data", .chainPolicy) {
            $0.leaf.extensions[1] = .keyUsage(0x20, unused: 5)
        },
        Departure("leaf that may sign certificates", .chainPolicy) {
            $0.leaf.extensions[1] = .keyUsage(0x84, unused: 2)
        },
        Departure("leaf without keyUsage", nil) { $0.leaf.extensions.remove(at: 1) },
        Departure("leaf with an unknown critical extension", .chainPolicy) {
            $0.leaf.extensions.append(.unknown(critical: true))
        },
        Departure("leaf with an unknown extension", nil) { $0.leaf.extensions.append(.unknown(critical: false)) },
        Departure("leaf with a repeated extension", .chainPolicy) { $0.leaf.extensions.append(.leafMarker) },
        Departure("leaf of version 1", .chainPolicy) {
            $0.leaf.version = nil
            $0.leaf.extensions = []
        },
        Departure("leaf with serial number zero", .chainPolicy) { $0.leaf.serial = [0] },
        Departure("leaf with a negative serial number", .chainPolicy) { $0.leaf.serial = [0x85] },
        Departure("leaf with a serial number of 20 octets", nil) {
            $0.leaf.serial = [UInt8](repeating: 0x7F, count: 20)
        },
        Departure("leaf with a serial number of 21 octets", .chainPolicy) {
            $0.leaf.serial = [UInt8](repeating: 0x7F, count: 21)
        },
        Departure("leaf with the wrong outer algorithm", .chainSignature) {
            $0.leaf.outerAlgorithm = DER.sequence(
                DER.element(0x06, [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
            )
        },
        Departure("leaf with a date in fractions", .malformedCertificate) {
            $0.leaf.notAfter = DER.element(0x18, Array("20600101000000.5Z".utf8))
        },
        Departure("leaf with an early GeneralizedTime", .malformedCertificate) {
            $0.leaf.notAfter = DER.element(0x18, Array("20250101000000Z".utf8))
        },
        Departure("leaf until 2060", nil) {
            $0.leaf.notAfter = DER.element(0x18, Array("20600229235959Z".utf8))
        },
        Departure("leaf with 30 February", .malformedCertificate) {
            $0.leaf.notAfter = DER.element(0x17, Array("240230000000Z".utf8))
        },
        Departure("leaf whose issuer key is another", .chainPolicy) {
            $0.intermediate.extensions.append(.subjectKeyIdentifier([1, 2, 3]))
            $0.leaf.extensions.append(.authorityKeyIdentifier([1, 2, 4]))
        },
        Departure("key identifiers that fit", nil) {
            $0.intermediate.extensions.append(.subjectKeyIdentifier([1, 2, 3]))
            $0.leaf.extensions.append(.authorityKeyIdentifier([1, 2, 3]))
        },
        Departure("P-384 leaf", .unsupportedKey) { $0 = TestAuthority(leafCurve: .p384) },
        Departure("P-256 intermediate", nil) { $0 = TestAuthority(intermediateCurve: .p256) },
    ]

    @Test("Each departure from a good path has its own verdict", arguments: departures)
    func departureHasItsVerdict(_ departure: Departure) throws {
        var authority = TestAuthority()
        departure.change(&authority)
        var verifier = SignatureVerifier(store: try authority.store())
        let header = Text.base64URL(Array(TestAuthority.header(authority.chain).utf8))
        let first = Self.reason(verifier.resolveSigner(header: Array(header.utf8).span))
        let again = Self.reason(verifier.resolveSigner(header: Array(header.utf8).span))
        #expect(first == departure.reason)
        #expect(again == departure.reason, "a remembered verdict is the same verdict")
    }

    @Test("Signatures of certificates are checked, not only names")
    func lookAlikesAreRefused() throws {
        let genuine = TestAuthority()
        let forger = TestAuthority()
        var verifier = JWSVerifier(store: try genuine.store())
        #expect(verifier.reason(forger.token()) == .chainSignature)
        let mixed = TestAuthority.header([
            forger.leafCertificate, genuine.intermediateCertificate, genuine.rootCertificate,
        ])
        #expect(verifier.reason(forger.token(header: mixed)) == .chainSignature)
        #expect(verifier.reason(genuine.token()) == nil)
    }

    @Test("Every damaged byte of a certificate is noticed")
    func damageIsNoticed() throws {
        let authority = TestAuthority()
        let chain = authority.chain
        let store = try authority.store()
        for position in 0..<2 {
            for offset in stride(from: 0, to: chain[position].count, by: 7) {
                var damaged = chain
                damaged[position][offset] ^= 0x10
                var verifier = JWSVerifier(store: store)
                #expect(verifier.reason(authority.token(header: TestAuthority.header(damaged))) != nil)
            }
        }
    }

    @Test("The third certificate is counted and not looked at")
    func thirdEntryIsOnlyCounted() throws {
        let authority = TestAuthority()
        var verifier = JWSVerifier(store: try authority.store())
        let entries = [authority.leafCertificate, authority.intermediateCertificate].map { "\"\(Text.base64($0))\"" }
        let header = "{\"alg\":\"ES256\",\"x5c\":[\(entries[0]),\(entries[1]),\"no certificate\"]}"
        #expect(verifier.reason(authority.token(header: header)) == nil)
    }

    @Test("Every anchor of the issuer's name is tried")
    func anchorsOfOneNameAreAllTried() throws {
        let first = TestAuthority()
        let second = TestAuthority()
        let store = SigningKeyStore(anchors: [try first.anchor(), try second.anchor()])
        var verifier = JWSVerifier(store: store)
        #expect(verifier.reason(second.token()) == nil)
        #expect(verifier.reason(first.token()) == nil)
    }

    private static func reason(_ resolution: SignerResolution) -> RejectionReason? {
        switch resolution {
        case .trusted: nil
        case .rejected(let rejection): rejection.reason
        }
    }
}
