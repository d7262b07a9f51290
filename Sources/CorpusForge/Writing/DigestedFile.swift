import Foundation
import NotificationModel

/// A file that is written piece by piece while its SHA-256 is taken.
final class DigestedFile {
    /// The path under the folder of the whole set.
    let path: String
    private let handle: FileHandle
    private let digest: RunningDigest

    /// Creates the file, and the folders on the way to it.
    init(_ path: String, in folder: URL) throws {
        self.path = path
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: file)
        handle = try FileHandle(forWritingTo: file)
        digest = try RunningDigest()
    }

    /// Appends bytes.
    func write(_ bytes: [UInt8]) throws {
        try digest.update(bytes)
        try handle.write(contentsOf: Data(bytes))
    }

    /// Ends the file and gives its line of the manifest.
    func close() throws -> String {
        try handle.close()
        return try digest.finalize().description + "  " + path + "\n"
    }
}
