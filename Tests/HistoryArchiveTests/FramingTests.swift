import HistoryArchive
import NotificationModel
import TestSupport
import Testing

@Suite("Documents in every layout")
struct FramingTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static func item(_ number: Int) -> String {
        #"{"signedPayload":"ey\#(number).a.b","sendAttempts":[{"attemptDate":1,"sendAttemptResult":"SUCCESS"}]}"#
    }

    static func page(_ numbers: [Int]) -> String {
        #"{"notificationHistory":["# + numbers.map(item).joined(separator: ",")
            + #"],"hasMore":false,"note":"a \"quoted\" } ] brace"}"#
    }

    /// The page with every token on a line of its own.
    static func pretty(_ page: String) -> String {
        var depth = 0
        var isText = false
        var result = ""
        var previous: Character = " "
        for character in page {
            if character == "\"", previous != "\\" { isText.toggle() }
            previous = character
            guard !isText else {
                result.append(character)
                continue
            }
            let isOpening = "{[".contains(character)
            let isClosing = "}]".contains(character)
            if isOpening { depth += 1 }
            if isClosing { depth -= 1 }
            let lineBreak = "\n" + String(repeating: "  ", count: depth)
            if isClosing { result += lineBreak }
            result.append(character)
            if isOpening || character == "," { result += lineBreak }
        }
        return result
    }

    static let pages = [page([0, 1]), page([2]), page([3, 4, 5])]
    static let expected = (0...5).map { "ey\($0).a.b" }

    static let layouts: [(name: String, text: String)] = [
        ("concatenated", pages.joined()),
        ("lines", pages.joined(separator: "\n") + "\n"),
        ("lines without a last break", pages.joined(separator: "\n")),
        ("CR LF", pages.joined(separator: "\r\n") + "\r\n"),
        ("pretty", pages.map(pretty).joined(separator: "\n")),
        ("pretty, CR LF", pages.map(pretty).joined(separator: "\n").replacing("\n", with: "\r\n")),
        ("array", "[" + pages.joined(separator: ",") + "]"),
        ("array of lines", "[\n" + pages.joined(separator: ",\n") + "\n]\n"),
        ("pretty array", pretty("[" + pages.joined(separator: ",") + "]")),
        ("arrays in an array", "[[" + pages[0] + "],[" + pages[1] + "," + pages[2] + "]]"),
        ("items as lines", (0...5).map(item).joined(separator: "\n")),
        ("array of items", "[" + (0...5).map(item).joined(separator: " , ") + "]"),
        ("array of strings", "[" + expected.map { "\"\($0)\"" }.joined(separator: ",") + "]"),
        ("strings as lines", expected.map { "\"\($0)\"" }.joined(separator: "\n")),
        ("bare JWS", expected.joined(separator: "\n")),
        ("bare JWS, CR LF and blank lines", expected.joined(separator: " \r\n\r\n")),
        ("bodies", expected.map { "{\"signedPayload\":\"\($0)\"}" }.joined(separator: " ")),
        ("escaped", pages.joined(separator: "\n").replacing("ey", with: "\\u0065y").replacing(".a", with: "\\u002ea")),
        ("byte-order marks", pages.map { "\u{FEFF}" + $0 }.joined(separator: "\n")),
        (
            "an empty page between",
            pages[0] + #"{"notificationHistory":[],"hasMore":true}"# + pages[1] + "[]" + pages[2]
        ),
        ("a page without history", #"{"hasMore":true,"paginationToken":"t"}"# + pages.joined()),
    ]

    @Test("the same notifications come of every layout", arguments: layouts.map(\.name))
    func layout(_ name: String) throws {
        let text = try #require(Self.layouts.first { $0.name == name }).text
        let reading = try scratch.read(text)
        #expect(reading.payloads == Self.expected)
        #expect(reading.reasons.isEmpty)
        #expect(reading.faults.isEmpty)
        for document in reading.documents {
            let range = Int(document.offsets.lowerBound)..<Int(document.offsets.upperBound)
            #expect(Array(Array(text.utf8)[range]) == document.text)
        }
    }

    @Test("small slabs hold the same documents", arguments: layouts.map(\.name))
    func slabs(_ name: String) throws {
        let text = try #require(Self.layouts.first { $0.name == name }).text
        let whole = try scratch.read(String(repeating: text + "\n", count: 600))
        var limits = ArchiveLimits()
        limits.slabBytes = 100_000
        let small = try scratch.read(String(repeating: text + "\n", count: 600), limits: limits)
        #expect(small.documents == whole.documents)
        #expect(small.slabs >= whole.slabs)
    }

    @Test("the size of the pieces in which bytes come does not matter")
    func pieces() throws {
        var generator = SeededGenerator(seed: 5)
        let texts = Self.layouts.map(\.text) + Self.broken.map { String($0.text) }
        for text in texts {
            let whole = try scratch.read(text)
            for _ in 0..<4 {
                var limits = ArchiveLimits()
                limits.pullBytes = Int.random(in: 1..<60, using: &generator)
                limits.slabBytes = Int.random(in: 1..<400, using: &generator)
                let pieces = try scratch.read(text, limits: limits)
                #expect(pieces.documents == whole.documents)
                #expect(pieces.payloads == whole.payloads)
                #expect(pieces.faults == whole.faults)
            }
        }
    }

    @Test("resuming skips what ends at or before the offset")
    func resume() throws {
        let path = try scratch.write((0...5).map(Self.item).joined(separator: "\n").utf8, "a")
        let whole = try Reading([path])
        for (count, document) in whole.documents.enumerated() {
            let rest = try Reading([path], resumeOffsets: [0: document.offsets.upperBound])
            #expect(rest.documents == Array(whole.documents.dropFirst(count + 1)))
            #expect(rest.summaries.first?.skippedDocuments == count + 1)
        }
    }

    static let broken: [(text: String, accepted: [Int], rejected: Int)] = [
        // A line cut inside of a string, behind a comma, behind a value, with a bracket too few or too many.
        (item(0) + "\n{\"signedPayload\":\"ey\n" + item(2) + "\n" + item(3), [0, 2, 3], 1),
        (item(0) + "\n{\"a\":1,\n" + item(2) + "\n", [0, 2], 1),
        (item(0) + "\n{\"a\":{\"b\":1}\n" + item(2) + "\n" + item(3), [0, 2, 3], 1),
        (item(0) + "\n{\"a\":[1}\n" + item(2) + "\n", [0, 2], 1),
        (item(0) + "\n{\"a\":1}}\n" + item(2) + "\n", [0, 2], 2),
        ("garbage " + item(0) + "\n" + item(1), [1], 1),
        (pretty(page([0])).dropLast(2) + "\n" + pretty(page([1])), [1], 1),
        // Arrays.
        ("[" + item(0) + "," + item(1) + ",]", [0, 1], 1),
        ("[" + item(0) + " " + item(1) + "]", [0], 1),
        ("[," + item(0) + "]", [0], 1),
        ("[" + item(0) + ",," + item(1) + "]", [0, 1], 1),
        ("[" + item(0) + ",x," + item(1) + "]", [0, 1], 1),
        ("[ey1.a.b]", [], 1),
        ("[" + item(0) + "," + item(1), [0, 1], 1),
        ("[" + item(0) + ",\n" + item(1).dropLast(8), [0], 1),
        ("[\n" + item(0) + ",\n{\"a\":[1},\n" + item(2) + "\n]", [0, 2], 1),
        ("[" + item(0) + "\n[" + item(1) + "]\n", [0, 1], 1),
        (item(0) + ",\n" + item(1) + ",\n", [0, 1], 2),
        // A page is never half taken, also where its items stand on lines of their own.
        ("{\"notificationHistory\":[\n" + item(0) + ",\n" + item(1) + ",\n{\"a\":[}", [], 1),
        ("{\"notificationHistory\":[\n" + item(0) + ",\n" + item(1) + ",\n", [], 1),
        (page([0, 1]).dropLast(3) + "\n" + page([2]), [2], 1),
        (page([0]) + page([1]).dropLast(), [0], 1),
    ]

    @Test("a broken document is one rejected record and takes no other with it", arguments: broken.indices)
    func brokenDocuments(_ index: Int) throws {
        let (text, accepted, rejected) = Self.broken[index]
        let reading = try scratch.read(String(text))
        #expect(reading.payloads == accepted.map { "ey\($0).a.b" })
        #expect(reading.reasons.filter { $0 == .malformedJSON || $0 == .notANotification }.count == rejected)
        #expect(reading.reasons.count == rejected)
        #expect(reading.faults.isEmpty)
    }

    @Test("where a page is cut does not matter: nothing of it is taken")
    func cutPage() throws {
        let text = Self.pretty(Self.page([0, 1, 2]))
        for count in stride(from: 1, to: text.utf8.count - 1, by: 7) {
            let reading = try scratch.read(String(decoding: text.utf8.prefix(count), as: UTF8.self))
            #expect(reading.payloads.isEmpty)
            #expect(reading.records.count == 1)
        }
    }

    @Test("input without a document is empty, an empty array is not")
    func empty() throws {
        for text in ["", " ", "\r\n\n", "\u{FEFF}", "\u{FEFF} \n"] {
            #expect(try scratch.read(text).faultReasons == [.emptyInput])
        }
        let reading = try scratch.read(" [ ] ")
        #expect(reading.faults.isEmpty)
        #expect(reading.documents.isEmpty)
    }

    @Test(
        "UTF-16 is one fault",
        arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0]] as [[UInt8]]
    )
    func wide(_ bytes: [UInt8]) throws {
        let reading = try Reading([scratch.write(bytes, "a")])
        #expect(reading.faultReasons == [.malformedJSON])
        #expect(reading.documents.isEmpty)
    }

    @Test("a document over the limit is a fault, what stands before it is kept")
    func overLimit() throws {
        var limits = ArchiveLimits()
        limits.maximumDocumentBytes = 600_000
        let text = Self.item(0) + "\n\"" + String(repeating: "a", count: 700_000) + "\"\n" + Self.item(1)
        let reading = try scratch.read(text, limits: limits)
        #expect(reading.payloads == ["ey0.a.b"])
        #expect(reading.faultReasons == [.limitExceeded])
        let space = Self.item(0) + String(repeating: " ", count: 1_200_000) + Self.item(1)
        #expect(try scratch.read(space, limits: limits).faultReasons == [.limitExceeded])
    }

    @Test("any bytes at all are framed without a crash, and the same in small pieces")
    func noise() throws {
        var generator = SeededGenerator(seed: 3)
        let alphabet = Array("{}[]\",:\\ey1 \n\r\t\u{FEFF}x".utf8)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 1..<200, using: &generator)).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            let path = try scratch.write(bytes, "a")
            let reading = try Reading([path])
            var limits = ArchiveLimits()
            limits.pullBytes = 3
            limits.slabBytes = 10
            #expect(reading.documents == (try Reading([path], limits: limits)).documents)
            let covered = reading.documents.reduce(0) { $0 + $1.text.count }
            #expect(covered <= bytes.count)
        }
    }
}
