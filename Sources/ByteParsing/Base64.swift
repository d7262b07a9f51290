internal import CP256Lanes

/// Strict base64: no white space, no stray characters, unused bits zero.
package enum Base64 {
    /// The alphabet and its padding.
    package enum Variant: Sendable {
        /// RFC 4648 section 5 without padding, as in a JWS.
        case url
        /// RFC 4648 section 4 with padding, as in `x5c`.
        case standard
    }

    private static let kernel = base64_fastest_kernel()

    /// Appends the decoded bytes to `output`; false leaves `output` as it was.
    ///
    /// - Complexity: linear in the text.
    package static func decode(_ text: Span<UInt8>, _ variant: Variant, appendingTo output: inout [UInt8]) -> Bool {
        var count = text.count
        if variant == .standard {
            guard count % 4 == 0 else { return false }
            if count > 0, text[count - 1] == UInt8(ascii: "=") { count -= text[count - 2] == UInt8(ascii: "=") ? 2 : 1 }
        }
        guard count % 4 != 1 else { return false }
        guard count > 0 else { return true }
        let alphabet: base64_alphabet = variant == .url ? .url : .standard
        let length = base64_decoded_count(count)
        let end = output.count + length
        // Reserving just what is needed would copy all that is there each time.
        if output.capacity < end { output.reserveCapacity(max(end, 2 * output.capacity)) }
        var isValid = false
        output.append(addingCapacity: length) { space in
            // Safe: the kernel reads `count` characters, writes `length` bytes, for which there is room, and keeps
            // no address; of a refused text nothing counts as written.
            unsafe space.withUnsafeMutableBufferPointer { (free, used) in
                unsafe text.withUnsafeBufferPointer { characters in
                    guard let bytes = free.baseAddress else { return }
                    let start = characters.baseAddress
                    isValid = unsafe base64_decode(kernel, alphabet, start, count, bytes + used)
                }
                if isValid { used += length }
            }
        }
        return isValid
    }
}
