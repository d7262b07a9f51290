import Foundation

/// A folder of its own for one test; removed with the last reference to it.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "storeledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file, making the folders on its way, and tells its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return file.path
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    func append(_ name: String, _ text: String) throws {
        try write(name, read(name) + Array(text.utf8))
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url.appending(path: name)))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Sets a file's modification time, in seconds since 1970.
    func touch(_ name: String, at seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)],
            ofItemAtPath: path(name)
        )
    }
}
