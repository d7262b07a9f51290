internal import SignatureVerification

/// Header text → key, for headers whose JWS verified: a hash table with a full comparison behind it.
struct HeaderCache {
    /// A signer with its key made ready.
    final class Signer {
        let signer: SigningKey
        let key: PlainKey?

        init(_ signer: SigningKey) {
            self.signer = signer
            key =
                signer.publicKey.curve == .p256
                ? PlainKey(subjectPublicKeyInfo: signer.publicKey.subjectPublicKeyInfo) : nil
        }
    }

    private var entries: [UInt64: [(header: [UInt8], signer: Signer)]] = [:]

    /// The signer of a header; nil for one not seen.
    ///
    /// - Complexity: one pass to hash, one to compare.
    func signer(of header: Span<UInt8>) -> Signer? {
        guard let candidates = entries[Self.hash(header)] else { return nil }
        for candidate in candidates where Self.equal(header, candidate.header) { return candidate.signer }
        return nil
    }

    /// Keeps a header.
    mutating func insert(_ signer: Signer, of header: Span<UInt8>) {
        let copy = unsafe header.withUnsafeBufferPointer { unsafe Array($0) }
        entries[Self.hash(header), default: []].append((copy, signer))
    }

    private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        // Safe: every load stays inside the buffer.
        unsafe bytes.withUnsafeBytes { buffer in
            var hash = UInt64(buffer.count)
            var index = 0
            while index + 8 <= buffer.count {
                hash = unsafe (hash ^ buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                    &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 29
                index += 8
            }
            while index < buffer.count {
                hash = unsafe (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
                index += 1
            }
            return hash
        }
    }

    private static func equal(_ left: Span<UInt8>, _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Safe: both buffers have `count` bytes and are only read.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { unsafe left.elementsEqual($0) }
        }
    }
}
