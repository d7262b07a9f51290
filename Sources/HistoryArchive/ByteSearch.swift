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

    /// A run of white space (RFC 8259) from a place on: where it ends, and its last line break.
    static func space(in bytes: Span<UInt8>, from start: Int) -> (end: Int, lastBreak: Int?) {
        // Safe: the loop stays within the buffer's count.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            var index = start
            var lastBreak: Int?
            while index < buffer.count {
                let byte = unsafe buffer[index]
                if byte == UInt8(ascii: "\n") {
                    lastBreak = index
                } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "\t") {
                    break
                }
                index += 1
            }
            return (index, lastBreak)
        }
    }
}
