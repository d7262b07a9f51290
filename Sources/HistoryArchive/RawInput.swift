internal import Glibc
internal import NotificationModel

/// A source's bytes as stored, read ahead in a buffer that only grows for a single compressed block.
struct RawInput: ~Copyable {
    private static let chunk = 256 << 10

    private let descriptor: Int32
    private var buffer: [UInt8]
    private var start = 0
    private var isAtEnd = false
    /// The number of bytes consumed.
    private(set) var offset: UInt64 = 0

    /// Opens a source; a failure is its fault.
    init(_ source: ArchiveSource) throws(SourceFault) {
        do throws(SystemFault) {
            descriptor = source.kind == .standardInput ? STDIN_FILENO : try SystemCalls.open(source.path)
        } catch {
            throw SourceFault(.corruptArchive, at: 0, "cannot be opened: \(error.text)")
        }
        buffer = []
        // A small file needs no large buffer.
        buffer.reserveCapacity(min(Self.chunk, max(4096, Int(clamping: source.size ?? UInt64(Self.chunk)) + 1)))
    }

    deinit {
        if descriptor != STDIN_FILENO { SystemCalls.close(descriptor) }
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

    private mutating func readMore(_ room: Int) throws(SourceFault) {
        let descriptor = descriptor
        var failure: SystemFault?
        var count = 0
        buffer.append(addingCapacity: room) { output in
            // Safe: the call writes only within the buffer and tells how much it wrote.
            unsafe output.withUnsafeMutableBufferPointer { (free, used) in
                do throws(SystemFault) {
                    let tail = unsafe UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(free)[used...]
                    )
                    count = unsafe try SystemCalls.read(descriptor, into: tail)
                    used += count
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw SourceFault(.corruptArchive, at: offset, "cannot be read: \(failure.text)") }
        isAtEnd = count == 0
    }
}
