internal import Glibc
internal import NotificationModel

/// A source's bytes as stored, read ahead in a buffer that only grows for a single compressed block.
struct RawInput: ~Copyable {
    private static let chunk = 256 << 10

    private let descriptor: Int32
    /// The open file's status when it was opened; nil for what is no regular file.
    let status: FileStatus?
    private let digest: RawDigest?
    private var buffer: [UInt8]
    private var start = 0
    private var isAtEnd = false
    /// The number of bytes consumed.
    private(set) var offset: UInt64 = 0

    /// Opens a source; a failure is its fault.
    ///
    /// `digest` is given all bytes that are read of a regular file.
    init(_ source: ArchiveSource, digest: RawDigest? = nil) throws(SourceFault) {
        do throws(SystemFault) {
            descriptor = source.kind == .standardInput ? STDIN_FILENO : try SystemCalls.open(source.path)
            status = source.kind == .file ? try? SystemCalls.status(descriptor) : nil
        } catch {
            throw SourceFault(.corruptArchive, at: 0, "cannot be opened: \(error.text)")
        }
        buffer = []
        self.digest = status == nil ? nil : digest
        // A small file needs no large buffer.
        buffer.reserveCapacity(min(Self.chunk, max(4096, Int(clamping: source.size ?? UInt64(Self.chunk)) + 1)))
    }

    deinit {
        if descriptor != STDIN_FILENO { SystemCalls.close(descriptor) }
    }

    /// The digest of the whole file, once its end was reached.
    func finishedDigest() -> Digest256? {
        isAtEnd ? digest?.finish() : nil
    }

    /// The number of bytes read ahead.
    var available: Int { buffer.count - start }

    /// Reads until `count` bytes are there; false if the input ends before.
    mutating func fill(_ count: Int) throws(SourceFault) -> Bool {
        while available < count {
            guard !isAtEnd else { return false }
            if start > 0 {
                buffer.removeSubrange(..<start)
                start = 0
            }
            let room = max(count - available, buffer.capacity - buffer.count, 4096)
            try readMore(room)
        }
        return true
    }

    /// The byte at a distance; it must be there.
    func byte(_ distance: Int = 0) -> UInt8 {
        buffer[start + distance]
    }

    /// Four bytes at a distance as a little-endian number; they must be there.
    func word(_ distance: Int = 0) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(byte(distance + $1)) << UInt32(8 * $1) }
    }

    /// Calls `body` with all bytes read ahead.
    func withBytes<R, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try body(buffer.span.extracting(start..<buffer.count))
    }

    /// Passes over bytes that were read ahead.
    mutating func consume(_ count: Int) {
        precondition(count <= available, "bytes not read cannot be consumed")
        start += count
        offset += UInt64(count)
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            start = 0
        }
    }

    /// Consumes the next bytes of the file into the output without a copy in between; false at the end of input.
    ///
    /// - Precondition: nothing is read ahead.
    mutating func read(directlyInto output: inout OutputSpan<UInt8>) throws(SourceFault) -> Bool {
        precondition(available == 0, "the bytes read ahead come first")
        let count = isAtEnd ? 0 : try Self.read(descriptor, at: offset, into: &output)
        if count > 0 { digest?.update(output.span.extracting(last: count)) }
        isAtEnd = count == 0
        offset += UInt64(count)
        return !isAtEnd
    }

    private mutating func readMore(_ room: Int) throws(SourceFault) {
        let (descriptor, offset) = (descriptor, offset)
        var failure: SourceFault?
        var count = 0
        buffer.append(addingCapacity: room) { output in
            do throws(SourceFault) {
                count = try Self.read(descriptor, at: offset, into: &output)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if count > 0 { digest?.update(buffer.span.extracting(last: count)) }
        isAtEnd = count == 0
    }

    private static func read(
        _ descriptor: Int32,
        at offset: UInt64,
        into output: inout OutputSpan<UInt8>
    ) throws(SourceFault) -> Int {
        do throws(SystemFault) {
            // Safe: the call writes only within the buffer and tells how much it wrote.
            return unsafe try output.withUnsafeMutableBufferPointer { (free, used) throws(SystemFault) in
                let tail = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(free)[used...])
                let count = unsafe try SystemCalls.read(descriptor, into: tail)
                used += count
                return count
            }
        } catch {
            throw SourceFault(.corruptArchive, at: offset, "cannot be read: \(error.text)")
        }
    }
}
