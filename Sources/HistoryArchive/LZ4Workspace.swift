internal import CLZ4

/// Room for decoded LZ4 blocks and the 64 KiB before them to which linked blocks refer.
///
/// Blocks are put one behind the other and moved to the front only when the room ends, so that many small blocks cost
/// no more than their bytes. The memory is not touched before it is written, so that a small frame with large blocks
/// costs little.
@safe
struct LZ4Workspace: ~Copyable {
    private static let history = 64 << 10

    private let memory: UnsafeMutableRawBufferPointer
    /// Where the bytes of the frame begin that a block may refer to.
    private var base = 0
    /// Where the current block begins.
    private var start = 0
    private var blockCount = 0
    /// The most bytes of a block.
    private(set) var maximumBlock = 0

    /// The most bytes of a block for which there is room.
    let capacity: Int

    /// Room for blocks of at most this many bytes.
    init(capacity: Int) {
        self.capacity = capacity
        // Small blocks get room for four, so that the history is moved but seldom.
        let blocks = capacity <= 256 << 10 ? 4 : 2
        // Safe: freed in deinit.
        unsafe memory = .allocate(byteCount: Self.history + blocks * capacity, alignment: 16)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Begins a frame, or an independent block: nothing before it can be referred to.
    mutating func begin(maximumBlock: Int) {
        precondition(maximumBlock <= capacity, "a larger block than there is room for")
        self.maximumBlock = maximumBlock
        base = 0
        start = 0
        blockCount = 0
    }

    /// Begins a block that may refer to those before it.
    mutating func beginLinked() {
        start += blockCount
        blockCount = 0
        base = max(base, start - Self.history)
        guard unsafe start + maximumBlock > memory.count else { return }
        // Safe: both runs are inside the memory; the move allows overlap. All of `base..<start` was written.
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[base..<start]))
        start -= base
        base = 0
    }

    /// Takes an uncompressed block; it must fit.
    mutating func store(_ block: Span<UInt8>) {
        precondition(block.count <= maximumBlock, "a block larger than its frame allows")
        // Safe: the block fits behind its start.
        unsafe block.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: source)
        }
        blockCount = block.count
    }

    /// Decodes a compressed block; nil if it is damaged.
    mutating func decompress(_ block: Span<UInt8>) -> Int? {
        if Self.hasAdjacentZeros(block) {
            guard Self.hasValidSequences(block) else { return nil }
        }
        let (base, start, room) = (base, start, maximumBlock)
        let memory = unsafe memory
        // Safe: liblz4 writes at most `room` bytes from `start` on, which fit, and reads from `base` to there.
        let count = unsafe block.withUnsafeBufferPointer { source in
            guard let memory = unsafe memory.baseAddress?.assumingMemoryBound(to: CChar.self) else { return Int32(-1) }
            return unsafe LZ4_decompress_safe_usingDict(
                UnsafeRawPointer(source.baseAddress)?.assumingMemoryBound(to: CChar.self),
                memory + start,
                Int32(source.count),
                Int32(room),
                memory + base,
                Int32(start - base)
            )
        }
        guard count >= 0 else { return nil }
        blockCount = Int(count)
        return blockCount
    }

    /// Calls `body` with a part of the decoded block.
    func withBlock<R>(_ range: Range<Int>, _ body: (Span<UInt8>) -> R) -> R {
        precondition(range.lowerBound >= 0 && range.upperBound <= blockCount, "not in the block")
        // Safe: the range was written by the last block, and bytes may be read as such.
        let part = unsafe UnsafeRawBufferPointer(memory)[start + range.lowerBound..<start + range.upperBound]
        return unsafe body(UnsafeRawBufferPointer(rebasing: part).bindMemory(to: UInt8.self).span)
    }

    /// True if two zeros stand side by side, as in a match with offset 0: most blocks have none and need no walk.
    ///
    /// - Complexity: linear in the bytes, many of them at once.
    private static func hasAdjacentZeros(_ block: Span<UInt8>) -> Bool {
        var least = SIMD16<UInt8>(repeating: .max)
        var index = 0
        // Safe: the 17 bytes from the index on are within the buffer.
        unsafe block.withUnsafeBytes { buffer in
            while index + 17 <= buffer.count {
                let bytes = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
                let next = unsafe buffer.loadUnaligned(fromByteOffset: index + 1, as: SIMD16<UInt8>.self)
                least = pointwiseMin(least, bytes | next)
                index += 16
            }
        }
        if least.min() == 0 { return true }
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
