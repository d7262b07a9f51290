import CorpusForge
import NotificationLedger
import Testing

/// Records of a slab are judged together, and none of them marks another.
struct BatchIsolationTests {
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    private func verify(_ notifications: [ForgedNotification]) throws -> [VerdictLine] {
        try bench.folder.write("input", itemLines(notifications.map { try forge.signedPayload($0) }))
        return try bench.verify(["input"]).lines
    }

    /// A remark is due to its ownership type; then a date is a text, for which the record is rejected.
    private var remarkedAndRejected: ForgedNotification {
        Telling.renewed(
            1,
            Telling.data {
                $0.inAppOwnershipType = "BORROWED"
                $0.expiresDate = nil
                $0.others = [ForgedJSON.Member("expiresDate", "soon")]
            }
        )
    }

    @Test func remarksOnARejectedPartDoNotPassToTheNextRecord() throws {
        let lines = try verify([remarkedAndRejected, Telling.renewed(2)])
        #expect(lines.map(\.reason) == ["inner-rejected", nil])
        #expect(lines.map(\.notes) == [[], []])
    }

    @Test func remarksOnARejectedEnvelopeDoNotPassToAnotherRecord() throws {
        let data = Telling.data().with {
            $0.status = 77
            $0.others = [ForgedJSON.Member("environment", "Sandbox")]
        }
        let lines = try verify([Telling.renewed(2), Telling.renewed(1, data)])
        #expect(lines.map(\.reason) == [nil, "repeated-member"])
        #expect(lines.map(\.notes) == [[], []])
    }

    @Test func aForgedRecordLeavesNoRemarkOnAGenuineOne() throws {
        let data = Telling.data(environment: "Xcode").with {
            $0.status = 77
            $0.others = [ForgedJSON.Member("environment", "Xcode")]
        }
        let stranger = try JWSSigner(key: CorpusForge.SigningKey(on: .p256), certificates: [])
        let forged = try Telling.renewed(1, data).signedPayload(by: stranger)
        try bench.folder.write("input", itemLines([forge.signedPayload(Telling.renewed(2)), forged]))
        let lines = try bench.verify(["input"]).lines
        #expect(lines.map(\.reason) == [nil, "chain-length"])
        #expect(lines.map(\.notes) == [[], []])
    }

    @Test func everyRecordIsJudgedAsItIsAlone() throws {
        let kinds: [ForgedNotification] = [
            remarkedAndRejected, Telling.renewed(2),
            Telling.renewed(3, Telling.data { $0.inAppOwnershipType = "BORROWED" }),
            Telling.renewed(4).with { $0.uuid = nil }, Telling.renewed(5).with { $0.type = "FUTURE_THING" },
            Telling.renewed(6, Telling.data().with { $0.renewal = .fields(Telling.renewal()) }),
            Telling.renewed(7, Telling.data().with { $0.transaction = .verbatim("no JWS") }),
        ]
        let alone = try kinds.map { kind in
            let line = try #require(verify([kind]).first)
            return line.judgement + " \(line.detail ?? "") \(line.notes)"
        }
        for (first, one) in kinds.enumerated() {
            for (second, other) in kinds.enumerated() {
                let lines = try verify([one, other, one])
                let found = lines.map { $0.judgement + " \($0.detail ?? "") \($0.notes)" }
                // The third is a duplicate of the first where that was accepted.
                #expect(found.prefix(2) == [alone[first], first == second ? found[1] : alone[second]])
                #expect(lines[2].notes == lines[0].notes && lines[2].detail == lines[0].detail)
            }
        }
    }

    @Test func aSlabOfRejectedRecordsOnlyGivesOnlyRejections() throws {
        let payloads = try (1...70).map { try forge.spoilt(Telling.renewed($0)) }
        try bench.folder.write("input", itemLines(payloads))
        let (lines, summary, _) = try bench.verify(["input"])
        #expect(lines.count == 70)
        #expect(lines.allSatisfy { $0.reason == "signature-invalid" })
        #expect(summary.counts.new == 0)
    }

    @Test func inputWithoutRecordsIsNoFault() throws {
        try bench.folder.write("input", "\n\n[]\n")
        let (lines, summary, _) = try bench.verify(["input"])
        #expect(lines.isEmpty)
        #expect(summary.counts.recordsIn == 0)
    }
}
