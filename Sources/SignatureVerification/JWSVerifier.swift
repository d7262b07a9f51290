internal import ByteParsing
package import NotificationModel

/// Verifies whole compact JWS: split, signer, signature and payload, by the same code as the pipeline.
package struct JWSVerifier: ~Copyable {
    private var verifier: SignatureVerifier

    /// A verifier on a shared store.
    package init(store: SigningKeyStore) {
        verifier = SignatureVerifier(store: store)
    }

    /// A verified JWS; its signer's window is still to be held against the instant it was signed.
    package struct Verified: Sendable {
        /// The decoded payload.
        package let payload: [UInt8]
        /// Who signed it.
        package let signer: SigningKey
    }

    /// Verifies a compact JWS.
    package mutating func verify(_ token: Span<UInt8>) -> Result<Verified, Rejection> {
        let parts: CompactJWS
        do {
            parts = try CompactJWS(token)
        } catch {
            return .failure(error)
        }
        switch verifier.resolveSigner(header: token.extracting(parts.header)) {
        case .rejected(let rejection):
            return .failure(rejection)
        case .trusted(let signer):
            if let rejection = verifier.verify(token, parts: parts, signer: signer) { return .failure(rejection) }
            var payload: [UInt8] = []
            guard Base64.decode(token.extracting(parts.payload), .url, appendingTo: &payload) else {
                return .failure(
                    Rejection(
                        .malformedBase64URL,
                        "the payload part of \(parts.payload.count) characters is not base64url"
                    )
                )
            }
            return .success(Verified(payload: payload, signer: signer))
        }
    }
}
