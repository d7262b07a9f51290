/// The 32-bit xxHash with seed 0, as LZ4 frames use it for their checksums.
struct XXHash32 {
    private static let primes: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393
    )

    private var lanes = (primes.0 &+ primes.1, primes.1, UInt32(0), 0 &- primes.0)
    private var tail: [UInt8] = []
    private var total: UInt64 = 0

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
        total += UInt64(bytes.count)
        var rest = bytes
        if !tail.isEmpty {
            let taken = min(16 - tail.count, rest.count)
            for index in 0..<taken { tail.append(rest[index]) }
            rest = rest.extracting(droppingFirst: taken)
            guard tail.count == 16 else { return }
            let stripe = tail
            mixStripes(stripe.span)
            tail.removeAll(keepingCapacity: true)
        }
        let whole = rest.count & ~15
        mixStripes(rest.extracting(first: whole))
        for index in whole..<rest.count { tail.append(rest[index]) }
    }

    /// The hash of all bytes taken in so far.
    var value: UInt32 {
        var hash =
            total < 16
            ? Self.primes.4
            : Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12)
                &+ Self.rotate(lanes.3, 18)
        hash &+= UInt32(truncatingIfNeeded: total)
        var index = 0
        while index + 4 <= tail.count {
            let word = (0..<4).reduce(UInt32(0)) { $0 | UInt32(tail[index + $1]) << UInt32(8 * $1) }
            hash = Self.rotate(hash &+ word &* Self.primes.2, 17) &* Self.primes.3
            index += 4
        }
        while index < tail.count {
            hash = Self.rotate(hash &+ UInt32(tail[index]) &* Self.primes.4, 11) &* Self.primes.0
            index += 1
        }
        hash = (hash ^ hash >> 15) &* Self.primes.1
        hash = (hash ^ hash >> 13) &* Self.primes.2
        return hash ^ hash >> 16
    }

    private mutating func mixStripes(_ bytes: Span<UInt8>) {
        var lanes = lanes
        // Safe: every load is within the buffer, whose count is a multiple of 16.
        unsafe bytes.withUnsafeBytes { buffer in
            var index = 0
            while index < buffer.count {
                lanes.0 = unsafe Self.round(lanes.0, buffer.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                lanes.1 = unsafe Self.round(lanes.1, buffer.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
                lanes.2 = unsafe Self.round(lanes.2, buffer.loadUnaligned(fromByteOffset: index + 8, as: UInt32.self))
                lanes.3 = unsafe Self.round(lanes.3, buffer.loadUnaligned(fromByteOffset: index + 12, as: UInt32.self))
                index += 16
            }
        }
        self.lanes = lanes
    }

    private static func round(_ lane: UInt32, _ word: UInt32) -> UInt32 {
        rotate(lane &+ UInt32(littleEndian: word) &* primes.1, 13) &* primes.0
    }

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value << count | value >> (32 - count)
    }
}
