internal import Foundation
internal import Glibc
internal import LedgerStore
internal import NotificationModel

/// The file that keeps the bytes of what was rejected: JSON lines `{source,index,reason,detail,bytesBase64}`.
///
/// The ledger knows each file that it writes to, by the file's identity, with the length of the last commit. What stands
/// behind that length was never committed and is cut off when the file is opened again. Nothing else is ever cut.
final class QuarantineFile {
    private let descriptor: Int32
    private let path: String
    /// The file's identity and its present length.
    private(set) var mark: QuarantineMark

    /// Opens or makes the file in a directory, and enters it in the ledger before anything is written.
    ///
    /// - Parameters:
    ///   - directory: made when it is not there.
    ///   - isOwn: true for the directory that belongs to the ledger by its name. There, lines that the ledger does not
    ///     know are those of a ledger that is gone, and stay; elsewhere they are another ledger's, and are refused.
    ///   - ledger: where the file is entered.
    /// - Throws: ``LedgerRunError`` for a file that cannot be used, and what the ledger throws.
    init(directory: String, isOwn: Bool, ledger: Ledger) throws {
        path = directory + "/rejects.jsonl"
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw LedgerRunError(
                .failed,
                "the quarantine directory \(PrintableText.escape(directory)) cannot be made; --quarantine names another"
            )
        }
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.fault(path, "opened") }
        do {
            mark = try Self.entered(descriptor, path, isOwn: isOwn, in: ledger)
            try Self.makeNameDurable(directory)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    private static func entered(
        _ descriptor: Int32,
        _ path: String,
        isOwn: Bool,
        in ledger: Ledger
    ) throws -> QuarantineMark {
        try lock(descriptor, path)
        var status = stat()
        // Safe: the structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.fault(path, "examined") }
        let file = "\(status.st_dev):\(status.st_ino)"
        let size = Int64(status.st_size)
        guard let known = try ledger.quarantine(file) else {
            guard size == 0 || isOwn else {
                throw LedgerRunError(
                    .impossibleValue,
                    "the quarantine \(PrintableText.escape(path)) has lines that this ledger did not write; "
                        + "--quarantine names another directory"
                )
            }
            return try enter(QuarantineMark(file: file, generation: 0, length: size), in: ledger)
        }
        guard size >= known.length else {
            // Lines that were committed are gone: their rejects count as not kept any more.
            return try enter(
                QuarantineMark(file: file, generation: known.generation + 1, length: size),
                in: ledger
            )
        }
        guard ftruncate(descriptor, off_t(known.length)) == 0 else {
            throw Self.fault(path, "cut back to its committed length")
        }
        return known
    }

    /// Keeps other runs out of the file.
    ///
    /// A process that was just forked holds a lock with its parent until it runs its own program, so a lock is waited
    /// for a moment.
    private static func lock(_ descriptor: Int32, _ path: String) throws(LedgerRunError) {
        for _ in 0..<50 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(20_000)
        }
        throw fault(path, "locked; another run writes to it")
    }

    private static func enter(_ mark: QuarantineMark, in ledger: Ledger) throws -> QuarantineMark {
        try ledger.transaction { try ledger.save(mark) }
        return mark
    }

    /// A file that was made just now has its name for good only when the directory is written too.
    private static func makeNameDurable(_ directory: String) throws(LedgerRunError) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(directory, "opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw fault(directory, "made durable") }
    }

    deinit {
        close(descriptor)
    }

    /// Appends one reject.
    func append(
        source: String,
        index: Int?,
        reason: RejectionReason,
        detail: String,
        bytes: [UInt8]
    ) throws(LedgerRunError) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("source")
        writer.value(source)
        writer.name("index")
        writer.value(index.map(Int64.init))
        writer.name("reason")
        writer.value(reason.rawValue)
        writer.name("detail")
        writer.value(detail)
        writer.name("bytesBase64")
        writer.value(Data(bytes).base64EncodedString())
        writer.endObject()
        writer.newline()
        var offset = 0
        while offset < writer.bytes.count {
            // Safe: pointer and count stay within the array, which outlives the call.
            let written = unsafe writer.bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.fault(path, "written") }
            offset += written
        }
        mark.length += Int64(writer.bytes.count)
    }

    /// Makes what was written durable.
    func synchronize() throws(LedgerRunError) {
        guard fsync(descriptor) == 0 else { throw Self.fault(path, "made durable") }
    }

    private static func fault(_ path: String, _ what: String) -> LedgerRunError {
        LedgerRunError(
            .failed,
            "the quarantine \(PrintableText.escape(path)) cannot be \(what): \(unsafe String(cString: strerror(errno)))"
        )
    }
}
