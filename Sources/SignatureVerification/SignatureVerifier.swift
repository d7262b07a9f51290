internal import ByteParsing
package import NotificationModel

/// Verifies one JWS at a time: the signer of its header, and its ES256 signature by OpenSSL.
///
/// The plain twin of ``SignatureBatch``. Whether a signer's path was valid when a record was signed is not judged
/// here: ask ``SigningKey/covers(instantMilliseconds:)`` for each record.
package struct SignatureVerifier: ~Copyable {
    private var signers: SignerResolver
    private var verifier = SingleVerifier()
    private var signature: [UInt8] = []

    /// A verifier on a shared store.
    package init(store: SigningKeyStore) {
        signers = SignerResolver(store: store)
    }

    /// Who signs under this header, given as the base64url text of a JWS's first part.
    ///
    /// - Complexity: a comparison for a header seen before; at most one P-384 check for a forged one.
    package mutating func resolveSigner(header: Span<UInt8>) -> SignerResolution {
        do {
            return .trusted(try signers.slot(header: header).key)
        } catch {
            return .rejected(error)
        }
    }

    /// Checks a JWS's signature under a signer that ``resolveSigner(header:)`` gave; nil if it verifies.
    ///
    /// - Returns: `malformed-base64url`, `signature-length`, `signature-invalid`, or nil.
    package mutating func verify(_ token: Span<UInt8>, parts: CompactJWS, signer: SigningKey) -> Rejection? {
        if let rejection = check(token, parts: parts, publicKey: signer.publicKey) { return rejection }
        // Under another key than the header's own the signature proves nothing of the header.
        if let slot = try? signers.slot(header: token.extracting(parts.header)), slot.key === signer {
            signers.prove(slot)
        }
        return nil
    }

    /// Checks a compact JWS under a given P-256 key; the header must be a sound ES256 header, its x5c is not read.
    package mutating func verify(_ token: Span<UInt8>, under publicKey: ECPublicKey) -> Rejection? {
        do {
            let parts = try CompactJWS(token)
            try signers.read(header: token.extracting(parts.header))
            return check(token, parts: parts, publicKey: publicKey)
        } catch {
            return error
        }
    }

    private mutating func check(_ token: Span<UInt8>, parts: CompactJWS, publicKey: ECPublicKey) -> Rejection? {
        signature.removeAll(keepingCapacity: true)
        do {
            try SignatureText.decode(token.extracting(parts.signature), appendingTo: &signature)
        } catch {
            return error
        }
        let digest = SHA256Digest.hash(token.extracting(parts.signingInput)).bytes
        return verifier.verify(signature[...], digest: digest.span, publicKey)
    }
}
