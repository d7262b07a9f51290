internal import COpenSSL
package import NotificationModel

/// SHA-256 of bytes that are all at hand.
package enum SHA256Digest {
    /// The digest of the bytes.
    ///
    /// - Complexity: linear in the bytes; no allocation of ours.
    package static func hash(_ bytes: Span<UInt8>) -> Digest256 {
        var hasher = SHA256Hasher()
        hasher.update(bytes)
        return hasher.finalize()
    }
}
