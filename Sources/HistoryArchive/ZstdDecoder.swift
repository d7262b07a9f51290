internal import CZstd
internal import NotificationModel

/// The frames of a zstd file, RFC 8878, one after another; skippable frames are passed over.
///
/// The window is bounded to 128 MiB, as much as `--long=27` uses; libzstd refuses frames that ask for a dictionary.
@safe
struct ZstdDecoder: ByteDecoder, ~Copyable {
    private let context: OpaquePointer
    private var isInFrame = false

    /// A decoder before its first frame.
    init() throws(SourceFault) {
        guard let context = unsafe ZSTD_createDCtx() else {
            throw SourceFault(.limitExceeded, at: 0, "no memory for libzstd")
        }
        unsafe self.context = context
        // A valid parameter of a new context cannot fail; libzstd's own default is 27 too.
        _ = unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 27)
    }

    deinit {
        // Safe: created in init.
        _ = unsafe ZSTD_freeDCtx(context)
    }

    mutating func decode(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Bool {
        while output.freeCapacity > 0 {
            if !isInFrame {
                guard try beginFrame(&input) else { return true }
            }
            let isMore = try input.fill(1)
            let before = output.freeCapacity
            try decodeSome(&input, into: &output)
            if !isMore, isInFrame, output.freeCapacity == before {
                throw SourceFault(.truncatedArchive, at: input.offset, "zstd: cut within a frame")
            }
        }
        return false
    }

    private mutating func beginFrame(_ input: inout RawInput) throws(SourceFault) -> Bool {
        while try input.fill(4) {
            let magic = input.word()
            if magic == Compression.zstdFrame {
                isInFrame = true
                return true
            }
            guard Compression.isSkippable(magic) else {
                throw SourceFault(.trailingBytes, at: input.offset, "zstd: bytes behind the last frame")
            }
            try Compression.skipFrame(&input)
        }
        guard input.available > 0 else { return false }
        guard Compression.isCutMagic(input) else {
            throw SourceFault(.trailingBytes, at: input.offset, "zstd: bytes behind the last frame")
        }
        throw SourceFault(.truncatedArchive, at: input.offset, "zstd: cut within the magic number")
    }

    private mutating func decodeSome(
        _ input: inout RawInput,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) {
        let context = unsafe context
        var status = 0
        var consumed = 0
        // Safe: libzstd reads and writes within the sizes given and keeps no pointer to either.
        input.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { source in
                unsafe output.withUnsafeMutableBufferPointer { (free, used) in
                    var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
                    var to = unsafe ZSTD_outBuffer(dst: free.baseAddress, size: free.count, pos: used)
                    status = unsafe ZSTD_decompressStream(context, &to, &from)
                    consumed = unsafe from.pos
                    used = unsafe to.pos
                }
            }
        }
        input.consume(consumed)
        if ZSTD_isError(status) != 0 {
            // Safe: the names are constants.
            let words = unsafe String(cString: ZSTD_getErrorName(status))
            // The number of this error is not in the public header, its name is.
            let isTooLarge = words.contains("too much memory")
            throw SourceFault(isTooLarge ? .limitExceeded : .corruptArchive, at: input.offset, "zstd: \(words)")
        }
        if status == 0 { isInFrame = false }
    }
}
