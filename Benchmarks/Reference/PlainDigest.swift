internal import COpenSSL
package import NotificationModel

/// SHA-256 by OpenSSL's one-shot call: the plain twin of every hashing stage.
package enum PlainDigest {
    /// The digest of the bytes.
    package static func hash(_ bytes: Span<UInt8>) -> Digest256 {
        var digest = [32 of UInt8](repeating: 0)
        // Safe: OpenSSL reads the bytes and writes the 32 bytes of the digest during the call.
        let status = unsafe bytes.withUnsafeBytes { input in
            unsafe Swift.withUnsafeMutableBytes(of: &digest) { output in
                unsafe EVP_Digest(
                    input.baseAddress,
                    input.count,
                    output.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    nil,
                    EVP_sha256(),
                    nil
                )
            }
        }
        precondition(status == 1, "SHA-256 is not offered by OpenSSL")
        return Digest256(bytes: digest.span)
    }

    /// The digest of a payload whose inner JWS are each replaced by the digest of what they sign.
    ///
    /// Ranges count in the payload; one that does not lie in it is passed over.
    package static func contentDigest(
        of payload: Span<UInt8>,
        replacing inner: [(range: Range<Int>, digest: Digest256)]
    ) -> Digest256 {
        var text: [UInt8] = []
        text.reserveCapacity(payload.count)
        var position = 0
        for (range, digest) in inner.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where range.lowerBound >= position && range.upperBound <= payload.count {
            append(payload.extracting(position..<range.lowerBound), to: &text)
            text += digest.bytes
            position = range.upperBound
        }
        append(payload.extracting(position..<payload.count), to: &text)
        return hash(text.span)
    }

    private static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        // Safe: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    }
}
