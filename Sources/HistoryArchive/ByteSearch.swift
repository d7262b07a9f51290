internal import Glibc

/// Searches in bytes at the C library's speed.
enum ByteSearch {
    /// The first place of a byte in a range, nil if it is not there.
    static func first(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let part = bytes.extracting(range)
        // Safe: the search stays within the buffer's count; the address found is in it.
        let distance: Int? = unsafe part.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress, let found = unsafe memchr(start, Int32(byte), buffer.count) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - start
        }
        return distance.map { range.lowerBound + $0 }
    }
}
