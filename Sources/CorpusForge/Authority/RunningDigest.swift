import COpenSSL
package import NotificationModel

/// A SHA-256 over bytes that come piece by piece; its state can be taken over by another one.
@safe
package final class RunningDigest {
    private let context: OpaquePointer

    /// The digest of nothing yet.
    package init() throws {
        // The handle is checked here, belongs to this object alone and is freed with it.
        unsafe context = try made(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        unsafe try check(EVP_DigestInit_ex(context, EVP_sha256(), nil), "EVP_DigestInit_ex")
    }

    // The handle is valid until here.
    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Goes on from the state of another digest, which stays as it is.
    func resume(from other: RunningDigest) throws {
        // Both handles belong to objects that live through the call.
        unsafe try check(EVP_MD_CTX_copy_ex(context, other.context), "EVP_MD_CTX_copy_ex")
    }

    /// Takes the bytes from a place on.
    ///
    /// - Precondition: `start` is not past the end.
    package func update(_ bytes: [UInt8], from start: Int = 0) throws {
        precondition(start <= bytes.count, "the place lies within the bytes")
        try unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            // The array lives through the call, and the length is what lies behind `start`.
            unsafe try check(EVP_DigestUpdate(context, base + start, buffer.count - start), "EVP_DigestUpdate")
        }
    }

    /// Writes the 32 bytes of the digest; nothing may be added afterwards but by ``resume(from:)``.
    ///
    /// - Precondition: `value` has 32 bytes.
    func finish(into value: inout [UInt8]) throws {
        precondition(value.count == Int(SHA256_DIGEST_LENGTH), "a SHA-256 value has 32 bytes")
        // The array has exactly the digest's length.
        unsafe try check(EVP_DigestFinal_ex(context, &value, nil), "EVP_DigestFinal_ex")
    }

    /// The digest of all that came; nothing may be added afterwards.
    package func finalize() throws -> Digest256 {
        var value = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        try finish(into: &value)
        return Digest256(bytes: value.span)
    }
}
