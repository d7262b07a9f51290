internal import COpenSSL

/// A P-256 public key at OpenSSL: ES256 the straightforward way, one `EVP_DigestVerify` for each JWS.
@safe
package final class PlainKey {
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
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest context") }
        unsafe self.key = key
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_PKEY_free(key)
    }

    /// True if the raw r||s of 64 bytes is this key's signature over the message.
    package func verifies(_ signature: [UInt8], over message: Span<UInt8>) -> Bool {
        let der = Self.derEncoded(signature)
        // Safe: OpenSSL reads within both buffers during the calls; the context is this object's own.
        let status = unsafe message.withUnsafeBufferPointer { message in
            unsafe der.withUnsafeBufferPointer { der in
                unsafe EVP_MD_CTX_reset(context)
                guard unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else { return Int32(-1) }
                return unsafe EVP_DigestVerify(context, der.baseAddress, der.count, message.baseAddress, message.count)
            }
        }
        if status != 1 { ERR_clear_error() }
        return status == 1
    }

    /// The ECDSA-Sig-Value of r||s.
    package static func derEncoded(_ raw: [UInt8]) -> [UInt8] {
        let body = integer(raw.prefix(32)) + integer(raw.suffix(32))
        return [0x30, UInt8(body.count)] + body
    }

    private static func integer(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(value.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
