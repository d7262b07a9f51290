/// Why bytes do not give a trust anchor, in words that name what was expected.
public enum TrustAnchorFault: Error, Equatable, Sendable {
    /// Neither DER nor a PEM certificate block.
    case notACertificate
    /// A PEM block that does not end, or whose text is not base64; counted from 1.
    case malformedBlock(number: Int)
    /// A certificate that is not a certificate authority.
    case notACertificateAuthority
    /// A key that is not on P-256 or P-384.
    case unsupportedKey
    /// A certificate with a limit that a bare name and key would drop, or that leaves no room for an intermediate.
    case unusable(String)
}

extension TrustAnchorFault: CustomStringConvertible {
    /// What was found and what was expected.
    public var description: String {
        switch self {
        case .notACertificate:
            "no certificate found; expected one X.509 certificate in DER, or one or more PEM CERTIFICATE blocks"
        case .malformedBlock(let number):
            "PEM block \(number) is damaged; expected base64 between BEGIN CERTIFICATE and END CERTIFICATE lines"
        case .notACertificateAuthority:
            "not a certificate authority; expected a root certificate with basicConstraints CA:TRUE"
        case .unsupportedKey:
            "unsupported key; expected an elliptic-curve key on P-256 or P-384"
        case .unusable(let finding):
            "the certificate cannot serve as an anchor: \(finding); expected a root that may sign intermediates"
        }
    }
}
