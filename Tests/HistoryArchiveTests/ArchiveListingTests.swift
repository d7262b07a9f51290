import Foundation
import Glibc
import HistoryArchive
import NotificationModel
import Testing

@Suite("Paths become sources")
struct ArchiveListingTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("a directory's files come in byte-wise order, at any depth, without dot files and links")
    func directory() throws {
        for name in ["d/b.json", "d/B.json", "d/a/z", "d/a.json", "d/.hidden", "d/.git/x", "d/ä"] {
            try scratch.write("{}".utf8, name)
        }
        let folder = scratch.url.appending(path: "d").path
        try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/b.json")
        try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: folder)
        // Safe: the path is terminated for the call.
        let made = unsafe mkfifo(folder + "/pipe", 0o600)
        #expect(made == 0)
        let listing = try ArchiveListing([scratch.path("d")])
        let prefix = folder.utf8.count + 1
        #expect(
            listing.sources.map { String($0.path.text.dropFirst(prefix)) }
                == ["B.json", "a/z", "a.json", "b.json", "ä"]
        )
        #expect(
            Dictionary(grouping: listing.skipped, by: \.reason).mapValues(\.count) == [
                .hidden: 2, .symbolicLink: 2, .fifo: 1,
            ]
        )
        #expect(listing.sources.first?.size == 2)
    }

    @Test("a path that leads nowhere is named")
    func missing() throws {
        let path = scratch.path("nothing")
        let error = #expect(throws: ArchiveListing.MissingPath.self) { try ArchiveListing([path]) }
        #expect(error?.path == path)
        #expect(error?.description.contains("No such file") == true)
        let loop = scratch.url.appending(path: "loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        #expect(throws: ArchiveListing.MissingPath.self) { try ArchiveListing([ArchivePath(loop)]) }
    }

    @Test("a link named explicitly is followed, a dash is standard input")
    func explicit() throws {
        try scratch.write("{}".utf8, "a")
        let link = scratch.url.appending(path: "link").path
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: scratch.url.appending(path: "a").path
        )
        let sources = try ArchiveListing([ArchivePath("-"), ArchivePath(link)]).sources
        #expect(sources.map(\.kind) == [.standardInput, .file])
    }

    @Test("names need not be UTF-8")
    func bytes() throws {
        let name: [UInt8] = [0x61, 0xFF, 0x0A, 0xC3, 0xA4]
        let path = ArchivePath(bytes: scratch.path("d").bytes + [0x2F] + name)
        try FileManager.default.createDirectory(at: scratch.url.appending(path: "d"), withIntermediateDirectories: true)
        let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
        // Safe: the path is terminated.
        let descriptor = unsafe open(terminated, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        let written = unsafe write(descriptor, "\"ey1\"", 5)
        #expect(written == 5)
        close(descriptor)
        let source = try #require(try ArchiveListing([scratch.path("d")]).sources.first)
        #expect(source.path == path)
        #expect(source.path.text.hasSuffix("a\\xFF\\x0Aä"))
        #expect(try Reading([scratch.path("d")]).payloads == ["ey1"])
    }
}
