public import NotificationModel

/// A name and a public key that certificate paths may end at (RFC 5280, 6.1.1 (d)).
public struct TrustAnchor: Sendable, Hashable {
    /// The subject's distinguished name in DER.
    public let name: [UInt8]
    /// When the anchor holds, nil without limits; every path's window lies inside it.
    public let validity: ValidityWindow?
    /// The anchor's key.
    package let publicKey: ECPublicKey

    /// The key's SubjectPublicKeyInfo in DER.
    public var subjectPublicKeyInfo: [UInt8] { publicKey.subjectPublicKeyInfo }

    /// SHA-256 of the key's SubjectPublicKeyInfo: how people tell anchors apart.
    public var fingerprint: Digest256 { SHA256Digest.hash(subjectPublicKeyInfo.span) }

    /// An anchor from its facts.
    package init(name: [UInt8], publicKey: ECPublicKey, validity: ValidityWindow?) {
        self.name = name
        self.publicKey = publicKey
        self.validity = validity
    }

    /// The anchor that a root certificate in DER stands for; its own signature proves nothing and is not checked.
    ///
    /// Refused is a certificate with a limit that would be lost, since only name, key and dates are kept.
    public init(certificate der: [UInt8]) throws(TrustAnchorFault) {
        guard let certificate = Certificate(der: der), let window = certificate.validity else {
            throw .notACertificate
        }
        guard certificate.isCertificateAuthority else { throw .notACertificateAuthority }
        if let limit = Self.limit(of: certificate) { throw .unusable(limit) }
        guard let publicKey = certificate.publicKey, PreparedKey(publicKey) != nil else { throw .unsupportedKey }
        self.init(name: certificate.subject, publicKey: publicKey, validity: window)
    }

    /// The anchors in a file's bytes: one DER certificate, or PEM blocks with any text around them.
    public static func anchors(inFile bytes: [UInt8]) throws(TrustAnchorFault) -> [TrustAnchor] {
        var anchors: [TrustAnchor] = []
        for der in try PEMBlocks.certificates(in: bytes) ?? [bytes] {
            anchors.append(try TrustAnchor(certificate: der))
        }
        return anchors
    }

    private static func limit(of certificate: Certificate) -> String? {
        if certificate.hasInvalidExtensions { return "it has an invalid extension" }
        if certificate.pathLength == 0 { return "its path length is 0" }
        if let usage = certificate.keyUsage, !usage.contains(.signsCertificates) {
            return "it may not sign certificates"
        }
        if certificate.extensions.contains(where: { $0.identifier == CertificateExtension.nameConstraints }) {
            return "it has name constraints"
        }
        return certificate.extensions.allSatisfy(\.isUnderstoodOrOptional)
            ? nil : "it has an unknown critical extension"
    }
}
