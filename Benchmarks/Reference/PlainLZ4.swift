internal import CLZ4

/// Whole LZ4 files through liblz4's own frame decoder, checksums verified.
package enum PlainLZ4 {
    /// The magic number of a frame.
    package static let magic: [UInt8] = [0x04, 0x22, 0x4D, 0x18]

    /// All frames of a file, one behind the other; nil for what the library refuses or what ends within a frame.
    package static func decompress(_ file: [UInt8]) -> [UInt8]? {
        var context: OpaquePointer?
        guard unsafe LZ4F_isError(LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))) == 0 else {
            preconditionFailure("no memory for LZ4")
        }
        defer { unsafe LZ4F_freeDecompressionContext(context) }
        var text: [UInt8] = []
        text.reserveCapacity(file.count * 8)
        var position = 0
        var hint = 1
        while position < file.count {
            let start = position
            var failed = false
            text.append(addingCapacity: 256 << 10) { space in
                // Safe: the library reads and writes within the sizes it is given; `used` counts what was written.
                unsafe space.withUnsafeMutableBufferPointer { free, used in
                    unsafe file.withUnsafeBytes { source in
                        guard let from = source.baseAddress, let to = free.baseAddress else { return }
                        var produced = free.count
                        var consumed = source.count - start
                        hint = unsafe LZ4F_decompress(context, to, &produced, from + start, &consumed, nil)
                        failed = LZ4F_isError(hint) != 0
                        used = produced
                        position += consumed
                    }
                }
            }
            if failed { return nil }
        }
        return hint == 0 ? text : nil
    }
}
