import HistoryArchive
import NotificationModel
import TestSupport
import Testing

@Suite("LZ4 frames of linked blocks")
struct LZ4LinkedBlockTests {
    /// A frame of 64 KiB blocks made by hand, and what it stands for.
    struct Frame {
        private(set) var bytes: [UInt8] = [0x04, 0x22, 0x4D, 0x18, 0x40, 0x40, 0xC0]
        private(set) var content: [UInt8] = []

        /// The frame with its end mark.
        var closed: [UInt8] { bytes + [0, 0, 0, 0] }

        mutating func appendRaw(_ block: [UInt8]) {
            appendSize(UInt32(block.count) | 1 << 31)
            bytes += block
            content += block
        }

        /// Appends a block of literals, one match, and 12 literals.
        mutating func appendMatch(_ literals: [UInt8], offset: Int, count: Int, _ last: [UInt8]) {
            precondition(literals.count < 15 && count >= 19 && last.count == 12, "no such sequence")
            var block = [UInt8(literals.count << 4 | 15)] + literals + [UInt8(offset & 0xFF), UInt8(offset >> 8)]
            let more = count - 19
            block += [UInt8](repeating: 255, count: more / 255) + [UInt8(more % 255)]
            block += [12 << 4] + last
            appendSize(UInt32(block.count))
            bytes += block
            content += literals
            for _ in 0..<count { content.append(content[content.count - offset]) }
            content += last
        }

        private mutating func appendSize(_ size: UInt32) {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(8 * $0)) }
        }
    }

    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("matches reach 64 KiB back over any number of blocks of any size", arguments: 1...6 as ClosedRange<UInt64>)
    func manyBlocks(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Many zeros, also side by side.
        func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(generator.next() % 5) } }
        var frame = Frame()
        for index in 0..<60 {
            if index % 9 == 0 {
                frame.appendRaw(random(1 + Int(generator.next() % 65_536)))
            } else {
                let literals = random(Int(generator.next() % 15))
                let reach = min(65_535, frame.content.count + literals.count)
                let offset = seed % 2 == 0 ? reach : 1 + Int(generator.next() % UInt64(reach))
                let count = 19 + Int(generator.next() % (seed < 3 ? 65_480 : 900))
                frame.appendMatch(literals, offset: offset, count: count, random(12))
            }
        }
        let decoded = ArchiveDecoding.decode(try scratch.write(frame.closed, "a"))
        #expect(decoded.fault == nil)
        let isSame = decoded.bytes == frame.content
        #expect(isSame)
    }

    @Test("an offset of 0, or beyond what there is, damages the frame wherever it stands", arguments: [0, 301])
    func badOffset(_ offset: Int) throws {
        for before in [1, 5, 40] {
            var frame = Frame()
            for index in 0..<before { frame.appendRaw([UInt8](repeating: UInt8(index), count: 300 / before)) }
            let count = frame.content.count
            let place = frame.bytes.count + 5
            frame.appendMatch([], offset: 1, count: 40, [UInt8](repeating: 0x20, count: 12))
            var bytes = frame.closed
            bytes[place] = UInt8(offset & 0xFF)
            bytes[place + 1] = UInt8(offset >> 8)
            let decoded = ArchiveDecoding.decode(try scratch.write(bytes, "a"))
            #expect(decoded.fault?.reason == .corruptArchive)
            #expect(decoded.bytes == Array(frame.content[..<count]))
        }
    }
}
