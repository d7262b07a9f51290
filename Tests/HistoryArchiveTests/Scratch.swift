import Foundation
import HistoryArchive

/// A folder of its own for one test, removed with it.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "history-archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> ArchivePath {
        ArchivePath(url.appending(path: name).path)
    }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> ArchivePath {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
        return path(name)
    }
}
