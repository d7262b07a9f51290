import CLZ4
import CZlib
import CZstd

extension ArchiveEncoding {
    /// What a reader gets out of the bytes: all of the content, or what comes before the cut.
    package struct Decoded: Hashable, Sendable {
        /// The content.
        package var content: [UInt8] = []
        /// False if the frame or member does not end within the bytes.
        package var isWhole = false
    }

    /// Decodes one frame or member; throws when the bytes are damaged, not when they are cut.
    package func decode(_ bytes: [UInt8]) throws -> Decoded {
        switch self {
        case .lz4, .lz4Independent: try Self.lz4Content(bytes)
        case .gzip: try Self.gzipContent(bytes)
        case .zstd: try Self.zstdContent(bytes)
        case .none: Decoded(content: bytes, isWhole: true)
        }
    }

    private static func lz4Content(_ bytes: [UInt8]) throws -> Decoded {
        var context: OpaquePointer?
        // The context is filled by the first call and freed on every way out.
        let code = unsafe LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))
        guard LZ4F_isError(code) == 0 else { throw Failure(encoding: .lz4, code: code) }
        defer { unsafe LZ4F_freeDecompressionContext(context) }
        var decoded = Decoded()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var rest = bytes
        while true {
            var produced = chunk.count
            var consumed = rest.count
            // Both lengths are those of their arrays, which live through the call.
            let hint = unsafe LZ4F_decompress(context, &chunk, &produced, rest, &consumed, nil)
            guard LZ4F_isError(hint) == 0 else { throw Failure(encoding: .lz4, code: hint) }
            decoded.content.append(contentsOf: chunk.prefix(produced))
            rest.removeFirst(consumed)
            if hint == 0 {
                decoded.isWhole = true
                return decoded
            }
            if produced == 0 && consumed == 0 { return decoded }
        }
    }

    private static func zstdContent(_ bytes: [UInt8]) throws -> Decoded {
        // The context is freed on every way out; a nil one makes the next call fail with a code.
        let context = unsafe ZSTD_createDCtx()
        defer { unsafe ZSTD_freeDCtx(context) }
        var decoded = Decoded()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var position = 0
        while true {
            // Both buffers live through the call; the sizes and the position stay within them.
            let (hint, produced, consumed) = unsafe bytes.withUnsafeBytes { source in
                unsafe chunk.withUnsafeMutableBytes { target in
                    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: position)
                    var output = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                    let hint = unsafe ZSTD_decompressStream(context, &output, &input)
                    return unsafe (hint, output.pos, input.pos)
                }
            }
            guard ZSTD_isError(hint) == 0 else { throw Failure(encoding: .zstd, code: hint) }
            decoded.content.append(contentsOf: chunk.prefix(produced))
            if hint == 0 {
                decoded.isWhole = true
                return decoded
            }
            if produced == 0 && consumed == position { return decoded }
            position = consumed
        }
    }

    private static func gzipContent(_ bytes: [UInt8]) throws -> Decoded {
        var stream = unsafe z_stream()
        let begun = unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw Failure(encoding: .gzip, code: Int(begun)) }
        defer { unsafe inflateEnd(&stream) }
        var decoded = Decoded()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var input = bytes
        var code = Z_OK
        while code == Z_OK {
            let done = Int(unsafe stream.total_in)
            let total = Int(unsafe stream.total_out)
            // The pointers are set anew before each call and used only within it.
            code = unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe chunk.withUnsafeMutableBufferPointer { target in
                    unsafe stream.next_in = source.baseAddress?.advanced(by: done)
                    unsafe stream.avail_in = uInt(source.count - done)
                    unsafe stream.next_out = target.baseAddress
                    unsafe stream.avail_out = uInt(target.count)
                    return unsafe inflate(&stream, Z_NO_FLUSH)
                }
            }
            decoded.content.append(contentsOf: chunk.prefix(Int(unsafe stream.total_out) - total))
        }
        guard code == Z_STREAM_END || code == Z_BUF_ERROR else { throw Failure(encoding: .gzip, code: Int(code)) }
        decoded.isWhole = code == Z_STREAM_END
        return decoded
    }
}
