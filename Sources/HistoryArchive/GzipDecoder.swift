internal import CZlib
internal import NotificationModel

/// The members of a gzip file, RFC 1952, one after another.
///
/// zlib checks the header's own checksum, refuses reserved flags, and checks CRC and length of each member.
@safe
struct GzipDecoder: ByteDecoder, ~Copyable {
    // zlib keeps a pointer back to the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isInMember = false
    private var hasMember = false

    /// A decoder before its first member.
    init() throws(SourceFault) {
        // Safe: initialised at once, freed here or in deinit.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 bits of window, and 16 more for the gzip format only.
        let status = unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            unsafe stream.deallocate()
            throw SourceFault(.limitExceeded, at: 0, "no memory for zlib")
        }
        unsafe self.stream = stream
    }

    deinit {
        // Safe: allocated and initialised in init.
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    mutating func decode(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        while output.freeCapacity > 0 {
            let isMore = try input.fill(1)
            if !isInMember {
                guard try beginMember(&input) else { return true }
            } else if !isMore {
                throw SourceFault(.truncatedArchive, at: input.offset, "gzip: cut within a member")
            }
            try inflateSome(&input, into: &output)
        }
        return false
    }

    private mutating func beginMember(_ input: inout RawInput) throws(SourceFault) -> Bool {
        if hasMember {
            guard input.available > 0 else { return false }
            let isTwo = try input.fill(2)
            guard input.byte() == 0x1F, !isTwo || input.byte(1) == 0x8B else {
                throw SourceFault(.trailingBytes, at: input.offset, "gzip: bytes behind the last member")
            }
            // Safe: the stream is live.
            guard unsafe inflateReset(stream) == Z_OK else {
                throw SourceFault(.corruptArchive, at: input.offset, "gzip: no new member could be begun")
            }
        }
        isInMember = true
        return true
    }

    private mutating func inflateSome(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) {
        let stream = unsafe stream
        var status = Z_OK
        var consumed = 0
        // Safe: zlib reads and writes within the counts given and is not called outside of these closures.
        input.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { (free, used) in
                    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe stream.pointee.avail_in = UInt32(source.count)
                    unsafe stream.pointee.next_out = free.baseAddress.map { unsafe $0 + used }
                    unsafe stream.pointee.avail_out = UInt32(free.count - used)
                    status = unsafe inflate(stream, Z_NO_FLUSH)
                    consumed = unsafe source.count - Int(stream.pointee.avail_in)
                    used = unsafe free.count - Int(stream.pointee.avail_out)
                    unsafe stream.pointee.next_in = nil
                    unsafe stream.pointee.next_out = nil
                }
            }
        }
        input.consume(consumed)
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isInMember = false
            hasMember = true
        case Z_MEM_ERROR: throw SourceFault(.limitExceeded, at: input.offset, "no memory for zlib")
        default:
            // Safe: zlib's messages are constants.
            let words = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "status \(status)"
            throw SourceFault(.corruptArchive, at: input.offset, "gzip: \(words)")
        }
    }
}
