import COpenSSL

/// Signs payloads under one leaf again and again: the state after the constant header and the key's context are kept.
///
/// Not for two threads at a time.
@safe
final class LeafStamp {
    /// The header's base64url text and the dot behind it.
    let head: [UInt8]
    private let key: SigningKey
    private let afterHead: RunningDigest
    private let running: RunningDigest
    private let context: OpaquePointer
    private var digest = [UInt8](repeating: 0, count: 32)
    private var der = [UInt8](repeating: 0, count: 80)

    /// A stamp of a signer with a P-256 key.
    init(_ signer: JWSSigner) throws {
        head = Array((signer.headerPart + ".").utf8)
        key = signer.key
        afterHead = try RunningDigest()
        running = try RunningDigest()
        // The handle is checked here, belongs to this object alone and is freed with it; it refers to the key.
        unsafe context = try made(EVP_PKEY_CTX_new(signer.key.handle, nil), "EVP_PKEY_CTX_new")
        unsafe try check(EVP_PKEY_sign_init(context), "EVP_PKEY_sign_init")
        try afterHead.update(head)
    }

    // The handle is valid until here.
    deinit { unsafe EVP_PKEY_CTX_free(context) }

    /// The 64 raw bytes of the signature over the head and a payload part: what lies behind `start` in the text.
    func signature(over text: [UInt8], from start: Int) throws -> [UInt8] {
        try running.resume(from: afterHead)
        try running.update(text, from: start)
        try running.finish(into: &digest)
        var length = der.count
        // The greatest DER form of a P-256 signature has 72 bytes; both arrays live through the call.
        unsafe try check(EVP_PKEY_sign(context, &der, &length, digest, digest.count), "EVP_PKEY_sign")
        return RawSignature.bytes(der: der)
    }
}
