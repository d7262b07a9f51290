import Foundation
import Testing

/// `verify`: one JSON line a record, in input order, the same bytes whatever the threads.
struct VerifyCommandTests {
    private static let keys = [
        "source", "index", "verdict", "reason", "detail", "notes", "notificationUUID", "notificationType", "subtype",
        "event", "effect", "signedDate", "environment", "bundleId", "appAppleId", "originalTransactionId",
        "transactionId", "appTransactionId", "productId", "status", "leafSerial",
    ]

    private func verify(_ more: [String], input: [UInt8] = []) async throws -> CommandRun {
        try await CommandRun.storeledger(["verify", "--progress", "never"] + FrozenCorpus.trust + more, input: input)
    }

    @Test func theFrozenCorpusGetsItsVerdicts() async throws {
        let run = try await verify([FrozenCorpus.archive])
        #expect(run.exitCode == 3)
        let expected = try FrozenCorpus.truth()
        try #require(run.lines.count == expected.count)
        for (line, truth) in zip(run.lines, expected) {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["source"] as? String == "\(FrozenCorpus.archive)/\(truth.source)")
            #expect(object["index"] as? Int == truth.index, "\(truth)")
            let fate = object["verdict"] as? String == "accepted" ? "new" : object["verdict"] as? String
            #expect(fate == truth.fate, "\(truth) \(line)")
            #expect(object["reason"] as? String == truth.reason, "\(truth) \(line)")
            #expect((object["notificationUUID"] as? String)?.lowercased() == truth.notificationUUID?.lowercased())
        }
    }

    @Test func everyLineHasTheSameKeysInTheSameOrder() async throws {
        let run = try await verify([FrozenCorpus.archive])
        for line in run.lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(Set(object.keys) == Set(Self.keys))
            var rest = line[...]
            for key in Self.keys {
                let range = try #require(rest.range(of: "\"\(key)\":"), "\(key) in its place: \(line)")
                rest = rest[range.upperBound...]
            }
            for (key, value) in object {
                #expect(value as? String != "", "\(key) is empty instead of null")
            }
        }
    }

    @Test func theBytesDoNotDependOnTheThreads() async throws {
        let one = try await verify([FrozenCorpus.archive, "--jobs", "1", "--with-payload"])
        #expect(!one.output.isEmpty)
        for jobs in ["2", "7", "64"] {
            let other = try await verify([FrozenCorpus.archive, "--jobs", jobs, "--with-payload"])
            #expect(other.output == one.output)
            #expect(other.exitCode == one.exitCode)
        }
    }

    @Test func manySlabsComeInInputOrder() async throws {
        let workshop = try Workshop()
        let file = try workshop.write("many.jsonl", try FrozenCorpus.repeated(bytes: 20 << 20))
        let one = try await verify([file, "--jobs", "1"])
        let seven = try await verify([file, "--jobs", "7"])
        #expect(one.exitCode == 0)
        #expect(seven.output == one.output)
        for (index, line) in one.lines.enumerated() {
            #expect(line.contains("\"index\":\(index),"))
        }
    }

    @Test func payloadsAreAddedOnDemandOnly() async throws {
        let bare = try await verify([FrozenCorpus.plainFile])
        let full = try await verify([FrozenCorpus.plainFile, "--with-payload"])
        #expect(bare.lines.count == full.lines.count)
        for (short, long) in zip(bare.lines, full.lines) {
            #expect(long.hasPrefix(short.dropLast() + ",\"payload\":{"))
            let object = try #require(try JSONSerialization.jsonObject(with: Data(long.utf8)) as? [String: Any])
            let payload = try #require(object["payload"] as? [String: Any])
            let notification = try #require(payload["notification"] as? [String: Any])
            #expect(notification["notificationType"] as? String == object["notificationType"] as? String)
        }
    }

    @Test func withoutRecordsOnlyTheSummaryIsLeft() async throws {
        let run = try await verify([FrozenCorpus.archive, "--no-records"])
        #expect(run.exitCode == 3)
        #expect(run.output.isEmpty)
        let lines = try await verify([FrozenCorpus.archive])
        let withoutTimes = { (text: String) in text.split(separator: "\n").dropLast().joined(separator: "\n") }
        #expect(withoutTimes(run.errorText) == withoutTimes(lines.errorText))
        #expect(run.errorText.contains("rejected"))
    }

    @Test func jsonIsOneObjectWhoseCountsAddUp() async throws {
        let run = try await verify([FrozenCorpus.archive, "--json"])
        #expect(run.exitCode == 3)
        #expect(run.errors.isEmpty)
        let truth = try FrozenCorpus.truth()
        let counts = try SummaryCounts(run.object())
        #expect(counts.records["in"] == truth.count)
        #expect(counts.records["new"] == truth.count { $0.fate == "new" })
        #expect(counts.records["duplicate"] == truth.count { $0.fate == "duplicate" })
        #expect(counts.records["rejected"] == truth.count { $0.fate == "rejected" })
        counts.expectToAddUp()
    }

    @Test func quietLeavesTheLinesAlone() async throws {
        let run = try await verify([FrozenCorpus.plainFile, "--quiet"])
        let loud = try await verify([FrozenCorpus.plainFile])
        #expect(run.errors.isEmpty)
        #expect(!loud.errors.isEmpty)
        #expect(run.output == loud.output)
        #expect(run.exitCode == 0)
    }

    @Test func standardInputIsASourceNamedByAHyphen() async throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: FrozenCorpus.compressedFile)))
        let piped = try await verify(["-"], input: bytes)
        let named = try await verify([FrozenCorpus.compressedFile])
        #expect(piped.exitCode == 0)
        #expect(
            piped.outputText
                == named.outputText.replacingOccurrences(
                    of: "\"source\":\"\(FrozenCorpus.compressedFile)\"",
                    with: "\"source\":\"-\""
                )
        )
    }

    @Test func aFIFOIsReadToItsEnd() async throws {
        let workshop = try Workshop()
        let run = try await CommandRun.shell(
            "mkfifo pipe && (cat \"$1\" > pipe &) && \"$STORELEDGER\" verify pipe --trust-root \"$2\"",
            [FrozenCorpus.compressedFile, FrozenCorpus.trust[1]],
            in: workshop.folder
        )
        let named = try await verify([FrozenCorpus.compressedFile])
        #expect(run.exitCode == 0)
        #expect(run.lines.count == named.lines.count)
        #expect(run.lines.count > 0)
    }

    @Test func restrictionsRejectWhatIsOutside() async throws {
        let bundle = try await verify(FrozenCorpus.whole + ["--bundle-id", "com.example.meadow", "--json"])
        let counts = try SummaryCounts(bundle.object())
        #expect(bundle.exitCode == 3)
        #expect(Set(counts.rejectedByReason.keys) == ["app-not-allowed"])
        #expect(counts.records["new", default: 0] > 0)
        let sandbox = try await verify([FrozenCorpus.plainFile, "--environment", "sandbox", "--json"])
        let none = try SummaryCounts(sandbox.object())
        #expect(none.records["in"] == none.rejectedByReason["environment-not-allowed"])
    }

    @Test func withoutTheTestRootNothingIsAccepted() async throws {
        let run = try await CommandRun.storeledger(["verify", FrozenCorpus.plainFile, "--json"])
        let counts = try SummaryCounts(run.object())
        #expect(run.exitCode == 3)
        #expect(counts.rejectedByReason == ["untrusted-root": counts.records["in", default: 0]])
    }

    @Test func anEmptyDirectoryIsNoInputAndNoFault() async throws {
        let workshop = try Workshop()
        let run = try await verify([workshop.folder.path, "--json"])
        #expect(run.exitCode == 0)
        #expect(try SummaryCounts(run.object()).records["in"] == 0)
    }

    /// Logs are rotated by appending one compressed file to another.
    @Test(arguments: [
        "meadow/production-2026.json.lz4", "meadow/sandbox.jsonl.zst", "tidepool/production-2022-to-2024.json.gz",
    ])
    func membersAndFramesOneAfterAnotherAreAllRead(_ file: String) async throws {
        let once = try Array(Data(contentsOf: URL(filePath: "\(FrozenCorpus.archive)/\(file)")))
        let single = try SummaryCounts(try await verify(["-", "--json"], input: once).object())
        let triple = try await verify(["-", "--json"], input: once + once + once)
        #expect(triple.exitCode == 0)
        #expect(try SummaryCounts(triple.object()).records["in"] == 3 * single.records["in", default: 0])
        #expect(single.records["in", default: 0] > 0)
    }
}
