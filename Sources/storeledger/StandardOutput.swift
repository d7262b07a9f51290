internal import Foundation
internal import Glibc

/// The two output streams, written whole; a reader that went away ends the program quietly.
enum StandardOutput {
    /// Writes text to standard output.
    static func write(_ text: String) {
        write(bytes: Array(text.utf8), to: STDOUT_FILENO)
    }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) {
        write(bytes: bytes, to: STDOUT_FILENO)
    }

    /// Writes text to standard error.
    static func writeError(_ text: String) {
        write(bytes: Array(text.utf8), to: STDERR_FILENO)
    }

    /// True if standard error is a terminal.
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Makes sure that the three standard descriptors are taken, so that no file that is opened later gets one of them.
    ///
    /// One that was closed leads to `/dev/null` in the direction that its user cannot use: reading or writing it fails.
    static func reserveDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            // Safe: the text lives during the call. The lowest free descriptor is the one that is missing.
            _ = unsafe open("/dev/null", mode)
        }
    }

    private static func write(bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            // Safe: the pointer and count stay within the array, which outlives the call.
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
            }
            if written > 0 {
                offset += written
            } else if errno != EINTR {
                let code = errno
                // Messages that nobody reads are no reason to give up the work.
                guard descriptor == STDOUT_FILENO else { return }
                end(writeFailure: code)
            }
        }
    }

    /// Ends the process at once: other threads may be at work, and exit handlers would pull libraries away under them.
    private static func end(writeFailure code: Int32) -> Never {
        guard code != EPIPE else { _exit(ExitCode.success.rawValue) }
        // Safe: the C library owns the text until the next call; it is copied at once.
        let reason = unsafe String(cString: strerror(code))
        writeError("storeledger: standard output cannot be written: \(reason)\n")
        _exit(ExitCode.failure.rawValue)
    }
}
