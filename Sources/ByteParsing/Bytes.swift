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
        return left.indices.allSatisfy { left[$0] == right[$0] }
    }
}
