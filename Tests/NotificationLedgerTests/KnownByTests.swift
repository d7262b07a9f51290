import Foundation
import NotificationLedger
import Testing

/// Past reports can be made again: what was said later is hidden, as if it had never been read.
struct KnownByTests {
    @Test func pastStatesAreThoseOfALedgerOfThePast() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        let items = try FrozenCorpus.items()
        try bench.folder.write("all.jsonl", items.joined(separator: "\n"))
        try bench.reconcile(["all.jsonl"], into: "all")
        var said: [String: Int64] = [:]
        for row in try bench.rows("notifications", of: "all") {
            if let uuid = row["notification_uuid"]?.text { said[uuid] = row["said_at"]?.number }
        }
        let lines = try bench.verify(["all.jsonl"]).lines
        #expect(lines.count == items.count)
        for day in ["2022-08-01", "2023-07-10", "2024-03-15", "2025-01-12", "2025-08-20", "2026-02-01"] {
            let limit = try #require(Instant.parse(day))
            let past = zip(items, lines).filter { pair in
                (pair.1.integer("signedDate") ?? pair.1.text("notificationUUID").flatMap { said[$0] } ?? 0) <= limit
            }
            #expect(past.count > 3 && past.count < items.count, "\(day)")
            try bench.folder.write("past.jsonl", past.map(\.0).joined(separator: "\n"))
            let partial = try bench.reconcile(["past.jsonl"], into: day, options: { $0.asOf = limit })
            let hidden = try bench.reconcile(
                ["all.jsonl"],
                into: "all",
                options: {
                    $0.asOf = limit
                    $0.knownBy = limit
                }
            )
            let past1 = try #require(partial.ledger).states.filter { !$0.subscriptions.isEmpty }
            let past2 = try #require(hidden.ledger).states.filter { !$0.subscriptions.isEmpty }
            for states in past1 {
                let same = past2.first { $0.app == states.app && $0.environment == states.environment }
                let there = (same?.subscriptions ?? [:]).filter { $0.key != "none" }
                #expect(there == states.subscriptions.filter { $0.key != "none" }, "\(day) \(states.app)")
            }
            try compareStories(bench, day, limit)
        }
    }

    /// Without an instant both ask at the horizon: that of the past, not the one that later words moved.
    @Test(arguments: ["2022-08-01", "2023-07-10", "2025-01-12", "2026-02-01"])
    func theDefaultInstantIsThePastsOwnHorizon(day: String) throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        let items = try FrozenCorpus.items()
        try bench.folder.write("all.jsonl", items.joined(separator: "\n"))
        let limit = try #require(Instant.parse(day))
        let hidden = try bench.reconcile(["all.jsonl"], into: "all", options: { $0.knownBy = limit })
        let lines = try bench.verify(["all.jsonl"]).lines
        let past = zip(items, lines).filter { ($0.1.integer("signedDate") ?? .max) <= limit }.map(\.0)
        let undated = zip(items, lines).filter { $0.1.integer("signedDate") == nil }.map(\.0)
        try bench.folder.write("past.jsonl", (past + undated).joined(separator: "\n"))
        let partial = try bench.reconcile(["past.jsonl"], into: "past", options: { $0.knownBy = limit })
        #expect(try #require(hidden.ledger).states == #require(partial.ledger).states)
        #expect(try #require(hidden.ledger).states.allSatisfy { $0.asOf.map { $0 <= limit } ?? true })
        let (all, then) = (try LedgerReader(path: bench.path("all")), try LedgerReader(path: bench.path("past")))
        for row in try bench.rows("subscriptions", of: "past") {
            guard let id = row["original_transaction_id"]?.text else { continue }
            let (first, second) = (
                try story(all.explain(id, asOf: nil, knownBy: limit)),
                try story(then.explain(id, asOf: nil, knownBy: limit))
            )
            if first != second { Issue.record("\(day) \(id): \(first) is not \(second)") }
        }
    }

    @Test func aReturnThatCameLaterIsNotTold() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        try bench.reconcile([FrozenCorpus.archive])
        let reader = try LedgerReader(path: bench.path("ledger"))
        let keys = Set(try bench.rows("consent_joins").compactMap { $0["original_transaction_id"]?.text })
        let told = try keys.filter { try reader.explain($0, asOf: nil, knownBy: nil).text.contains("shows a return") }
        let then = try #require(Instant.parse("2026-01-01"))
        #expect(!told.isEmpty)
        for key in told {
            let text = try reader.explain(key, asOf: nil, knownBy: then).text
            #expect(text.contains("withdrawn") && !text.contains("shows a return"))
        }
    }

    private func compareStories(_ bench: Workbench, _ day: String, _ limit: Int64) throws {
        let all = try LedgerReader(path: bench.path("all"))
        let partial = try LedgerReader(path: bench.path(day))
        for row in try bench.rows("subscriptions", of: day) {
            guard let id = row["original_transaction_id"]?.text else { continue }
            let first = try story(all.explain(id, asOf: limit, knownBy: limit))
            let second = try story(partial.explain(id, asOf: limit, knownBy: nil), attemptsUntil: limit)
            if first != second { Issue.record("\(day) \(id): \(first) is not \(second)") }
        }
    }

    /// The state and the notifications of a story; horizon and provenance are others in each ledger.
    ///
    /// Records that were said in the past may carry later attempts to deliver them, which only a true dump of that time
    /// lacks: `limit` takes them away, and what became of the delivery is not compared.
    private func story(_ explanation: Explanation, attemptsUntil limit: Int64 = .max) throws -> [String] {
        let object = try JSONSerialization.jsonObject(with: Data(explanation.json.utf8)) as? [String: Any]
        let purchases = try #require(object?["purchases"] as? [[String: Any]])
        return try purchases.map { purchase in
            var plain = purchase
            plain["horizon"] = nil
            let events = purchase["events"] as? [[String: Any]] ?? []
            plain["events"] = events.map { event in
                var event = event.filter { !["source", "index", "delivery"].contains($0.key) }
                let attempts = event["sendAttempts"] as? [[String: Any]] ?? []
                event["sendAttempts"] = attempts.filter { ($0["attemptDate"] as? Int64 ?? .min) <= limit }
                return event
            }
            let data = try JSONSerialization.data(withJSONObject: plain, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
    }
}
