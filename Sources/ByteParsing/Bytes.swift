internal import Glibc

/// Bulk moves between spans and arrays: the places where bytes are copied without a loop.
package enum Bytes {
    /// Appends all bytes of a span.
    package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        // Safe: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe output.append(contentsOf: buffer)
        }
    }

    /// True if both spans hold the same bytes.
    package static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let count = left.count
        // Safe: both buffers have the count that is compared.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return count == 0 }
                return unsafe memcmp(first, second, count) == 0
            }
        }
    }
}

extension Bytes {
    /// The first place of a byte in a range of an array; nil without one.
    package static func firstIndex(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range leaves the bytes")
        guard !range.isEmpty else { return nil }
        // Safe: the search stays within the range, which was checked, and nothing escapes the closure.
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
            return unsafe found.map { unsafe base.distance(to: UnsafeRawPointer($0)) }
        }
    }
}
