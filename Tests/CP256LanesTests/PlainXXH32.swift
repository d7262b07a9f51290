/// XXH32 by its specification, all bytes at once: nothing in common with the kernels.
enum PlainXXH32 {
    private static let primes: [UInt32] = [
        2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393,
    ]

    static func hash(_ bytes: [UInt8], seed: UInt32) -> UInt32 {
        var index = 0
        var hash = seed &+ primes[4]
        if bytes.count >= 16 {
            var lanes = [seed &+ primes[0] &+ primes[1], seed &+ primes[1], seed, seed &- primes[0]]
            while index + 16 <= bytes.count {
                for lane in 0..<4 {
                    let sum = lanes[lane] &+ word(bytes, index + 4 * lane) &* primes[1]
                    lanes[lane] = left(sum, 13) &* primes[0]
                }
                index += 16
            }
            hash = left(lanes[0], 1) &+ left(lanes[1], 7) &+ left(lanes[2], 12) &+ left(lanes[3], 18)
        }
        hash &+= UInt32(truncatingIfNeeded: bytes.count)
        while index + 4 <= bytes.count {
            hash = left(hash &+ word(bytes, index) &* primes[2], 17) &* primes[3]
            index += 4
        }
        for byte in bytes[index...] { hash = left(hash &+ UInt32(byte) &* primes[4], 11) &* primes[0] }
        hash = (hash ^ hash >> 15) &* primes[1]
        hash = (hash ^ hash >> 13) &* primes[2]
        return hash ^ hash >> 16
    }

    private static func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
    }

    private static func left(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value << count | value >> (32 - count)
    }
}
