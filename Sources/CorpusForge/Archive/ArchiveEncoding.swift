import CLZ4
import CZlib
import CZstd

/// The forms in which an archive's file can lie on disk.
package enum ArchiveEncoding: String, CaseIterable, Sendable {
    /// An LZ4 frame of linked 64 KiB blocks with a content checksum.
    case lz4
    /// The same with independent blocks.
    case lz4Independent = "lz4-independent"
    case gzip
    /// A Zstandard frame with a content checksum.
    case zstd
    case none

    /// The file name's ending, dot included.
    package var fileExtension: String {
        switch self {
        case .lz4, .lz4Independent: ".lz4"
        case .gzip: ".gz"
        case .zstd: ".zst"
        case .none: ""
        }
    }

    /// A codec that refused the bytes; the code is the library's own.
    package struct Failure: Error, Equatable {
        /// The form.
        package let encoding: ArchiveEncoding
        /// The library's result.
        package let code: Int
    }

    /// One whole frame or member; the same bytes for the same input and library version.
    package func encode(_ bytes: [UInt8]) throws -> [UInt8] {
        switch self {
        case .lz4: try Self.lz4Frame(bytes, LZ4F_blockLinked)
        case .lz4Independent: try Self.lz4Frame(bytes, LZ4F_blockIndependent)
        case .gzip: try Self.gzipMember(bytes)
        case .zstd: try Self.zstdFrame(bytes)
        case .none: bytes
        }
    }

    private static func lz4Frame(_ bytes: [UInt8], _ mode: LZ4F_blockMode_t) throws -> [UInt8] {
        var preferences = LZ4F_preferences_t()
        preferences.frameInfo.blockSizeID = LZ4F_max64KB
        preferences.frameInfo.blockMode = mode
        preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled
        preferences.compressionLevel = LZ4HC_CLEVEL_DEFAULT
        // The bound is asked for with the same preferences; both arrays live through the call.
        let bound = unsafe LZ4F_compressFrameBound(bytes.count, &preferences)
        var result = [UInt8](repeating: 0, count: bound)
        let length = unsafe LZ4F_compressFrame(&result, bound, bytes, bytes.count, &preferences)
        guard LZ4F_isError(length) == 0 else { throw Failure(encoding: .lz4, code: length) }
        return Array(result.prefix(length))
    }

    private static func zstdFrame(_ bytes: [UInt8]) throws -> [UInt8] {
        // The context is freed on every way out; a nil one makes the next calls fail with a code.
        let context = unsafe ZSTD_createCCtx()
        defer { unsafe ZSTD_freeCCtx(context) }
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 19)
        unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        let bound = ZSTD_compressBound(bytes.count)
        var result = [UInt8](repeating: 0, count: bound)
        // Both arrays live through the call, and the result has the bound's length.
        let length = unsafe ZSTD_compress2(context, &result, bound, bytes, bytes.count)
        guard ZSTD_isError(length) == 0 else { throw Failure(encoding: .zstd, code: length) }
        return Array(result.prefix(length))
    }

    private static func gzipMember(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = unsafe z_stream()
        // 15 + 16 asks for a gzip member; zlib writes it without name and time.
        let begun = unsafe deflateInit2_(
            &stream,
            9,
            Z_DEFLATED,
            15 + 16,
            9,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard begun == Z_OK else { throw Failure(encoding: .gzip, code: Int(begun)) }
        defer { unsafe deflateEnd(&stream) }
        var input = bytes
        var result = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, uLong(bytes.count))))
        // Both buffers outlive the one call that uses the pointers; the result has the bound's length.
        let code = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe result.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = uInt(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = uInt(target.count)
                return unsafe deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { throw Failure(encoding: .gzip, code: Int(code)) }
        return Array(result.prefix(Int(unsafe stream.total_out)))
    }
}
