import ByteParsing
import Testing

@Suite("The JSON tape")
struct JSONParserTests {
    static func fault(_ text: String, depth: Int = 64) -> JSONFault? {
        var parser = JSONParser(maximumDepth: depth)
        do throws(JSONFault) {
            try parser.parse(Array(text.utf8).span)
            return nil
        } catch {
            return error
        }
    }

    @Test("an object's nodes alternate name and value, and next leads over what a value contains")
    func tape() throws {
        let bytes = Array(#" {"a":[1,{"b":"x\n"}],"c":null} "#.utf8)
        var parser = JSONParser()
        try parser.parse(bytes.span, base: 100)
        let root = parser[0]
        #expect(root.kind == .object)
        #expect(root.literalRange == 101..<101 + bytes.count - 2)
        let found = parser.value(of: "a", in: 0, bytes.span)
        let list = try #require(found)
        let listNode = parser[list]
        #expect(listNode.kind == .array)
        let behind = parser.value(of: "c", in: 0, bytes.span)
        let last = try #require(behind)
        let lastNode = parser[last]
        #expect(listNode.next == last - 1)
        #expect(lastNode.kind == .null)
        let count = parser.count
        #expect(lastNode.next == count)
    }

    @Test("nesting is allowed up to the limit and refused one level deeper")
    func nesting() {
        #expect(Self.fault(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
        #expect(Self.fault(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == .tooDeep)
    }

    @Test(
        "what is no single value is refused",
        arguments: ["{}{}", "[1,]", "{\"a\":1,}", "nul", "01", "1.", "\"\\x\"", "\"a\nb\"", "\u{FEFF}{}", "[1 2]"]
    )
    func malformed(_ text: String) {
        #expect(Self.fault(text) != nil)
    }

    @Test("nothing at all and nothing but white space are called empty")
    func empty() {
        #expect(Self.fault("") == .empty)
        #expect(Self.fault(" \n") == .empty)
    }

    @Test("a parser forgets a failed parse")
    func reuse() throws {
        var parser = JSONParser()
        do throws(JSONFault) {
            try parser.parse(Array("[".utf8).span)
            Issue.record("an open array was accepted")
        } catch {
            let count = parser.count
            #expect(count == 0)
        }
        try parser.parse(Array("[7]".utf8).span)
        let count = parser.count
        #expect(count == 2)
    }

    @Test("escapes are resolved, surrogate pairs too, and names are compared without them")
    func escapes() throws {
        let bytes = Array(#"{"\u0061b":"\ud83d\ude00\/\"\u0000"}"#.utf8)
        var parser = JSONParser()
        try parser.parse(bytes.span)
        let found = parser.value(of: "ab", in: 0, bytes.span)
        let value = try #require(found)
        let text = JSONText.string(parser[value], of: bytes.span)
        #expect(text == "😀/\"\u{0}")
    }
}
