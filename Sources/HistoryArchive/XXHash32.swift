internal import CP256Lanes

/// The 32-bit xxHash with seed 0, as LZ4 frames use it for their checksums.
struct XXHash32 {
    private static let kernel = xxh32_fastest_kernel()

    private var state = xxh32_initial_state(0)

    /// The hash of the bytes.
    static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var state = XXHash32()
        state.update(bytes)
        return state.value
    }

    /// Takes in more bytes.
    ///
    /// - Complexity: linear in the bytes.
    mutating func update(_ bytes: Span<UInt8>) {
        // Safe: the kernel reads within the buffer's count and keeps no address.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe xxh32_update(Self.kernel, &state, buffer.baseAddress, buffer.count)
        }
    }

    /// The hash of all bytes taken in so far.
    var value: UInt32 {
        // Safe: the state is only read.
        unsafe withUnsafePointer(to: state) { unsafe xxh32_value($0) }
    }
}
