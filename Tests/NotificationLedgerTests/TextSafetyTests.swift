import CorpusForge
import Foundation
import NotificationLedger
import NotificationModel
import Testing

/// Texts that come from outside leave as data, never as commands to a terminal or a parser.
struct TextSafetyTests {
    @Test(arguments: [
        ("plain", "plain"), ("é 夏 🙂", "é 夏 🙂"), ("a\nb", "a\\u{a}b"), ("\u{1B}[31mred", "\\u{1b}[31mred"),
        ("tab\t", "tab\\u{9}"), ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"), ("a\u{200B}b", "a\\u{200b}b"),
        ("\u{2028}", "\\u{2028}"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{FEFF}x", "\\u{feff}x"),
        ("\u{E000}", "\\u{e000}"), ("\0", "\\u{0}"), ("\r\n", "\\u{d}\\u{a}"), ("\u{7F}", "\\u{7f}"), ("", ""),
    ]) func escapes(text: String, printable: String) {
        #expect(PrintableText.escape(text) == printable)
    }

    @Test func cutsLongText() {
        #expect(PrintableText.escape(String(repeating: "x", count: 201)) == String(repeating: "x", count: 200) + "…")
        #expect(PrintableText.escape(String(repeating: "x", count: 200)) == String(repeating: "x", count: 200))
        #expect(PrintableText.escape("abcdef", limit: 3) == "abc…")
    }

    @Test func everyScalarComesBackFromJSON() throws {
        var text = "\"\\/\n\r\t\u{8}\u{C}\u{7F}\u{80}\u{2028}é夏🙂"
        for value in 0..<0x20 { text.unicodeScalars.append(Unicode.Scalar(UInt8(value))) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(text)
        writer.value(text)
        writer.endObject()
        #expect(!writer.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: String]
        #expect(object == [text: text])
    }

    @Test func valuesAreSeparatedAndNested() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a")
        writer.value(Int64.min)
        writer.name("b")
        writer.beginArray()
        writer.value(true)
        writer.null()
        writer.value(nil as String?)
        writer.beginObject()
        writer.endObject()
        writer.raw(Array("[1,2]".utf8))
        writer.value(utf8: Array("x".utf8))
        writer.endArray()
        writer.name("c")
        writer.value("")
        writer.endObject()
        writer.newline()
        writer.value(1)
        let text = "{\"a\":-9223372036854775808,\"b\":[true,null,null,{},[1,2],\"x\"],\"c\":\"\"}\n1"
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
        writer.reset()
        writer.raw(Array("{ \"a b\" :\n[ \"\\\" \\\\\" ,\t1 ]\r\n}".utf8))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a b\":[\"\\\" \\\\\",1]}")
        writer.reset()
        writer.value(2)
        #expect(writer.bytes == Array("2".utf8))
    }

    @Test func aSummaryForPeopleHoldsNoControlCharacters() throws {
        let bench = try Workbench()
        let notification = Telling.renewed(1).with {
            $0.type = "\u{1B}]0;owned\u{7}"
            $0.subtype = "a\nb"
        }
        try bench.folder.write("one", itemLines([SharedForge.get().signedPayload(notification)]))
        let summary = try bench.reconcile(["one"])
        #expect(summary.counts.new == 1)
        #expect(!summary.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        let story = try LedgerReader(path: bench.path("ledger")).explain(Telling.uuid(1), asOf: nil, knownBy: nil)
        #expect(!story.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    @Test func countsAddUpOnlyWhenNothingIsMissing() {
        var counts = RunCounts()
        #expect(counts.addUp)
        #expect(counts.inputWasWhole)
        counts.recordsIn = 3
        counts.new = 1
        counts.duplicate = 1
        counts.rejected = 1
        #expect(!counts.addUp)
        counts.rejectedByReason = ["malformed-jws": 1]
        counts.byType = [RunCounts.TypeKey(type: "TEST", subtype: nil): 2]
        #expect(!counts.addUp)
        counts.byApp = [RunCounts.AppKey(app: "", environment: ""): 2]
        #expect(counts.addUp)
        #expect(!counts.inputWasWhole)
        for change in [\RunCounts.recordsIn, \.new, \.duplicate, \.rejected] {
            var wrong = counts
            wrong[keyPath: change] += 1
            #expect(!wrong.addUp)
        }
        var loud = RunCounts()
        loud.conflicting = 1
        #expect(!loud.inputWasWhole)
    }
}
