internal import COpenSSL

/// A public key made ready for OpenSSL: the one place where ECDSA signatures are checked.
///
/// Not shared between threads; each worker prepares its own from the ``ECPublicKey``.
@safe
package final class PreparedKey {
    private let key: OpaquePointer
    private let context: OpaquePointer

    /// Prepares a key; nil if its point is not on the curve.
    package init?(_ publicKey: ECPublicKey) {
        let der = publicKey.subjectPublicKeyInfo
        // Safe: OpenSSL reads within the buffer during the call and keeps no reference to it.
        let decoded = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &cursor, buffer.count)
        }
        guard let key = unsafe decoded else {
            ERR_clear_error()
            return nil
        }
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
            unsafe EVP_PKEY_free(key)
            preconditionFailure("no memory for a verification context")
        }
        unsafe self.key = key
        unsafe self.context = context
        guard unsafe EVP_PKEY_verify_init(context) == 1 else {
            ERR_clear_error()
            return nil
        }
    }

    deinit {
        unsafe EVP_PKEY_CTX_free(context)
        unsafe EVP_PKEY_free(key)
    }

    /// True if the ECDSA-Sig-Value, in strict DER, is a signature of this key over the digest.
    package func verifies(signature: Span<UInt8>, digest: Span<UInt8>) -> Bool {
        // Safe: OpenSSL reads within both buffers during the call only; the context is this object's own.
        let status = unsafe signature.withUnsafeBufferPointer { signature in
            unsafe digest.withUnsafeBufferPointer { digest in
                unsafe EVP_PKEY_verify(
                    context,
                    signature.baseAddress,
                    signature.count,
                    digest.baseAddress,
                    digest.count
                )
            }
        }
        guard status == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }
}
