internal import Glibc

/// The bytes of a file, a pipe or standard input, one chunk after another.
final class ByteFeed {
    private static let chunkSize = 256 << 10

    /// How the source is called in messages.
    let name: String
    private var descriptor: Int32
    private var isAtEnd = false
    /// The bytes at hand.
    private(set) var chunk: [UInt8] = []
    /// The first byte of the chunk that was not taken.
    var position = 0

    /// Opens a file, or standard input for `-`.
    ///
    /// - Throws: ``LedgerRunError`` for a file that is not there or cannot be read.
    init(path: String, option: String) throws(LedgerRunError) {
        guard path != "-" else {
            name = "standard input"
            descriptor = STDIN_FILENO
            return
        }
        name = PrintableText.escape(path)
        // Safe: the text lives during the call.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw LedgerRunError(
                isMissing ? .missingPath : .failed,
                "\(name): \(Self.words(errno)); \(option) takes a file, or - for standard input"
            )
        }
    }

    deinit { end() }

    /// True for a file that another reader can read again; false for a pipe.
    var isRegularFile: Bool {
        var status = stat()
        // Safe: the descriptor is open, and the kernel fills the structure during the call.
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Closes the file; nothing more can be read.
    func end() {
        if descriptor > STDIN_FILENO { close(descriptor) }
        descriptor = -1
        isAtEnd = true
    }

    /// Takes the next chunk; false at the end of input.
    func refill() throws(LedgerRunError) -> Bool {
        guard !isAtEnd else { return false }
        chunk = []
        position = 0
        try readMore()
        return !chunk.isEmpty
    }

    /// Reads until this many bytes are at hand, or all that there are.
    func lookAhead(_ count: Int) throws(LedgerRunError) {
        while chunk.count - position < count, !isAtEnd { try readMore() }
    }

    private func readMore() throws(LedgerRunError) {
        var code: Int32 = 0
        chunk.append(addingCapacity: Self.chunkSize) { output in
            // Safe: the kernel writes within the free room, and what it wrote is what becomes part of the array.
            unsafe output.withUnsafeMutableBufferPointer { free, used in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(free)[used...])
                var count = unsafe read(descriptor, room.baseAddress, room.count)
                while count < 0, errno == EINTR { count = unsafe read(descriptor, room.baseAddress, room.count) }
                if count < 0 { code = errno }
                if count <= 0 { isAtEnd = true }
                used += max(count, 0)
            }
        }
        guard code == 0 else { throw LedgerRunError(.failed, "\(name) cannot be read: \(Self.words(code))") }
    }

    private static func words(_ code: Int32) -> String {
        // Safe: the C library owns the text until the next call; it is copied at once.
        unsafe String(cString: strerror(code))
    }
}
