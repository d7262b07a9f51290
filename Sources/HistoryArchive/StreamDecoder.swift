/// A pull-stream of decompressed bytes.
///
/// A decoder owns its C state and frees it in `deinit`. Frames or members follow one another until the input ends.
/// It may look back at what it has put out, so that it need not hold a copy of that.
protocol StreamDecoder: ~Copyable {
    /// The least room with which the decoder can go on.
    var leastRoom: Int { get }

    /// How many of the bytes that it put out last must stand before the next output.
    var reach: Int { get }

    /// Fills the output as far as it can; true when the input has ended as it should.
    ///
    /// Bytes put into the output before a fault is thrown are good as far as they go.
    ///
    /// - Safety: the last ``reach`` bytes put out stand, unchanged, directly before the output in the same allocation,
    ///   and nothing else changes them meanwhile.
    @unsafe
    mutating func decode(
        _ input: inout RawInput,
        behindReach output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool
}
