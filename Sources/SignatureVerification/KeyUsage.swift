internal import COpenSSL

/// The uses of keyUsage that rules ask for (RFC 5280, 4.2.1.3).
struct KeyUsage: OptionSet {
    let rawValue: UInt32

    /// digitalSignature.
    static let signsData = KeyUsage(rawValue: UInt32(KU_DIGITAL_SIGNATURE))
    /// keyCertSign.
    static let signsCertificates = KeyUsage(rawValue: UInt32(KU_KEY_CERT_SIGN))
}
