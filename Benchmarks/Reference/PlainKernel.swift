internal import COpenSSL

/// ES256 over a digest at OpenSSL's best: key and context made once, `EVP_PKEY_verify` for each signature.
///
/// The yardstick of every signature kernel.
@safe
package final class PlainKernel {
    private let key: OpaquePointer
    private let context: OpaquePointer

    /// Reads a SubjectPublicKeyInfo in DER; nil for bytes that OpenSSL takes for no key.
    package init?(subjectPublicKeyInfo der: [UInt8]) {
        // Safe: OpenSSL reads within the buffer during the call and keeps no reference to it.
        let decoded = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        guard let key = unsafe decoded else {
            ERR_clear_error()
            return nil
        }
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil),
            unsafe EVP_PKEY_verify_init(context) == 1
        else { preconditionFailure("no memory for a verification context") }
        unsafe self.key = key
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(context)
        unsafe EVP_PKEY_free(key)
    }

    /// True if the ECDSA-Sig-Value in DER is this key's signature over the digest of 32 bytes.
    package func verifies(der: [UInt8], digest: [UInt8]) -> Bool {
        // Safe: OpenSSL reads both arrays during the call; the context is this object's own.
        let status = unsafe EVP_PKEY_verify(context, der, der.count, digest, digest.count)
        if status != 1 { ERR_clear_error() }
        return status == 1
    }
}
