import Foundation
import Glibc
import HistoryArchive
import NotificationModel
import TestSupport
import Testing

@Suite("Reading sources one after another")
struct ArchiveReaderTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("many small files share a slab, in order, each with its borders")
    func sharing() throws {
        for number in 0..<300 { try scratch.write("\"ey\(1000 + number)\"".utf8, "d/\(1000 + number)") }
        var reader = ArchiveReader(try ArchiveListing([scratch.path("d")]).sources)
        let first = reader.next()
        let second = reader.next()
        let slab = try #require(first)
        #expect(second == nil)
        #expect(slab.entries.count == 900)
        #expect(slab.entries.first == .sourceBegan(0))
        #expect(slab.sequence == 0)
        let reading = try Reading([scratch.path("d")])
        #expect(reading.payloads == (0..<300).map { "ey\(1000 + $0)" })
        #expect(reading.documents.map(\.source) == Array(0..<300))
        #expect(reading.documents.allSatisfy { $0.offsets == 0..<8 })
    }

    @Test("documents passed over on a resume fill no slab, however many there are")
    func resumingHoldsNothing() throws {
        let line = "{\"signedPayload\":\"ey" + String(repeating: "A", count: 10_000) + "\"}\n"
        let path = try scratch.write(String(repeating: line, count: 600).utf8, "long")
        var limits = ArchiveLimits()
        limits.slabBytes = 64 << 10
        let whole = try Reading([path], limits: limits)
        let rest = try Reading([path], limits: limits, resumeOffsets: [0: whole.documents[597].offsets.upperBound])
        #expect(rest.documents == Array(whole.documents[598...]))
        #expect(rest.largestSlab <= whole.largestSlab)
        #expect(rest.summaries.map(\.skippedDocuments) == [598])
    }

    @Test("slabs tell how many raw bytes were read up to their end")
    func rawBytes() throws {
        let path = try scratch.write("\"ey1\" \"ey2\"".utf8, "a")
        var reader = ArchiveReader(try ArchiveListing([path, path]).sources)
        var last: UInt64 = 0
        while let slab = reader.next() {
            #expect(slab.rawBytesRead >= last)
            last = slab.rawBytesRead
        }
        #expect(last == 22)
    }

    @Test("a file that cannot be read is a fault, the next one is read")
    func unreadable() throws {
        try scratch.write("\"ey1\"".utf8, "a")
        let gone = ArchiveSource(path: scratch.path("gone"), kind: .file)
        let folder = ArchiveSource(path: ArchivePath(scratch.url.path), kind: .file)
        let good = ArchiveSource(path: scratch.path("a"), kind: .file)
        var reader = ArchiveReader([gone, folder, good])
        var faults: [Int] = []
        var documents = 0
        while let slab = reader.next() {
            for entry in slab.entries {
                if case .fault(let fault, let index) = entry {
                    faults.append(index)
                    #expect(!fault.detail.contains(scratch.url.path))
                }
                if case .document = entry { documents += 1 }
            }
        }
        #expect(faults == [0, 1])
        #expect(documents == 1)
    }

    @Test("a FIFO named explicitly is read to its end")
    func fifo() throws {
        let path = scratch.url.appending(path: "pipe").path
        // Safe: the path is terminated for the call.
        let made = unsafe mkfifo(path, 0o600)
        #expect(made == 0)
        let text = FramingTests.pages.joined(separator: "\n")
        let writer = Thread {
            // Opening waits for the reader.
            guard let handle = FileHandle(forWritingAtPath: path) else { return }
            for piece in text.utf8.chunks(of: 100) { try? handle.write(contentsOf: Data(piece)) }
            try? handle.close()
        }
        writer.start()
        #expect(try Reading([ArchivePath(path)]).payloads == FramingTests.expected)
    }

    @Test("standard input is read to its end and stays open")
    func standardInput() throws {
        try scratch.write(FramingTests.pages.joined().utf8, "a")
        let saved = dup(STDIN_FILENO)
        let path = scratch.url.appending(path: "a").path
        // Safe: the path is terminated for the call.
        let input = unsafe open(path, O_RDONLY)
        try #require(saved >= 0 && input >= 0)
        dup2(input, STDIN_FILENO)
        defer {
            dup2(saved, STDIN_FILENO)
            close(saved)
            close(input)
        }
        #expect(try Reading([ArchivePath("-")]).payloads == FramingTests.expected)
        // Reading did not close it.
        #expect(fcntl(STDIN_FILENO, F_GETFD) >= 0)
    }

    @Test("a document longer than a slab is whole, and documents before it do not wait for it")
    func large() throws {
        let body = String(repeating: "x", count: 9 << 20)
        let reading = try scratch.read("\"ey1\"\n{\"signedPayload\":\"ey2\",\"pad\":\"\(body)\"}\n\"ey3\"\n")
        #expect(reading.payloads == ["ey1", "ey2", "ey3"])
        #expect(reading.slabs >= 2)
    }

    @Test("a long archive never makes a slab longer")
    func bounded() throws {
        let line = FramingTests.page(Array(0..<20)) + "\n"
        let short = try scratch.read(String(repeating: line, count: 1500))
        let long = try scratch.read(String(repeating: line, count: 3000))
        #expect(long.documents.count == 3000)
        #expect(long.largestSlab <= max(short.largestSlab, 3 << 20))
        #expect(long.slabs > short.slabs)
    }

    @Test(
        "the genuine pages give their twenty records",
        .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
    )
    func genuine() throws {
        let reading = try Reading([ArchivePath(SharedMaterial.url("real/pages").path)])
        #expect(reading.records.count == 20)
        #expect(reading.faults.isEmpty)
        let single = try Reading([ArchivePath(SharedMaterial.url("real/notifications").path)])
        #expect(single.records.count == single.summaries.count)
        #expect(single.reasons.isEmpty)
    }
}

extension Collection {
    /// The collection in pieces of at most `count` elements.
    fileprivate func chunks(of count: Int) -> [SubSequence] {
        var pieces: [SubSequence] = []
        var start = startIndex
        while start != endIndex {
            let end = index(start, offsetBy: count, limitedBy: endIndex) ?? endIndex
            pieces.append(self[start..<end])
            start = end
        }
        return pieces
    }
}
