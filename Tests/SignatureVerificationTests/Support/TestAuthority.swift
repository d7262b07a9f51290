import Foundation
import SignatureVerification

/// A throw-away authority in the App Store's shape: P-384 root and intermediate, P-256 leaf, both markers.
struct TestAuthority {
    let rootKey = TestKey(.p384)
    let intermediateKey: TestKey
    let leafKey: TestKey
    var root = CertificateRecipe(
        issuer: "Test Root",
        subject: "Test Root",
        extensions: [.basicConstraints([0x01, 0x01, 0xFF]), .signsCertificates]
    )
    var intermediate = CertificateRecipe(
        issuer: "Test Root",
        subject: "Test Intermediate",
        extensions: [.certificateAuthority, .signsCertificates, .intermediateMarker]
    )
    var leaf = CertificateRecipe(
        issuer: "Test Intermediate",
        subject: "Test Leaf",
        extensions: [.endEntity, .signsData, .leafMarker]
    )

    init(intermediateCurve: ECPublicKey.Curve = .p384, leafCurve: ECPublicKey.Curve = .p256) {
        intermediateKey = TestKey(intermediateCurve)
        leafKey = TestKey(leafCurve)
        root.notBefore = DER.element(0x17, Array("200101000000Z".utf8))
        root.notAfter = DER.element(0x17, Array("391231235959Z".utf8))
    }

    var rootCertificate: [UInt8] { root.certificate(for: rootKey.subjectPublicKeyInfo, signedBy: rootKey) }

    var intermediateCertificate: [UInt8] {
        intermediate.certificate(for: intermediateKey.subjectPublicKeyInfo, signedBy: rootKey)
    }

    var leafCertificate: [UInt8] {
        leaf.certificate(for: leafKey.subjectPublicKeyInfo, signedBy: intermediateKey)
    }

    var chain: [[UInt8]] { [leafCertificate, intermediateCertificate, rootCertificate] }

    func anchor() throws -> TrustAnchor {
        try TrustAnchor(certificate: rootCertificate)
    }

    func store(limits: SigningKeyStoreLimits = SigningKeyStoreLimits()) throws -> SigningKeyStore {
        SigningKeyStore(anchors: [try anchor()], limits: limits)
    }

    /// A compact JWS with this header text, signed by the leaf.
    func token(header: String, payload: String = "{}") -> [UInt8] {
        let input = Text.base64URL(Array(header.utf8)) + "." + Text.base64URL(Array(payload.utf8))
        let signature = DER.raw(ofSignature: leafKey.sign(Array(input.utf8)))
        return Array((input + "." + Text.base64URL(signature)).utf8)
    }

    /// A compact JWS under this path.
    func token(payload: String = "{}") -> [UInt8] {
        token(header: Self.header(chain), payload: payload)
    }

    static func header(_ chain: [[UInt8]], more: String = "") -> String {
        let entries = chain.map { "\"\(Text.base64($0))\"" }.joined(separator: ",")
        return "{\"alg\":\"ES256\",\"x5c\":[\(entries)]\(more)}"
    }
}
