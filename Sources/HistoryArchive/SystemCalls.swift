internal import Glibc

/// A failed system call: which one, and its `errno`.
struct SystemFault: Error, Equatable, Sendable {
    /// The call's name in the C library.
    let call: String
    /// The value of `errno` behind it.
    let code: Int32

    /// The call and the system's own words for the failure.
    var text: String {
        // Safe: the C library returns a terminated text for every number; it is copied at once.
        let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return "\(call): \(words)"
    }
}

/// What a path leads to.
struct FileStatus: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case regular
        case directory
        case fifo
        case characterDevice
        case blockDevice
        case symbolicLink
        case socket
    }

    let kind: Kind
    let size: UInt64
    /// Time of the last modification in nanoseconds since 1970.
    let modified: Int64
}

/// The system calls of this room; an interrupted call is made again, every other failure is thrown.
enum SystemCalls {
    static func open(_ path: ArchivePath) throws(SystemFault) -> Int32 {
        // Safe: the text is terminated and only read during the call.
        try unsafe path.withCString { (text) throws(SystemFault) in
            try retrying("open") { unsafe Glibc.open(text, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        }
    }

    static func close(_ descriptor: Int32) {
        // Linux frees the descriptor even when the call is interrupted: it must not be made twice.
        _ = Glibc.close(descriptor)
    }

    /// Reads what is there, at most the buffer's room; 0 at the end of input.
    static func read(
        _ descriptor: Int32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemFault) -> Int {
        while true {
            // Safe: the kernel writes within the buffer's count.
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw SystemFault(call: "read", code: errno) }
        }
    }

    static func status(_ path: ArchivePath, followingLinks: Bool) throws(SystemFault) -> FileStatus {
        var record = stat()
        // Safe: the text is terminated, the record outlives the call.
        try unsafe path.withCString { (text) throws(SystemFault) in
            _ = try retrying(followingLinks ? "stat" : "lstat") {
                unsafe followingLinks ? stat(text, &record) : lstat(text, &record)
            }
        }
        return status(record)
    }

    /// The status of the file that is open, whatever its name leads to by now.
    static func status(_ descriptor: Int32) throws(SystemFault) -> FileStatus {
        var record = stat()
        // Safe: the record outlives the call.
        _ = try retrying("fstat") { unsafe fstat(descriptor, &record) }
        return status(record)
    }

    private static func status(_ record: stat) -> FileStatus {
        FileStatus(
            kind: kind(record.st_mode),
            size: UInt64(clamping: record.st_size),
            modified: Int64(record.st_mtim.tv_sec) * 1_000_000_000 + Int64(record.st_mtim.tv_nsec)
        )
    }

    /// The names in a directory but `.` and `..`, in no order.
    static func names(in path: ArchivePath) throws(SystemFault) -> [[UInt8]] {
        // Safe: the text is terminated and only read during the call.
        let directory = try unsafe path.withCString { (text) throws(SystemFault) in
            guard let directory = unsafe opendir(text) else { throw SystemFault(call: "opendir", code: errno) }
            return unsafe directory
        }
        // Safe: opened above, closed once.
        defer { _ = unsafe closedir(directory) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            // Safe: the entry is valid until the next call; its name is copied before.
            guard let entry = unsafe readdir(directory) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe [UInt8](bytes.prefix { $0 != 0 })
            }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        guard errno == 0 else { throw SystemFault(call: "readdir", code: errno) }
        return names
    }

    private static func kind(_ mode: mode_t) -> FileStatus.Kind {
        switch mode & S_IFMT {
        case S_IFDIR: .directory
        case S_IFIFO: .fifo
        case S_IFCHR: .characterDevice
        case S_IFBLK: .blockDevice
        case S_IFLNK: .symbolicLink
        case S_IFSOCK: .socket
        default: .regular
        }
    }

    private static func retrying(_ call: String, _ body: () -> Int32) throws(SystemFault) -> Int32 {
        while true {
            let result = body()
            if result >= 0 { return result }
            guard errno == EINTR else { throw SystemFault(call: call, code: errno) }
        }
    }
}
