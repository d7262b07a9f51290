internal import COpenSSL

/// A certificate path by OpenSSL's own `X509_verify_cert`, less the clock: the plain twin of the chain check.
///
/// It knows nothing of the App Store's marker extensions.
package enum PlainChain {
    /// The leaf's SubjectPublicKeyInfo in DER; nil unless the path of leaf, intermediate and root holds and the root's
    /// key is the trusted one.
    package static func leafKey(_ certificates: [[UInt8]], trusting rootKey: [UInt8]) -> [UInt8]? {
        guard certificates.count == 3 else { return nil }
        let parsed = unsafe certificates.map { der in
            // Safe: OpenSSL reads within the buffer during the call and keeps copies.
            unsafe der.withUnsafeBufferPointer { buffer in
                var cursor = buffer.baseAddress
                return unsafe d2i_X509(nil, &cursor, buffer.count)
            }
        }
        defer { unsafe parsed.forEach { unsafe X509_free($0) } }
        guard let leaf = unsafe parsed[0], let intermediate = unsafe parsed[1], let root = unsafe parsed[2],
            let trusted = unsafe publicKey(of: root), trusted == rootKey,
            let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new(),
            let others = unsafe OPENSSL_sk_new_null()
        else {
            ERR_clear_error()
            return nil
        }
        defer {
            unsafe OPENSSL_sk_free(others)
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(store)
        }
        unsafe OPENSSL_sk_push(others, UnsafeRawPointer(intermediate))
        unsafe X509_STORE_add_cert(store, root)
        unsafe X509_STORE_set_flags(store, UInt(X509_V_FLAG_NO_CHECK_TIME))
        guard unsafe X509_STORE_CTX_init(context, store, leaf, others) == 1,
            unsafe X509_verify_cert(context) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return unsafe publicKey(of: leaf)
    }

    private static func publicKey(of certificate: OpaquePointer) -> [UInt8]? {
        var encoded: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
        guard count > 0, let bytes = unsafe encoded else { return nil }
        defer { unsafe CRYPTO_free(bytes, #file, #line) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
