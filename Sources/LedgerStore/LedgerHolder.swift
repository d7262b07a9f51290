internal import Glibc

/// The process that holds a ledger, as the kernel tells it.
package struct LedgerHolder: Equatable, Sendable {
    package let processID: Int
    /// The process's command name; nil where the system does not show it.
    package let command: String?

    package init(processID: Int, command: String?) {
        self.processID = processID
        self.command = command
    }

    /// Finds the holder of an exclusive `flock` in the kernel's list; nil where it shows none.
    ///
    /// Devices are not compared: layered file systems tell another one there than `stat` does.
    static func find(inode: UInt64) -> LedgerHolder? {
        for line in lines(of: "/proc/locks") {
            // `1: FLOCK  ADVISORY  WRITE 4711 08:01:131090 0 EOF`
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE", let process = Int(words[4]), process > 0,
                let last = words[5].split(separator: ":").last, UInt64(last) == inode
            else { continue }
            return LedgerHolder(processID: process, command: lines(of: "/proc/\(process)/comm").first)
        }
        return nil
    }

    private static func lines(of path: String) -> [String] {
        // Safe: the stream is closed before returning, the buffer is larger than a line of either file.
        guard let file = unsafe fopen(path, "re") else { return [] }
        defer { unsafe fclose(file) }
        var result: [String] = []
        var buffer = [CChar](repeating: 0, count: 512)
        while unsafe fgets(&buffer, Int32(buffer.count), file) != nil {
            let line = buffer.prefix { $0 != 0 && $0 != 10 }
            result.append(String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return result
    }
}
