internal import ByteParsing
package import NotificationModel

/// One worker's verifier: finds the signer of a header and checks ES256 signatures.
///
/// Owns its OpenSSL contexts and buffers; workers share a ``SigningKeyStore``. Whether a signer's path was valid when
/// a record was signed is not judged here: ask ``SigningKey/covers(instantMilliseconds:)`` for each record.
package struct SignatureVerifier: ~Copyable {
    private let store: SigningKeyStore
    private var headers = JWSHeaderReader()
    private var recent = RecentHeaders()
    private var prepared: [(publicKey: ECPublicKey, key: PreparedKey)] = []
    private var hasher = SHA256Hasher()
    private var raw: [UInt8] = []
    private var der: [UInt8] = []
    private var digest: [UInt8] = []
    /// A header whose path is trusted, though no JWS with it has verified yet.
    private var unproven: (text: [UInt8], key: SigningKey)?

    /// A verifier on a shared store.
    package init(store: SigningKeyStore) {
        self.store = store
    }

    /// Who signs under this header, given as the base64url text of a JWS's first part.
    ///
    /// - Complexity: a comparison for a header seen before; at most one P-384 check for a forged one.
    package mutating func resolveSigner(header: Span<UInt8>) -> SignerResolution {
        if let entry = recent.entry(header) { return .trusted(entry.key) }
        var text: [UInt8] = []
        Bytes.append(header, to: &text)
        if let known = store.resolution(ofHeader: text) {
            if case .trusted(let key) = known { recent.insert(RecentHeaders.Entry(text: text, key: key)) }
            return known
        }
        do {
            let key = try store.signingKey(try headers.path(header))
            unproven = (text, key)
            return .trusted(key)
        } catch {
            store.remember(rejectedHeader: text, error)
            return .rejected(error)
        }
    }

    /// Checks a JWS's signature under a signer; nil if it verifies.
    ///
    /// - Returns: `malformed-base64url`, `signature-length`, `signature-invalid`, or nil.
    package mutating func verify(_ token: Span<UInt8>, parts: CompactJWS, signer: SigningKey) -> Rejection? {
        let header = token.extracting(parts.header)
        let entry = recent.entry(header)
        if let rejection = verify(token, parts: parts, publicKey: signer.publicKey, entry: entry) { return rejection }
        if entry == nil, let candidate = unproven, candidate.key === signer, ByteWords.equal(header, candidate.text) {
            store.remember(verifiedHeader: candidate.text, signer)
            recent.insert(RecentHeaders.Entry(text: candidate.text, key: signer))
            unproven = nil
        }
        return nil
    }

    /// Checks a compact JWS under a given P-256 key; the header must be a sound ES256 header, its x5c is not read.
    package mutating func verify(_ token: Span<UInt8>, under publicKey: ECPublicKey) -> Rejection? {
        do {
            let parts = try CompactJWS(token)
            try headers.read(token.extracting(parts.header))
            return verify(token, parts: parts, publicKey: publicKey, entry: nil)
        } catch {
            return error
        }
    }

    private mutating func verify(
        _ token: Span<UInt8>,
        parts: CompactJWS,
        publicKey: ECPublicKey,
        entry: RecentHeaders.Entry?
    ) -> Rejection? {
        raw.removeAll(keepingCapacity: true)
        der.removeAll(keepingCapacity: true)
        guard Base64.decode(token.extracting(parts.signature), .url, appendingTo: &raw) else {
            return Rejection(
                .malformedBase64URL,
                "the signature part of \(parts.signature.count) characters is not base64url"
            )
        }
        guard raw.count == 64 else {
            return Rejection(.signatureLength, "the signature has \(raw.count) bytes; expected 64")
        }
        guard ECDSASignature.appendDER(raw, to: &der) else {
            return Rejection(.signatureInvalid, "r or s is outside 1..<n")
        }
        guard publicKey.curve == .p256, let key = preparedKey(publicKey) else {
            return Rejection(.unsupportedKey, "the signer's key is not on P-256")
        }
        if let entry {
            entry.resume(&hasher)
            hasher.update(token.extracting(parts.payload))
        } else {
            hasher.update(token.extracting(parts.signingInput))
        }
        hasher.finalize(into: &digest)
        guard key.verifies(signature: der.span, digest: digest.span) else {
            return Rejection(.signatureInvalid, "the signature does not belong to this header, payload and key")
        }
        return nil
    }

    private mutating func preparedKey(_ publicKey: ECPublicKey) -> PreparedKey? {
        if let index = prepared.firstIndex(where: { $0.publicKey == publicKey }) { return prepared[index].key }
        guard let key = PreparedKey(publicKey) else { return nil }
        if prepared.count == Self.preparedLimit { prepared.removeFirst() }
        prepared.append((publicKey, key))
        return key
    }

    private static let preparedLimit = 16
}
