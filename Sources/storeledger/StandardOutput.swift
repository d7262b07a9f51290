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

    private static func write(bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            // Safe: the pointer and count stay within the array, which outlives the call.
            let written = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset)
            }
            if written > 0 {
                offset += written
            } else if errno == EPIPE {
                exit(ExitCode.success.rawValue)
            } else if errno != EINTR {
                exit(ExitCode.failure.rawValue)
            }
        }
    }
}
