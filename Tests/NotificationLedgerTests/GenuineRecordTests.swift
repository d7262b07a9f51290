import Foundation
import LedgerStore
import NotificationLedger
import TestSupport
import Testing

/// Records that Apple signed, through the whole of both runs.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct GenuineRecordTests {
    private static let pages = SharedMaterial.isPresent ? SharedMaterial.url("real/pages").path : ""

    private func expected() throws -> [[String: Any]] {
        let data = try Data(contentsOf: SharedMaterial.url("real/expected.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    /// The expected values of an object, each compared with what was decoded.
    private func expectEqual(_ found: [String: Any]?, _ expected: [String: Any], _ file: String) {
        for (name, value) in expected {
            if value is NSNull {
                #expect(found?[name] == nil || found?[name] is NSNull, "\(file) \(name)")
            } else {
                #expect((found?[name] as? NSObject) == (value as? NSObject), "\(file) \(name)")
            }
        }
    }

    @Test func pagesGiveThirteenNewTwoDuplicatesFiveRejected() throws {
        let bench = try Workbench(root: nil)
        let (lines, summary, _) = try bench.verify([Self.pages])
        #expect(lines.count == 20)
        #expect(lines.count { $0.verdict == "accepted" } == 13)
        #expect(lines.count { $0.verdict == "duplicate" } == 2)
        #expect(lines.count { $0.verdict == "rejected" } == 5)
        #expect(summary.counts.recordsIn == 20)
        #expect(summary.counts.new == 13)
        #expect(!summary.inputWasWhole)
    }

    @Test func everyGenuineRecordIsDecodedAsExpected() throws {
        let bench = try Workbench(root: nil)
        for entry in try expected() {
            let file = try #require(entry["file"] as? String)
            let path = SharedMaterial.url("real/" + file).path
            let (lines, _, _) = try bench.verify([path], includesPayload: true)
            #expect(lines.count == 1, "\(file)")
            let line = try #require(lines.first)
            #expect(line.verdict == entry["verdict"] as? String, "\(file)")
            #expect(line.index == 0)
            guard line.verdict == "accepted" else {
                #expect(line.reason != nil)
                #expect(line.members["payload"] is NSNull)
                continue
            }
            var plain = entry
            for part in ["file", "verdict", "transaction", "renewal"] { plain[part] = nil }
            expectEqual(line.members, plain, file)
            for part in ["transaction", "renewal"] {
                let told = entry[part] as? [String: Any]
                #expect((line.payload(part) == nil) == (told == nil), "\(file) \(part)")
                expectEqual(line.payload(part), told ?? [:], file)
            }
        }
    }

    @Test func alteredRecordsAreRefusedForTheRightReason() throws {
        let reasons = [
            "106": "signature-invalid", "108": "signature-invalid", "110": "malformed-jws", "113": "malformed-jws",
            "114": "signature-length",
        ]
        let bench = try Workbench(root: nil)
        for (name, reason) in reasons {
            let path = SharedMaterial.url("real/notifications/\(name).jws").path
            #expect(try bench.verify([path]).lines.map(\.reason) == [reason], "\(name)")
        }
    }

    @Test func reconciliationCountsTheSame() throws {
        let bench = try Workbench(root: nil)
        let summary = try bench.reconcile([Self.pages])
        #expect(summary.counts.recordsIn == 20)
        #expect(summary.counts.new == 13)
        #expect(summary.counts.duplicate == 2)
        #expect(summary.counts.conflicting == 0)
        #expect(summary.counts.rejected == 5)
        #expect(try bench.rows("notifications").count == 13)
        #expect(try bench.quarantine().count == 5)
    }

    @Test func attestedPeriodOfAnotherProductGivesAccess() throws {
        let bench = try Workbench(root: nil)
        try bench.reconcile([Self.pages])
        let row = try #require(
            try bench.rows("current_entitlements").first {
                $0["original_transaction_id"]?.text == "2000001024993299"
            }
        )
        #expect(row["state"]?.text == "active")
        #expect(row["cause"]?.text == "attested")
        #expect(row["product_id"]?.text == "com.getsession.org.pro_sub_3_months")
        #expect(row["until"]?.number == 1_760_592_314_000)
        let story = try LedgerReader(path: bench.path("ledger")).explain("2000001032604840", asOf: nil, knownBy: nil)
        #expect(story.text.contains("com.getsession.org.pro_sub_3_months"))
        #expect(story.json.contains("\"active\""))
    }

    @Test func loadedRootGivesTheVerdictsOfTheBuiltInAnchor() throws {
        let root = Array(try Data(contentsOf: SharedMaterial.url("certificates/AppleRootCA-G3.cer")))
        let loaded = try Workbench(root: root)
        let builtIn = try Workbench(root: nil)
        let first = try loaded.verify([Self.pages])
        let second = try builtIn.verify([Self.pages])
        #expect(first.bytes == second.bytes)
        #expect(first.summary.anchors == second.summary.anchors)
    }

    @Test func nothingGenuineIsTrustedUnderAnotherRoot() throws {
        let bench = try Workbench()
        let (lines, summary, _) = try bench.verify([Self.pages])
        #expect(lines.allSatisfy { $0.verdict == "rejected" })
        #expect(summary.counts.rejectedByReason["untrusted-root"] ?? 0 >= 15)
    }
}
