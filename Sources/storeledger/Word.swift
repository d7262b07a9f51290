internal import Foundation
internal import NotificationLedger

/// One word of the command line: its bytes, and the text that they spell if they are UTF-8.
struct Word: Equatable {
    /// The word as the system handed it over.
    let bytes: [UInt8]

    /// The text; bytes that are no UTF-8 are replaced in it.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text, refused where bytes would have to be replaced: the file that it names would be another one.
    func exactText(of option: String, command: String) throws(UsageError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("the value of \(option) is not UTF-8: \(quoted(text))", command: command)
        }
        return text
    }

    /// The words after the program's name.
    static var ofThisProcess: [Word] {
        // Safe: the system hands over `argc` terminated texts that live as long as the process.
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let start = unsafe CommandLine.unsafeArgv[index] else { return nil }
            return unsafe Word(bytes: [UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start))))
        }
    }
}
