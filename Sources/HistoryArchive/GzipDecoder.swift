internal import CISAL
internal import NotificationModel

/// The members of a gzip file, RFC 1952, one after another.
///
/// ISA-L decodes and checks CRC and length of each member; the headers are read here.
@safe
struct GzipDecoder: ByteDecoder, ~Copyable {
    private let state: UnsafeMutablePointer<inflate_state>
    private var isInMember = false
    private var hasMember = false

    /// A decoder before its first member.
    init() {
        // Safe: zeros are a valid value of every field; freed in deinit.
        let size = unsafe MemoryLayout<inflate_state>.size
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size,
            alignment: unsafe MemoryLayout<inflate_state>.alignment
        )
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe state = memory.bindMemory(to: inflate_state.self, capacity: 1)
    }

    deinit {
        unsafe state.deallocate()
    }

    mutating func decode(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        while output.freeCapacity > 0 {
            if !isInMember {
                guard try beginMember(&input) else { return true }
            }
            let isMore = try input.fill(1)
            let room = output.freeCapacity
            try inflateSome(&input, into: &output)
            // The library may hold the last bytes of the input and of the output.
            if !isMore, isInMember, output.freeCapacity == room {
                throw SourceFault(.truncatedArchive, at: input.offset, "gzip: cut within a member")
            }
        }
        return false
    }

    private mutating func beginMember(_ input: inout RawInput) throws(SourceFault) -> Bool {
        if hasMember {
            guard try input.fill(1) else { return false }
            let isTwo = try input.fill(2)
            guard input.byte() == 0x1F, !isTwo || input.byte(1) == 0x8B else {
                throw SourceFault(.trailingBytes, at: input.offset, "gzip: bytes behind the last member")
            }
        }
        try GzipHeader.skip(&input)
        // Safe: the state is live.
        unsafe isal_inflate_init(state)
        unsafe state.pointee.crc_flag = UInt32(ISAL_GZIP_NO_HDR_VER)
        isInMember = true
        return true
    }

    private mutating func inflateSome(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) {
        let state = unsafe state
        var status: Int32 = 0
        var consumed = 0
        // Safe: ISA-L reads and writes within the counts given and is not called outside of these closures. Of a
        // damaged stream it may count more input than there was, so its counts are used only of a sound one.
        input.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe output.withUnsafeMutableBufferPointer { (free, used) in
                    let room = min(free.count - used, Int(UInt32.max))
                    let count = min(source.count, Int(UInt32.max))
                    unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                    unsafe state.pointee.avail_in = UInt32(count)
                    unsafe state.pointee.next_out = free.baseAddress.map { unsafe $0 + used }
                    unsafe state.pointee.avail_out = UInt32(room)
                    status = unsafe isal_inflate(state)
                    if status == ISAL_DECOMP_OK { consumed = unsafe count - Int(state.pointee.avail_in) }
                    used += unsafe room - Int(state.pointee.avail_out)
                    unsafe state.pointee.next_in = nil
                    unsafe state.pointee.next_out = nil
                }
            }
        }
        guard status == ISAL_DECOMP_OK else {
            throw SourceFault(.corruptArchive, at: input.offset, "gzip: \(Self.words(status))")
        }
        input.consume(consumed)
        // Safe: the state is live.
        if unsafe state.pointee.block_state == ISAL_BLOCK_FINISH {
            isInMember = false
            hasMember = true
        }
    }

    private static func words(_ status: Int32) -> String {
        switch status {
        case ISAL_INVALID_BLOCK: "invalid block"
        case ISAL_INVALID_SYMBOL: "invalid symbol"
        case ISAL_INVALID_LOOKBACK: "a distance too far back"
        case ISAL_INCORRECT_CHECKSUM: "checksum or length differs"
        default: "status \(status)"
        }
    }
}
