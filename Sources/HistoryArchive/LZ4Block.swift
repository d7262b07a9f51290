internal import CLZ4

/// Decodes single LZ4 blocks behind the bytes to which they may refer.
enum LZ4Block {
    /// How far back a match reaches.
    static let window = 64 << 10

    /// The most bytes that a compressed block of `count` bytes holds: a length byte stands for 255, nothing for more.
    static func bound(of count: Int) -> Int {
        // What is left over keeps liblz4 away from the rules for the end of its room.
        255 * count + 64
    }

    /// Decodes a compressed block; nil, with nothing appended, if it is damaged or longer than `room`.
    ///
    /// Only the last `history` bytes can be referred to; they end where the block's first byte goes.
    ///
    /// - Precondition: there is room for `room` bytes.
    /// - Safety: those bytes of `history` that the output does not hold stand directly before it in the same
    ///   allocation, and nothing else changes them meanwhile.
    @unsafe
    static func decompress(
        _ block: Span<UInt8>,
        into output: inout OutputSpan<UInt8>,
        room: Int,
        behind history: Int
    ) -> Int? {
        precondition(
            room <= output.freeCapacity && (0...window).contains(history),
            "a larger block than there is room for"
        )
        if hasAdjacentZeros(block) {
            guard hasValidSequences(block) else { return nil }
        }
        // Safe: liblz4 writes at most `room` bytes behind what was put out, and reads from the history to there.
        let count = unsafe output.withUnsafeMutableBufferPointer { (free, used) in
            let count = unsafe block.withUnsafeBytes { source in
                guard let start = free.baseAddress else { return Int32(-1) }
                let target = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: CChar.self) + used
                return unsafe LZ4_decompress_safe_usingDict(
                    source.baseAddress?.assumingMemoryBound(to: CChar.self),
                    target,
                    Int32(source.count),
                    Int32(room),
                    target - history,
                    Int32(history)
                )
            }
            used += max(0, Int(count))
            return count
        }
        return count < 0 ? nil : Int(count)
    }

    /// True if two zeros stand side by side, as in a match with offset 0: most blocks have none and need no walk.
    ///
    /// - Complexity: linear in the bytes, many of them at once.
    private static func hasAdjacentZeros(_ block: Span<UInt8>) -> Bool {
        // The highest bit of a lane stands if any of its bytes was zero: only then does a borrow set it in `x - 1`
        // where it is not set in `x`.
        var zeros = SIMD16<UInt8>()
        var index = 0
        // Safe: the 17 bytes from the index on are within the buffer.
        unsafe block.withUnsafeBytes { buffer in
            while index + 17 <= buffer.count {
                let bytes = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let next = unsafe buffer.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self)
                let either = bytes | next
                zeros |= (either &- 1) & ~either
                index += 16
            }
        }
        if zeros.max() >= 0x80 { return true }
        while index + 1 < block.count {
            if block[index] | block[index + 1] == 0 { return true }
            index += 1
        }
        return false
    }

    /// Walks a block's sequences: false if they do not end with the block or if a match has offset 0.
    ///
    /// liblz4 takes offset 0 and puts out what happens to be in memory; the block format calls it invalid. All else
    /// that is refused here liblz4 refuses as well.
    ///
    /// - Complexity: linear in the number of sequences and length bytes.
    private static func hasValidSequences(_ block: Span<UInt8>) -> Bool {
        var index = 0
        let end = block.count
        while index < end {
            let token = block[index]
            index += 1
            var length = Int(token >> 4)
            if length == 15 {
                guard let more = longLength(block, &index) else { return false }
                length += more
            }
            index += length
            if index >= end { return index == end }
            guard index + 2 <= end, block[index] | block[index + 1] != 0 else { return false }
            index += 2
            if token & 15 == 15, longLength(block, &index) == nil { return false }
        }
        return false
    }

    private static func longLength(_ block: Span<UInt8>, _ index: inout Int) -> Int? {
        var length = 0
        while index < block.count {
            let byte = block[index]
            index += 1
            length += Int(byte)
            if byte != 255 { return length }
        }
        return nil
    }
}
