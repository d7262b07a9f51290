internal import NotificationModel
internal import SignatureVerification

/// The digest that tells whether two records under one identity say the same.
///
/// SHA-256 over the outer payload with each inner JWS replaced by the SHA-256 of its payload: signatures are
/// randomised and leaves rotate, so neither takes part.
enum ContentDigest {
    /// An inner JWS's place in the arena, and the digest of its payload.
    struct Replacement {
        let range: Range<Int>
        let digest: Digest256
    }

    /// Digests a payload.
    ///
    /// - Parameters:
    ///   - payload: the payload's bytes.
    ///   - base: where the payload begins in the arena.
    ///   - replacements: the inner JWS; one that does not stand in the payload itself, because its text had escapes,
    ///     is hashed as it is written.
    /// - Returns: the digest.
    static func digest(of payload: Span<UInt8>, base: Int, replacing replacements: [Replacement]) -> Digest256 {
        var hasher = SHA256Hasher()
        var position = 0
        for replacement in replacements.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let start = replacement.range.lowerBound - base
            let end = replacement.range.upperBound - base
            guard start >= position, end <= payload.count else { continue }
            hasher.update(payload.extracting(position..<start))
            hasher.update(replacement.digest.bytes.span)
            position = end
        }
        hasher.update(payload.extracting(position..<payload.count))
        return hasher.finalize()
    }
}
