internal import Foundation
internal import Glibc
internal import NotificationModel

/// The file that keeps the bytes of what was rejected: JSON lines `{source,index,reason,detail,bytesBase64}`.
///
/// Its length is named in the ledger by the commit that also names its rejects; what stands behind that length was
/// never committed and is cut off when the file is opened again.
final class QuarantineFile {
    private let descriptor: Int32
    private let path: String
    private(set) var length: Int64

    /// Opens or makes the file in a directory and cuts it back to the committed length.
    init(directory: String, committedLength: Int64) throws(LedgerRunError) {
        path = directory + "/rejects.jsonl"
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw LedgerRunError(
                .failed,
                "the quarantine directory \(PrintableText.escape(directory)) cannot be made; --quarantine names another"
            )
        }
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.fault(path, "opened") }
        let size = lseek(descriptor, 0, SEEK_END)
        length = min(Int64(size), committedLength)
        guard size >= 0, ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            close(descriptor)
            throw Self.fault(path, "cut back to its committed length")
        }
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
        length += Int64(writer.bytes.count)
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
