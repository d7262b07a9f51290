internal import NotificationModel

/// Checks one signature at a time with OpenSSL: the reference that the batch kernels are held against.
///
/// Each worker owns one.
struct SingleVerifier: ~Copyable {
    private static let preparedLimit = 16

    private var prepared: [(publicKey: ECPublicKey, key: PreparedKey)] = []
    private var der: [UInt8] = []

    /// Checks r||s, 64 bytes, over a digest; nil if it verifies.
    ///
    /// - Returns: `signature-invalid`, `unsupported-key`, or nil.
    mutating func verify(_ signature: ArraySlice<UInt8>, digest: Span<UInt8>, _ publicKey: ECPublicKey) -> Rejection? {
        der.removeAll(keepingCapacity: true)
        guard ECDSASignature.appendDER(signature, to: &der) else {
            return Rejection(.signatureInvalid, "r or s is outside 1..<n")
        }
        guard publicKey.curve == .p256, let key = preparedKey(publicKey) else {
            return Rejection(.unsupportedKey, "the signer's key is not on P-256")
        }
        guard key.verifies(signature: der.span, digest: digest) else {
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
}
