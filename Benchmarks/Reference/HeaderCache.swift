internal import Glibc
package import SignatureVerification

/// Header text → key, for headers whose JWS verified: a hash table with a full comparison behind it.
package struct HeaderCache {
    /// A signer with its key made ready; nil for a key that is not on P-256.
    package final class Signer {
        package let signer: SigningKey
        package let key: PlainKey?

        package init(_ signer: SigningKey) {
            self.signer = signer
            key =
                signer.publicKey.curve == .p256
                ? PlainKey(subjectPublicKeyInfo: signer.publicKey.subjectPublicKeyInfo) : nil
        }
    }

    /// A cache that knows nothing.
    package init() {}

    private var entries: [UInt64: [(header: [UInt8], signer: Signer)]] = [:]

    /// The signer of a header; nil for one not seen.
    ///
    /// - Complexity: one pass to hash, one to compare.
    package func signer(of header: Span<UInt8>) -> Signer? {
        guard let candidates = entries[Self.hash(header)] else { return nil }
        for candidate in candidates where Self.equal(header, candidate.header) { return candidate.signer }
        return nil
    }

    /// Keeps a header.
    package mutating func insert(_ signer: Signer, of header: Span<UInt8>) {
        let copy = unsafe header.withUnsafeBufferPointer { unsafe Array($0) }
        entries[Self.hash(header), default: []].append((copy, signer))
    }

    /// Four lanes of multiplications, 32 bytes a step.
    private static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        let prime: UInt64 = 0x9E37_79B9_7F4A_7C15
        // Safe: every load stays inside the buffer.
        return unsafe bytes.withUnsafeBytes { buffer in
            var (first, second, third, fourth) = (UInt64(buffer.count), prime, prime &* 3, prime &* 5)
            var index = 0
            while index + 32 <= buffer.count {
                first = unsafe (first ^ buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* prime
                second = unsafe (second ^ buffer.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)) &* prime
                third = unsafe (third ^ buffer.loadUnaligned(fromByteOffset: index + 16, as: UInt64.self)) &* prime
                fourth = unsafe (fourth ^ buffer.loadUnaligned(fromByteOffset: index + 24, as: UInt64.self)) &* prime
                index += 32
            }
            while index < buffer.count {
                first = unsafe (first ^ UInt64(buffer[index])) &* prime
                index += 1
            }
            let hash = (first ^ (second >> 7) ^ (third >> 13) ^ (fourth >> 19)) &* prime
            return hash ^ hash >> 32
        }
    }

    private static func equal(_ left: Span<UInt8>, _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Safe: both buffers have `count` bytes and are only read.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let left = left.baseAddress, let start = right.baseAddress else { return true }
                return unsafe memcmp(left, start, right.count) == 0
            }
        }
    }
}
