import HistoryArchive
import NotificationModel
import TestSupport
import Testing

/// Blocks refer to bytes that the reader hands on, passes over or takes out of its slab meanwhile.
@Suite("LZ4 blocks that refer over the borders of slabs")
struct LZ4SlabTests {
    /// Twelve bytes: a document and its line break.
    private static func line(_ number: UInt64) -> [UInt8] {
        let digits = String(number % 10_000_000)
        return Array("\"ey\(String(repeating: "0", count: 7 - digits.count))\(digits)\"\n".utf8)
    }

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A frame of lines, each copied from as far back as a match reaches or nearly, with white space in between.
    private func frame(seed: UInt64) -> LZ4LinkedBlockTests.Frame {
        var generator = SeededGenerator(seed: seed)
        var frame = LZ4LinkedBlockTests.Frame()
        frame.appendRaw((0..<5461).flatMap { _ in Self.line(generator.next()) })
        for index in 0..<40 {
            if index % 8 == 3 {
                // Of the lines, some or none are in reach behind it.
                let count = index == 19 ? 65_000 : 12 * Int(generator.next() % 5000) + 24
                frame.appendMatch([0x20], offset: 1, count: count, [UInt8](repeating: 0x20, count: 12))
                frame.appendRaw([0x0A])
            }
            let fresh = (0..<3).flatMap { _ in Self.line(generator.next()) }
            frame.appendRaw(fresh)
            let back = 65_535 - Int(generator.next() % 3)
            // Begins and ends anywhere in a line; what that makes of it is no matter, but it must be the same.
            frame.appendMatch([], offset: back, count: 19 + Int(generator.next() % 20_000), Self.line(UInt64(index)))
        }
        return frame
    }

    private func expectSame(_ some: [Reading.Document], _ others: ArraySlice<Reading.Document>) {
        let isSame = some[...] == others
        #expect(isSame)
    }

    @Test("slabs of any size hold the same documents as the plain bytes", arguments: 1...3 as ClosedRange<UInt64>)
    func slabs(_ seed: UInt64) throws {
        let frame = frame(seed: seed)
        let path = try scratch.write(frame.closed, "packed")
        let plain = try Reading([try scratch.write(frame.content, "plain")])
        #expect(plain.documents.count > 1000)
        for slabBytes in [1, 30_000, 100_000, 400_000] {
            var limits = ArchiveLimits()
            limits.slabBytes = slabBytes
            limits.pullBytes = slabBytes / 2 + 1
            let packed = try Reading([path], limits: limits)
            #expect(packed.faults == [])
            #expect(packed.slabs > 1)
            expectSame(packed.documents, plain.documents[...])
        }
    }

    @Test("documents passed over can still be referred to", arguments: 4...5 as ClosedRange<UInt64>)
    func resumed(_ seed: UInt64) throws {
        let frame = frame(seed: seed)
        let path = try scratch.write(frame.closed, "packed")
        let plain = try Reading([try scratch.write(frame.content, "plain")])
        for part in [1, 2, 3] {
            let skipped = plain.documents.count * part / 4
            var limits = ArchiveLimits()
            limits.slabBytes = 40_000
            limits.pullBytes = 10_000
            let offset = plain.documents[skipped - 1].offsets.upperBound
            let rest = try Reading([path], limits: limits, resumeOffsets: [0: offset])
            #expect(rest.faults == [])
            expectSame(rest.documents, plain.documents[skipped...])
        }
    }

    @Test("white space fills no slab, though blocks refer to it")
    func whiteSpace() throws {
        var frame = LZ4LinkedBlockTests.Frame()
        frame.appendRaw(Self.line(1))
        for _ in 0..<200 {
            frame.appendMatch([0x20], offset: 1, count: 60_000, [UInt8](repeating: 0x20, count: 12))
        }
        frame.appendRaw(Self.line(2))
        let reading = try Reading([try scratch.write(frame.closed, "packed")])
        #expect(reading.faults == [])
        #expect(reading.texts == ["\"ey0000001\"", "\"ey0000002\""])
        #expect(reading.largestSlab < 1 << 20)
    }
}
