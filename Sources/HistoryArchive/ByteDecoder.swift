/// A decoder that keeps its own memory of the past and can fill any output.
protocol ByteDecoder: StreamDecoder, ~Copyable {
    /// Fills the output; true when the input has ended as it should, with the output perhaps not full.
    ///
    /// Bytes put into the output before a fault is thrown are good as far as they go.
    mutating func decode(_ input: inout RawInput, into output: inout OutputSpan<UInt8>) throws(SourceFault) -> Bool
}

extension ByteDecoder where Self: ~Copyable {
    var leastRoom: Int { 1 }
    var reach: Int { 0 }

    @unsafe
    mutating func decode(
        _ input: inout RawInput,
        behindReach output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        try decode(&input, into: &output)
    }
}

/// Bytes that are not compressed.
struct PlainDecoder: ByteDecoder {
    mutating func decode(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        while output.freeCapacity > 0 {
            guard input.available > 0 else {
                guard try input.read(directlyInto: &output) else { return true }
                continue
            }
            let count = min(input.available, output.freeCapacity)
            input.withBytes { BulkCopy.append($0.extracting(first: count), to: &output) }
            input.consume(count)
        }
        return false
    }
}

/// Moves of many bytes without a loop over them.
enum BulkCopy {
    /// Appends a span; there must be room for it.
    static func append(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        precondition(bytes.count <= output.freeCapacity, "more bytes than room")
        guard !bytes.isEmpty else { return }
        // Safe: the room was checked, the two cannot overlap, `used` counts what was written.
        unsafe output.withUnsafeMutableBufferPointer { (free, used) in
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(free)[used...])
                    .copyMemory(from: source)
            }
            used += bytes.count
        }
    }
}
