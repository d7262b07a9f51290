import COpenSSL

/// A certificate read from DER, for signature checks and for the issuer's key identifier.
@safe
final class ParsedCertificate {
    let handle: OpaquePointer

    /// Reads the whole of the bytes; throws when they are no certificate.
    init(_ der: [UInt8]) throws {
        // `der` lives through the call, which copies what it keeps.
        unsafe handle = try der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return unsafe try made(d2i_X509(nil, &start, bytes.count), "d2i_X509")
        }
    }

    // The handle is valid until here.
    deinit { unsafe X509_free(handle) }

    /// True if the issuer's key made this certificate's signature.
    func isSigned(by issuer: ParsedCertificate) -> Bool {
        // X509_get0_pubkey lends a key that belongs to the issuer's certificate.
        defer { ERR_clear_error() }
        return unsafe X509_verify(handle, X509_get0_pubkey(issuer.handle)) == 1
    }

    /// True if this certificate's key made the raw 64-byte ES256 signature.
    func verifies(_ signature: [UInt8], over message: [UInt8]) throws -> Bool {
        guard signature.count == 64 else { return false }
        let der = try Self.derForm(of: signature)
        defer { ERR_clear_error() }
        // The context is freed on the way out; the key belongs to the certificate.
        let context = unsafe try made(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        defer { unsafe EVP_MD_CTX_free(context) }
        unsafe try check(
            EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, X509_get0_pubkey(handle)),
            "EVP_DigestVerifyInit"
        )
        return unsafe EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    private static func derForm(of signature: [UInt8]) throws -> [UInt8] {
        let first = Array(signature.prefix(32))
        let second = Array(signature.suffix(32))
        // ECDSA_SIG_set0 takes both numbers over; the signature is freed on the way out.
        let parsed = unsafe try made(ECDSA_SIG_new(), "ECDSA_SIG_new")
        defer { unsafe ECDSA_SIG_free(parsed) }
        unsafe try check(
            ECDSA_SIG_set0(parsed, BN_bin2bn(first, 32, nil), BN_bin2bn(second, 32, nil)),
            "ECDSA_SIG_set0"
        )
        var bytes = [UInt8](repeating: 0, count: 80)
        // The DER form of two 32-byte numbers has at most 72 bytes.
        let length = try unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            let length = unsafe i2d_ECDSA_SIG(parsed, &start)
            try check(length, "i2d_ECDSA_SIG")
            return Int(length)
        }
        return Array(bytes.prefix(length))
    }
}
