internal import Glibc
internal import Synchronization

/// The exclusive hold on a ledger's file, by `flock` on its inode, from opening until the last connection is closed.
///
/// The kernel keeps it: it ends with the process, and needs no file of its own that could become stale. Closing any
/// descriptor of a file drops the process's `fcntl` locks on it, which SQLite relies on; so the descriptor stays open
/// until the connection is closed, and a second opening within the process is refused before a descriptor is made.
final class LedgerLock {
    private struct FileIdentity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private static let heldHere = Mutex<Set<FileIdentity>>([])

    private let descriptor: Int32
    private let identity: FileIdentity

    /// Opens or creates the file at `path` and takes the hold at once, or refuses.
    init(path: String) throws(LedgerError) {
        if let status = Self.status(of: path), Self.heldHere.withLock({ $0.contains(FileIdentity(status)) }) {
            throw .held(path: path, holder: LedgerHolder(processID: Int(getpid()), command: nil))
        }
        // Safe: the path lives during the call; the descriptor is closed on every way out.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .unusable(path: path, errno: errno) }
        var status = stat()
        // Safe: the structure is the callee's to fill.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notALedger(path: path, found: "not a regular file")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw .unusable(path: path, errno: code) }
            throw .held(path: path, holder: LedgerHolder.find(inode: UInt64(status.st_ino)))
        }
        self.descriptor = descriptor
        identity = FileIdentity(status)
        // A file that was replaced between opening and locking is not the one that others would see.
        guard let present = Self.status(of: path), FileIdentity(present) == identity else {
            throw .unusable(path: path, errno: ESTALE)
        }
        _ = Self.heldHere.withLock { [identity] in $0.insert(identity) }
    }

    deinit {
        _ = Self.heldHere.withLock { [identity] in $0.remove(identity) }
        close(descriptor)
    }

    /// The file's first bytes, at most `count`.
    func beginning(_ count: Int) -> [UInt8] {
        // Safe: at most the buffer's capacity is written, and exactly what was written is kept.
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, unsafe pread(descriptor, buffer.baseAddress, count, 0))
        }
    }

    /// The file's size in bytes.
    var size: Int {
        var status = stat()
        // Safe: the structure is the callee's to fill.
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        // Safe: the path lives during the call, the structure is the callee's to fill.
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
