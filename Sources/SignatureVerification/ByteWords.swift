internal import Glibc

/// Looks at many bytes at once, by the C library's routines for this processor.
enum ByteWords {
    /// True if the span holds exactly the array's bytes.
    ///
    /// - Complexity: linear.
    static func equal(_ left: Span<UInt8>, _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Safe: both buffers have `count` bytes, and an empty one is not looked at.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return unsafe memcmp(first, second, left.count) == 0
            }
        }
    }

    /// The first place of the byte at or behind `start`, nil without one.
    ///
    /// - Complexity: linear.
    static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        // Safe: the search stays inside the buffer from `start` on.
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
