import Foundation
import Reconciliation
import Testing

/// Runs the examples of docs/reconciliation.md: what the document says holds is what is derived.
@Suite("Examples of the documentation")
struct DocumentedExampleTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var heading: String
        var told: [String] = []
        var holds: [String] = []
        var testDescription: String { "\(heading): \(told.last ?? "")" }
    }

    static let examples: [Example] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.deletingLastPathComponent().appending(path: "docs/reconciliation.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var examples: [Example] = []
        var heading = ""
        var part = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            switch line {
            case "told":
                examples.append(Example(heading: heading))
                part = line
            case "holds": part = line
            case "```": part = ""
            default:
                let content = line.trimmingCharacters(in: .whitespaces)
                if part == "told" { examples[examples.count - 1].told.append(content) }
                if part == "holds" { examples[examples.count - 1].holds.append(content) }
            }
        }
        return examples
    }()

    @Test("the document has examples")
    func presence() { #expect(Self.examples.count >= 10) }

    @Test("what holds is derived from what was told", arguments: examples)
    func example(_ example: Example) throws {
        var story = Story("1")
        for line in example.told { try story.tell(line) }
        #expect(story.timeline == example.holds)
        var backwards = Story("1")
        for line in example.told.reversed() { try backwards.tell(line) }
        #expect(backwards.timeline == example.holds)
    }
}

extension Story {
    /// Tells a line such as `10 REFUND status 5 1 [0, 30) revoked 10 off 30`.
    fileprivate mutating func tell(_ line: String) throws {
        var words = line.split(separator: " ").map(String.init)[...]
        func number(_ word: String?) throws -> Double { try #require(word.flatMap(Double.init), "\(line)") }
        let day = try number(words.popFirst())
        let type = words.removeFirst()
        var subtype: String?
        if words.first == "/" {
            words.removeFirst()
            subtype = words.popFirst()
        }
        var status: Int64?
        var transaction: Transaction?
        var renewal: Renewal?
        while let word = words.popFirst() {
            switch word {
            case "status": status = Int64(try number(words.popFirst()))
            case "renews": renewal = Renewal(renews: try number(words.popFirst()))
            case "off": renewal = Renewal(on: false, renews: try number(words.popFirst()))
            case "grace": renewal?.grace = try number(words.popFirst())
            case "revoked":
                let instant = Self.day(try number(words.popFirst()))
                transaction?.edit = { $0.revocationDate = instant }
            case "plus":
                transaction?.product = "plus"
            default:
                let start = try number(words.popFirst()?.filter { !"[,".contains($0) })
                let end = try number(words.popFirst()?.filter { $0 != ")" })
                transaction = Transaction(id: word, from: start, to: end)
            }
        }
        if subtype == "RESUBSCRIBE" || subtype == "UPGRADE" {
            transaction?.edit = { $0.transactionReason = "PURCHASE" }
        }
        tell(type, subtype, at: day, status: status, transaction, renewal)
    }
}
