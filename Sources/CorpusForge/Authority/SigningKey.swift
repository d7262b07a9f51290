import COpenSSL

/// A private key on a NIST curve, made at random and never written anywhere.
@safe
package final class SigningKey: Sendable {
    /// The curves that the tests need: the leaf's, the authorities'.
    package enum Curve: Sendable {
        case p256
        case p384

        var identifier: Int32 {
            switch self {
            case .p256: NID_X9_62_prime256v1
            case .p384: NID_secp384r1
            }
        }

        /// The bytes of one coordinate or scalar.
        var width: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            }
        }
    }

    /// The key's curve.
    package let curve: Curve
    // The key is never changed after init and OpenSSL allows concurrent use of an unchanging EVP_PKEY.
    nonisolated(unsafe) let handle: OpaquePointer

    /// Makes a new random key.
    package init(on curve: Curve) throws {
        self.curve = curve
        // Each handle is checked before use and freed on every way out.
        let context = unsafe try made(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil), "EVP_PKEY_CTX_new_id")
        defer { unsafe EVP_PKEY_CTX_free(context) }
        unsafe try check(EVP_PKEY_keygen_init(context), "EVP_PKEY_keygen_init")
        unsafe try check(
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, curve.identifier),
            "EVP_PKEY_CTX_set_ec_paramgen_curve_nid"
        )
        var key: OpaquePointer?
        // `key` outlives the call that fills it.
        unsafe try check(EVP_PKEY_keygen(context, &key), "EVP_PKEY_keygen")
        unsafe handle = try made(key, "EVP_PKEY_keygen")
    }

    // The handle is valid for the object's whole life.
    deinit { unsafe EVP_PKEY_free(handle) }

    /// Signs with ECDSA over SHA-256 and gives r and s side by side, each as wide as the curve's scalars.
    package func rawSignature(over message: [UInt8]) throws -> [UInt8] {
        let der = try derSignature(over: message)
        // `der` holds exactly the bytes that are parsed; the parsed signature is freed on every way out.
        let parsed = try unsafe der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return unsafe try made(d2i_ECDSA_SIG(nil, &start, bytes.count), "d2i_ECDSA_SIG")
        }
        defer { unsafe ECDSA_SIG_free(parsed) }
        var result = [UInt8](repeating: 0, count: 2 * curve.width)
        let width = curve.width
        // Both numbers are padded to `width` bytes, and the buffer holds two of them.
        try unsafe result.withUnsafeMutableBufferPointer { buffer in
            let start = try unsafe made(buffer.baseAddress, "rawSignature")
            unsafe try check(BN_bn2binpad(ECDSA_SIG_get0_r(parsed), start, Int32(width)), "BN_bn2binpad")
            unsafe try check(BN_bn2binpad(ECDSA_SIG_get0_s(parsed), start + width, Int32(width)), "BN_bn2binpad")
        }
        return result
    }

    /// Signs with ECDSA over SHA-256 and gives the ASN.1 form, which no JWS may carry.
    package func derSignature(over message: [UInt8]) throws -> [UInt8] {
        // The context is freed on every way out.
        let context = unsafe try made(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        defer { unsafe EVP_MD_CTX_free(context) }
        unsafe try check(EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle), "EVP_DigestSignInit")
        var length = 0
        // A nil buffer asks for the greatest length; the second call stays within it.
        unsafe try check(EVP_DigestSign(context, nil, &length, message, message.count), "EVP_DigestSign")
        var signature = [UInt8](repeating: 0, count: length)
        unsafe try check(EVP_DigestSign(context, &signature, &length, message, message.count), "EVP_DigestSign")
        return Array(signature.prefix(length))
    }
}
