import CLZ4
import CZlib
import CZstd

/// Compresses text piece by piece into one frame or member, at the codecs' fast levels.
///
/// Memory: the codec's window and one output piece, whatever the length. Not for two threads at a time.
package protocol StreamEncoder: AnyObject {
    /// Appends what is ready after some more text.
    func encode(_ text: [UInt8], to output: inout [UInt8]) throws

    /// Appends the end of the frame or member.
    func finish(to output: inout [UInt8]) throws
}

extension ArchiveEncoding {
    /// A new encoder of this form.
    package func encoder() throws -> any StreamEncoder {
        switch self {
        case .lz4: try LZ4StreamEncoder(isLinked: true)
        case .lz4Independent: try LZ4StreamEncoder(isLinked: false)
        case .gzip: try GzipStreamEncoder()
        case .zstd: try ZstdStreamEncoder()
        case .none: PlainStreamEncoder()
        }
    }
}

/// Text as it is.
private final class PlainStreamEncoder: StreamEncoder {
    func encode(_ text: [UInt8], to output: inout [UInt8]) { output.append(contentsOf: text) }
    func finish(to output: inout [UInt8]) {}
}

/// An LZ4 frame of 64 KiB blocks with a content checksum.
@safe
private final class LZ4StreamEncoder: StreamEncoder {
    private let context: OpaquePointer
    private var preferences = LZ4F_preferences_t()
    private var hasBegun = false

    init(isLinked: Bool) throws {
        preferences.frameInfo.blockSizeID = LZ4F_max64KB
        preferences.frameInfo.blockMode = isLinked ? LZ4F_blockLinked : LZ4F_blockIndependent
        preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled
        var created: OpaquePointer?
        // The context is filled by the call, belongs to this object alone and is freed with it.
        let code = unsafe LZ4F_createCompressionContext(&created, UInt32(LZ4F_VERSION))
        guard LZ4F_isError(code) == 0, let created = unsafe created else {
            throw ArchiveEncoding.Failure(encoding: .lz4, code: code)
        }
        unsafe context = created
    }

    // The context is valid until here.
    deinit { unsafe LZ4F_freeCompressionContext(context) }

    func encode(_ text: [UInt8], to output: inout [UInt8]) throws {
        try begin(&output)
        // The bound holds for the text under these preferences; source and target live through the call.
        let bound = unsafe LZ4F_compressBound(text.count, &preferences)
        unsafe try append(bound, to: &output) { target in
            unsafe LZ4F_compressUpdate(context, target.baseAddress, target.count, text, text.count, nil)
        }
    }

    func finish(to output: inout [UInt8]) throws {
        try begin(&output)
        // As above; the end needs the bound of no text.
        let bound = unsafe LZ4F_compressBound(0, &preferences)
        unsafe try append(bound, to: &output) { target in
            unsafe LZ4F_compressEnd(context, target.baseAddress, target.count, nil)
        }
    }

    private func begin(_ output: inout [UInt8]) throws {
        guard !hasBegun else { return }
        hasBegun = true
        // A frame's header has at most LZ4F_HEADER_SIZE_MAX, 19 bytes.
        unsafe try append(32, to: &output) { target in
            unsafe LZ4F_compressBegin(context, target.baseAddress, target.count, &preferences)
        }
    }

    private func append(
        _ bound: Int,
        to output: inout [UInt8],
        _ call: (UnsafeMutableRawBufferPointer) -> Int
    ) throws {
        let start = output.count
        output.append(contentsOf: [UInt8](repeating: 0, count: bound))
        let written = unsafe output.withUnsafeMutableBytes { bytes in
            // The target is the part just appended.
            unsafe call(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
        }
        guard LZ4F_isError(written) == 0 else { throw ArchiveEncoding.Failure(encoding: .lz4, code: written) }
        output.removeLast(bound - written)
    }
}

/// A Zstandard frame of level 3 with a content checksum.
@safe
private final class ZstdStreamEncoder: StreamEncoder {
    private let context: OpaquePointer
    private var piece = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())

    init() throws {
        // The context is checked here, belongs to this object alone and is freed with it.
        guard let created = unsafe ZSTD_createCCtx() else {
            throw ArchiveEncoding.Failure(encoding: .zstd, code: 0)
        }
        unsafe context = created
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 3)
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    // The context is valid until here.
    deinit { unsafe ZSTD_freeCCtx(context) }

    func encode(_ text: [UInt8], to output: inout [UInt8]) throws {
        try run(text, ZSTD_e_continue, &output)
    }

    func finish(to output: inout [UInt8]) throws {
        try run([], ZSTD_e_end, &output)
    }

    private func run(_ text: [UInt8], _ mode: ZSTD_EndDirective, _ output: inout [UInt8]) throws {
        var position = 0
        while true {
            // Both buffers live through the call; the sizes and the position stay within them.
            let (rest, produced, consumed) = unsafe text.withUnsafeBytes { source in
                unsafe piece.withUnsafeMutableBytes { target in
                    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: position)
                    var result = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                    let rest = unsafe ZSTD_compressStream2(context, &result, &input, mode)
                    return unsafe (rest, result.pos, input.pos)
                }
            }
            guard ZSTD_isError(rest) == 0 else { throw ArchiveEncoding.Failure(encoding: .zstd, code: rest) }
            output.append(contentsOf: piece.prefix(produced))
            position = consumed
            if mode == ZSTD_e_end ? rest == 0 : position == text.count { return }
        }
    }
}

/// A gzip member of level 1, without name and time.
@safe
private final class GzipStreamEncoder: StreamEncoder {
    // zlib keeps a pointer to the stream itself, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var piece = [UInt8](repeating: 0, count: 1 << 17)

    init() throws {
        // Allocated and initialised here, freed with this object.
        unsafe stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 + 16 asks for a gzip member.
        let code = unsafe deflateInit2_(
            stream,
            1,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard code == Z_OK else { throw ArchiveEncoding.Failure(encoding: .gzip, code: Int(code)) }
    }

    // The stream is valid until here; ending one that was not begun does nothing.
    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    func encode(_ text: [UInt8], to output: inout [UInt8]) throws {
        try run(text, Z_NO_FLUSH, &output)
    }

    func finish(to output: inout [UInt8]) throws {
        try run([], Z_FINISH, &output)
    }

    private func run(_ text: [UInt8], _ mode: Int32, _ output: inout [UInt8]) throws {
        var input = text
        var consumed = 0
        while true {
            // The pointers are set anew before each call and used only within it.
            let (code, produced, rest) = unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe piece.withUnsafeMutableBufferPointer { target in
                    unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + consumed }
                    unsafe stream.pointee.avail_in = uInt(source.count - consumed)
                    unsafe stream.pointee.next_out = target.baseAddress
                    unsafe stream.pointee.avail_out = uInt(target.count)
                    let code = unsafe deflate(stream, mode)
                    let produced = unsafe target.count - Int(stream.pointee.avail_out)
                    return unsafe (code, produced, Int(stream.pointee.avail_in))
                }
            }
            guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
                throw ArchiveEncoding.Failure(encoding: .gzip, code: Int(code))
            }
            output.append(contentsOf: piece.prefix(produced))
            consumed = input.count - rest
            if mode == Z_FINISH ? code == Z_STREAM_END : consumed == input.count && produced < piece.count { return }
        }
    }
}
