internal import COpenSSL

/// An X.509 certificate read by OpenSSL; nothing about it is trusted yet.
///
/// Only the canonical DER form is taken: a certificate then has one encoding, up to its own signature's bytes.
@safe
final class Certificate {
    private let handle: OpaquePointer
    private let der: [UInt8]
    /// The extensions, in the certificate's order.
    let extensions: [CertificateExtension]

    /// Reads exactly one certificate; nil for bytes that are none, are followed by others or are not canonical.
    init?(der: [UInt8]) {
        // Safe: OpenSSL reads within the buffer during the call and keeps copies.
        let (decoded, consumed) = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let decoded = unsafe d2i_X509(nil, &cursor, buffer.count)
            return unsafe (decoded, cursor.map { unsafe $0 - (buffer.baseAddress ?? $0) } ?? 0)
        }
        guard let decoded = unsafe decoded else {
            ERR_clear_error()
            return nil
        }
        unsafe handle = decoded
        self.der = der
        extensions = unsafe CertificateExtension.all(of: decoded)
        guard consumed == der.count, unsafe OpenSSLBytes.encoded(with: { unsafe i2d_X509(decoded, $0) }) == der else {
            return nil
        }
    }

    deinit {
        unsafe X509_free(handle)
    }

    /// The subject's distinguished name in DER.
    var subject: [UInt8] { unsafe OpenSSLBytes.name(X509_get_subject_name(handle)) }

    /// The issuer's distinguished name in DER.
    var issuer: [UInt8] { unsafe OpenSSLBytes.name(X509_get_issuer_name(handle)) }

    /// The subject's key identifier, nil without one.
    var subjectKeyIdentifier: [UInt8]? { unsafe OpenSSLBytes.string(X509_get0_subject_key_id(handle)) }

    /// The identifier of the issuer's key, nil without one.
    var authorityKeyIdentifier: [UInt8]? { unsafe OpenSSLBytes.string(X509_get0_authority_key_id(handle)) }

    /// True if the version is 3, the only one with extensions.
    var isVersion3: Bool { unsafe X509_get_version(handle) == 2 }

    /// The serial number's magnitude, nil unless it is positive and has at most 20 octets (RFC 5280, 4.1.2.2).
    var serial: [UInt8]? {
        guard let serial = unsafe X509_get0_serialNumber(handle), unsafe ASN1_STRING_type(serial) == V_ASN1_INTEGER,
            let magnitude = unsafe OpenSSLBytes.string(serial), let first = magnitude.first,
            magnitude != [0], magnitude.count < 20 || (magnitude.count == 20 && first < 0x80)
        else { return nil }
        return magnitude
    }

    /// The dates, nil if one is not in the form that RFC 5280 allows.
    var validity: ValidityWindow? {
        guard let notBefore = unsafe CertificateTime.seconds(of: X509_get0_notBefore(handle)),
            let notAfter = unsafe CertificateTime.seconds(of: X509_get0_notAfter(handle))
        else { return nil }
        return ValidityWindow(notBefore: notBefore, notAfter: notAfter)
    }

    /// The subject's key, nil unless it is a P-256 or P-384 key in its usual encoding.
    var publicKey: ECPublicKey? {
        let handle = unsafe self.handle
        return unsafe OpenSSLBytes.encoded { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(handle), $0) }
            .flatMap { ECPublicKey(subjectPublicKeyInfo: $0) }
    }

    /// True if the certificate says in basicConstraints that it is a certificate authority.
    var isCertificateAuthority: Bool {
        flags & UInt32(EXFLAG_BCONS) != 0 && flags & UInt32(EXFLAG_CA) != 0
    }

    /// True if a known extension cannot be read or contradicts another.
    var hasInvalidExtensions: Bool { flags & UInt32(EXFLAG_INVALID) != 0 }

    /// What the key may be used for, nil without keyUsage.
    var keyUsage: KeyUsage? {
        flags & UInt32(EXFLAG_KUSAGE) == 0 ? nil : KeyUsage(rawValue: unsafe X509_get_key_usage(handle))
    }

    /// How many intermediates may follow, nil without a limit.
    var pathLength: Int? {
        let length = unsafe X509_get_pathlen(handle)
        return length < 0 ? nil : length
    }

    private var flags: UInt32 { unsafe X509_get_extension_flags(handle) }

    /// The certificate's signature with the bytes it covers, nil unless both places name the same algorithm, and that
    /// is ECDSA with SHA-256 or SHA-384 (RFC 5280, 4.1.1.2).
    var signature: CertificateSignature? {
        var value: UnsafePointer<ASN1_BIT_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        var object: OpaquePointer?
        var parameterType: Int32 = 0
        unsafe X509_get0_signature(&value, &algorithm, handle)
        guard let algorithm = unsafe algorithm, let inner = unsafe X509_get0_tbs_sigalg(handle),
            unsafe X509_ALGOR_cmp(algorithm, inner) == 0, let bytes = unsafe OpenSSLBytes.string(value),
            let covered = DERElement.firstChild(of: der)
        else { return nil }
        unsafe X509_ALGOR_get0(&object, &parameterType, nil, algorithm)
        guard parameterType == V_ASN1_UNDEF else { return nil }
        switch unsafe OBJ_obj2nid(object) {
        case NID_ecdsa_with_SHA256: return CertificateSignature(hash: .sha256, covered: covered, value: bytes)
        case NID_ecdsa_with_SHA384: return CertificateSignature(hash: .sha384, covered: covered, value: bytes)
        default: return nil
        }
    }
}
