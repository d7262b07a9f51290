internal import CLZ4

/// Room for one decoded LZ4 block and the 64 KiB before it to which linked blocks refer.
///
/// The memory is not touched before it is written, so that a small frame with large blocks costs little.
@safe
struct LZ4Workspace: ~Copyable {
    private static let history = 64 << 10

    private let memory: UnsafeMutableRawBufferPointer
    private var historyCount = 0
    private var blockCount = 0

    /// The most bytes of a block.
    let maximumBlock: Int

    /// Room for blocks of at most this many bytes.
    init(maximumBlock: Int) {
        self.maximumBlock = maximumBlock
        // Safe: freed in deinit.
        unsafe memory = .allocate(byteCount: Self.history + maximumBlock, alignment: 16)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Forgets what earlier blocks left.
    mutating func begin() {
        historyCount = 0
        blockCount = 0
    }

    /// Keeps the end of the last block where the next one can refer to it.
    mutating func keepHistory() {
        let kept = min(Self.history, historyCount + blockCount)
        let end = Self.history + blockCount
        // Safe: both runs are inside the memory; the move allows overlap. All of `end - kept..<end` was written.
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.history - kept..<Self.history])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[end - kept..<end]))
        historyCount = kept
        blockCount = 0
    }

    /// Takes an uncompressed block; it must fit.
    mutating func store(_ block: Span<UInt8>) {
        precondition(block.count <= maximumBlock, "a block larger than its frame allows")
        // Safe: the block fits behind the history.
        unsafe block.withUnsafeBytes { source in
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.history...]).copyMemory(from: source)
        }
        blockCount = block.count
    }

    /// Decodes a compressed block; nil if it is damaged.
    mutating func decompress(_ block: Span<UInt8>) -> Int? {
        guard Self.hasValidSequences(block) else { return nil }
        let history = historyCount
        let room = maximumBlock
        let memory = unsafe memory
        // Safe: liblz4 writes at most `room` bytes behind the history and reads at most `history` bytes before.
        let count = unsafe block.withUnsafeBufferPointer { source in
            guard let target = unsafe memory.baseAddress.map({ unsafe $0 + Self.history }) else { return Int32(-1) }
            let dictionary = unsafe (target - history).assumingMemoryBound(to: CChar.self)
            return unsafe LZ4_decompress_safe_usingDict(
                UnsafeRawPointer(source.baseAddress)?.assumingMemoryBound(to: CChar.self),
                target.assumingMemoryBound(to: CChar.self),
                Int32(source.count),
                Int32(room),
                dictionary,
                Int32(history)
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
        let part = unsafe UnsafeRawBufferPointer(memory)[
            Self.history + range.lowerBound..<Self.history + range.upperBound
        ]
        return unsafe body(UnsafeRawBufferPointer(rebasing: part).bindMemory(to: UInt8.self).span)
    }

    /// Walks a block's sequences: false if they do not end with the block or if a match has offset 0.
    ///
    /// liblz4 takes offset 0 and puts out what happens to be in memory; the block format calls it invalid.
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
