internal import COpenSSL
package import NotificationModel

/// SHA-256 of bytes that arrive in pieces.
@safe
package struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    /// A hasher that has seen nothing.
    package init() {
        guard let context = unsafe EVP_MD_CTX_new() else { preconditionFailure("no memory for a hasher") }
        let started = unsafe EVP_DigestInit_ex2(context, EVP_sha256(), nil)
        precondition(started == 1, "SHA-256 is not offered by OpenSSL")
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        // Safe: OpenSSL reads within the buffer during the call only.
        let taken = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }
        precondition(taken == 1, "hashing failed")
    }

    /// Goes on from where another hasher stands.
    package mutating func resume(from other: borrowing SHA256Hasher) {
        let copied = unsafe EVP_MD_CTX_copy_ex(context, other.context)
        precondition(copied == 1, "copying a hash state failed")
    }

    /// The digest of all bytes taken in; afterwards the hasher has seen nothing.
    package mutating func finalize() -> Digest256 {
        var bytes: [UInt8] = []
        finalize(into: &bytes)
        return Digest256(bytes: bytes.span)
    }

    /// Replaces `digest` by the 32 bytes of the digest; afterwards the hasher has seen nothing.
    ///
    /// - Complexity: no allocation if `digest` has room already.
    package mutating func finalize(into digest: inout [UInt8]) {
        digest.removeAll(keepingCapacity: true)
        digest.append(contentsOf: repeatElement(0, count: 32))
        // Safe: OpenSSL writes the 32 bytes of SHA-256 during the call.
        let finished = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        let restarted = unsafe EVP_DigestInit_ex2(context, nil, nil)
        precondition(finished == 1 && restarted == 1, "hashing failed")
    }
}
