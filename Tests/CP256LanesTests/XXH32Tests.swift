import CP256Lanes
import TestSupport
import Testing

@Suite("Every XXH32 kernel gives the specification's hash")
struct XXH32Tests {
    static let kernels = [xxh32_kernel.scalar, .avx2].filter { xxh32_kernel_is_supported($0) }

    /// Hashes bytes that end at a closed page, in pieces of at most `piece` bytes.
    static func hash(_ kernel: xxh32_kernel, _ bytes: [UInt8], seed: UInt32 = 0, piece: Int = .max) -> UInt32 {
        let memory = GuardedBytes(atLeast: bytes.count)
        let copy = unsafe memory.last(bytes.count)
        _ = unsafe copy.update(from: bytes)
        var state = xxh32_initial_state(seed)
        var start = 0
        while start < bytes.count {
            let count = min(piece, bytes.count - start)
            unsafe xxh32_update(kernel, &state, copy.baseAddress.map { unsafe $0 + start }, count)
            start += count
        }
        return unsafe xxh32_value(&state)
    }

    @Test("there is always a kernel, and the fastest one is supported")
    func supported() {
        #expect(xxh32_kernel_is_supported(.scalar))
        #expect(Self.kernels.contains(xxh32_fastest_kernel()))
    }

    @Test("published hashes", arguments: kernels)
    func published(_ kernel: xxh32_kernel) {
        #expect(Self.hash(kernel, []) == 0x02CC_5D05)
        #expect(Self.hash(kernel, Array("a".utf8)) == 0x550D_7456)
        #expect(Self.hash(kernel, Array("abc".utf8)) == 0x32D1_53FF)
        #expect(Self.hash(kernel, Array("Nobody inspects the spammish repetition".utf8)) == 0xE229_3B2F)
    }

    @Test("all lengths to 300, as a whole and in pieces of any size", arguments: kernels)
    func lengths(_ kernel: xxh32_kernel) {
        var generator = SeededGenerator(seed: 4)
        for count in 0...300 {
            let bytes = generator.bytes(count)
            let seed = UInt32(truncatingIfNeeded: generator.next())
            let expected = PlainXXH32.hash(bytes, seed: seed)
            #expect(Self.hash(kernel, bytes, seed: seed) == expected)
            for piece in [1, 3, 15, 16, 17, 1 + count / 2] {
                #expect(Self.hash(kernel, bytes, seed: seed, piece: piece) == expected)
            }
        }
    }

    @Test("long texts of random length", arguments: kernels)
    func long(_ kernel: xxh32_kernel) {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            let bytes = generator.bytes(Int(generator.next() % 20_000))
            let piece = 1 + Int(generator.next() % 5_000)
            #expect(Self.hash(kernel, bytes, piece: piece) == PlainXXH32.hash(bytes, seed: 0))
        }
    }

    @Test("lanes and bytes of all ones carry as they should", arguments: kernels)
    func allOnes(_ kernel: xxh32_kernel) {
        for count in [16, 64, 1_000] {
            let bytes = [UInt8](repeating: 0xFF, count: count)
            for seed in [0, 1, UInt32.max] {
                #expect(Self.hash(kernel, bytes, seed: seed) == PlainXXH32.hash(bytes, seed: seed))
            }
        }
    }
}
