import Foundation
import Testing

/// `types`: the table of types in three forms.
struct TypesCommandTests {
    private static let keys: Set = [
        "notificationType", "subtype", "event", "effect", "payload", "inner", "since", "documented",
    ]

    @Test func jsonHasOneObjectAPairWithTheDocumentedKeys() async throws {
        let run = try await CommandRun.storeledger(["types", "--format", "json"])
        #expect(run.exitCode == 0)
        let pairs = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
        for pair in pairs {
            #expect(Set(pair.keys) == Self.keys)
            #expect(pair["documented"] is Bool)
            #expect((pair["notificationType"] as? String)?.isEmpty == false)
            #expect(pair["subtype"] is NSNull || (pair["subtype"] as? String)?.isEmpty == false)
        }
        let names = pairs.map { "\($0["notificationType"] ?? "") \($0["subtype"] ?? "")" }
        #expect(Set(names).count == names.count)
        // Apple's own table of types and subtypes has 39 rows; version 2.23 of the API added more.
        #expect(pairs.count { $0["documented"] as? Bool == true } >= 39)
    }

    @Test func everyFormTellsTheSamePairs() async throws {
        let json = try await CommandRun.storeledger(["types", "--format=json"])
        let pairs = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]])
        let text = try await CommandRun.storeledger(["types"])
        let markdown = try await CommandRun.storeledger(["types", "--format", "markdown"])
        #expect(text.exitCode == 0)
        #expect(markdown.exitCode == 0)
        #expect(text.lines.count == pairs.count)
        #expect(markdown.lines.count == pairs.count + 2)
        for (index, pair) in pairs.enumerated() {
            let type = try #require(pair["notificationType"] as? String)
            let subtype = pair["subtype"] as? String
            let words = text.lines[index].split(separator: " ")
            #expect(words[0] == type)
            #expect(words[1] == subtype ?? "-")
            #expect(markdown.lines[index + 2].hasPrefix("| `\(type)` | \(subtype.map { "`\($0)`" } ?? "(none)") |"))
        }
        #expect(Set(markdown.lines.map { $0.filter { $0 == "|" }.count }).count == 1)
    }

    @Test func anotherFormIsRefused() async throws {
        let run = try await CommandRun.storeledger(["types", "--format", "xml"])
        #expect(run.exitCode == 2)
        #expect(run.errorText.contains("text, json, markdown"))
    }
}
