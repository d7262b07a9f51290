import CZlib
import CZstd

/// gzip and Zstandard by their libraries' plainest calls.
enum PlainCodecs {
    /// All members of a gzip file; nil for a damaged one.
    static func gunzip(_ file: [UInt8]) -> [UInt8]? {
        var input = file
        var text: [UInt8] = []
        var stream = unsafe z_stream()
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { unsafe inflateEnd(&stream) }
        var chunk = [UInt8](repeating: 0, count: 256 << 10)
        // Safe: both buffers outlive every use of the pointers, and zlib keeps to the sizes.
        let isWhole = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe chunk.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = uInt(source.count)
                while true {
                    unsafe stream.next_out = target.baseAddress
                    unsafe stream.avail_out = uInt(target.count)
                    let code = unsafe inflate(&stream, Z_NO_FLUSH)
                    guard code == Z_OK || code == Z_STREAM_END else { return false }
                    unsafe text.append(contentsOf: target.prefix(target.count - Int(stream.avail_out)))
                    guard code == Z_STREAM_END else { continue }
                    if unsafe stream.avail_in == 0 { return true }
                    guard unsafe inflateReset(&stream) == Z_OK else { return false }
                }
            }
        }
        return isWhole ? text : nil
    }

    /// All frames of a Zstandard file; nil for a damaged one.
    static func unzstd(_ file: [UInt8]) -> [UInt8]? {
        var text: [UInt8] = []
        var position = 0
        while position < file.count {
            // Safe: every call reads within the array and writes within the room that the frame declares.
            let step: Int? = unsafe file.withUnsafeBytes { source in
                guard let start = unsafe source.baseAddress.map({ unsafe $0 + position }) else { return nil }
                let rest = source.count - position
                let size = unsafe ZSTD_getFrameContentSize(start, rest)
                let length = unsafe ZSTD_findFrameCompressedSize(start, rest)
                guard size < 1 << 40, ZSTD_isError(length) == 0 else { return nil }
                var failed = false
                text.append(addingCapacity: Int(size)) { space in
                    unsafe space.withUnsafeMutableBufferPointer { free, used in
                        let code = unsafe ZSTD_decompress(free.baseAddress, free.count, start, length)
                        failed = ZSTD_isError(code) != 0
                        used = failed ? 0 : code
                    }
                }
                return failed ? nil : length
            }
            guard let step else { return nil }
            position += step
        }
        return text
    }
}
