/// Scans over bytes eight at a time.
enum ByteWords {
    /// True if the span holds exactly the array's bytes.
    ///
    /// - Complexity: linear, one step for eight bytes.
    static func equal(_ left: Span<UInt8>, _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Safe: both buffers have `count` bytes, and every load stays inside them.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                var index = 0
                while index + 8 <= left.count {
                    let first = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    let second = unsafe right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    guard first == second else { return false }
                    index += 8
                }
                while index < left.count {
                    guard unsafe left[index] == right[index] else { return false }
                    index += 1
                }
                return true
            }
        }
    }

    /// The first place of the byte at or behind `start`, nil without one.
    ///
    /// - Complexity: linear, one step for eight bytes.
    static func firstIndex(of byte: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        // Safe: every load stays inside the buffer.
        return unsafe bytes.withUnsafeBytes { buffer in
            var index = start
            while index + 8 <= buffer.count {
                let difference = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ pattern
                let zeroBytes =
                    (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
                if zeroBytes != 0 { break }
                index += 8
            }
            while index < buffer.count {
                if unsafe buffer[index] == byte { return index }
                index += 1
            }
            return nil
        }
    }
}
