import Foundation
import LedgerStore
import NotificationModel
import Testing

@Suite("Appending to a ledger")
struct LedgerIngestTests {
    private let folder: LedgerFolder
    private let first = RowBuilder.purchase(1, of: "o1", at: 1_000)
    private let other: RowBuilder.Content

    init() throws {
        folder = try LedgerFolder()
        var other = RowBuilder.purchase(1, of: "o1", at: 1_000)
        other.digest = 2
        other.status = 2
        self.other = other
    }

    @Test("the same content is new once and a duplicate from then on, whatever leaf signed it")
    func deduplicates() throws {
        var resigned = first
        resigned.leafSerial = "0b"
        let (ledger, fates) = try folder.ledger("a.db", of: [first, first, resigned])
        #expect(fates == [.new, .duplicate, .duplicate])
        #expect(try ledger.rows(of: "transaction_snapshots").count == 1)
    }

    @Test("another environment is another identity; no environment is one of its own")
    func keepsEnvironmentsApart() throws {
        var sandbox = first
        sandbox.environment = "Sandbox"
        var unknown = first
        unknown.environment = nil
        let (_, fates) = try folder.ledger("a.db", of: [first, sandbox, unknown, unknown])
        #expect(fates == [.new, .new, .new, .duplicate])
    }

    @Test("the smaller digest is shown and the other kept, in either order of arrival; a third copy is a duplicate")
    func keepsConflicts() throws {
        let (forward, fates) = try folder.ledger("a.db", of: [first, other, other, first])
        let (backward, backwardFates) = try folder.ledger("b.db", of: [other, first, first, other])
        #expect(fates == [.new, .conflicting, .duplicate, .duplicate])
        #expect(backwardFates == fates)
        for ledger in [forward, backward] {
            #expect(try ledger.rows(of: "notifications").map { $0["status"] } == [.integer(1)])
            #expect(try ledger.rows(of: "conflicts").map { $0["status"] } == [.integer(2)])
            #expect(try ledger.rows(of: "transaction_snapshots").count == 2)
        }
        #expect(try forward.canonicalBytes == backward.canonicalBytes)
    }

    @Test("an earlier word outranks a smaller digest, and an undated one comes last")
    func ordersConflicts() throws {
        var undated = first
        undated.saidAt = nil
        undated.digest = 0
        var earlier = first
        earlier.saidAt = 500
        earlier.digest = 9
        let (ledger, fates) = try folder.ledger("a.db", of: [undated, first, earlier])
        #expect(fates == [.new, .conflicting, .conflicting])
        #expect(try ledger.rows(of: "notifications").map { $0["said_at"] } == [.integer(500)])
        #expect(try ledger.conflictCount() == 2)
    }

    @Test("NUL, quotes and SQL in a field are stored as they are")
    func storesTextAsIs() throws {
        let odd = "a\0b'; DROP TABLE notifications; --\u{1F600}"
        var content = first
        content.transaction?["productId"] = .text(odd)
        content.transaction?["offerIdentifier"] = .text("")
        let (ledger, _) = try folder.ledger("a.db", of: [content])
        let row = try #require(try ledger.rows(of: "transaction_snapshots").first)
        #expect(row["product_id"] == .text(odd))
        #expect(row["offer_identifier"] == .text(""))
        #expect(row["offer_period"] == .null)
        #expect(row["is_upgraded"] == .integer(0))
        #expect(try ledger.rows(of: "transactions").first?["product_id"] == .text(odd))
    }

    @Test("delivery attempts are united by date and result")
    func unitesAttempts() throws {
        let ledger = try folder.open()
        var builder = RowBuilder()
        let row = builder.add(first)
        let attempts = [
            SendAttempt(attemptDate: 5, result: "TIMED_OUT"), SendAttempt(attemptDate: nil, result: "SUCCESS"),
            SendAttempt(attemptDate: 5, result: "SUCCESS"),
        ]
        try ledger.transaction {
            try ledger.append(attempts: attempts[...], for: builder.batch, row: row)
            try ledger.append(attempts: attempts.reversed()[...], for: builder.batch, row: row)
        }
        #expect(try ledger.rows(of: "send_attempts").count == 3)
    }

    @Test("a rollback leaves nothing")
    func rollsBack() throws {
        let ledger = try folder.open()
        let before = try ledger.canonicalBytes
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try ledger.transaction {
                var builder = RowBuilder()
                let row = builder.add(first)
                let source = try ledger.sourceID(of: Array("x".utf8))
                _ = try ledger.append(
                    builder.batch,
                    row: row,
                    provenance: Provenance(sourceID: source, recordIndex: 0, streamOffset: 0, runID: 1)
                )
                try ledger.save(QuarantineMark(file: "1:2", generation: 0, length: 99))
                throw Stop()
            }
        }
        #expect(try ledger.canonicalBytes == before)
        #expect(try !ledger.isDirty)
        #expect(try ledger.quarantine("1:2") == nil)
        #expect(try ledger.append([first]) == [.new])
        #expect(try ledger.isDirty)
    }

    @Test("after a failure inside a row the ledger takes the next row as if nothing had been")
    func survivesFailedRow() throws {
        let ledger = try folder.open()
        var malformed = first
        malformed.transaction?["purchaseDate"] = .text("no date")
        #expect(throws: SQLiteError.self) { try ledger.append([malformed]) }
        #expect(try ledger.append([first]) == [.new])
        #expect(try ledger.rows(of: "transaction_snapshots").map { $0["purchase_date"] } == [.integer(1_000)])
    }

    @Test("a reject is first seen once and counted from then on")
    func countsRejects() throws {
        let ledger = try folder.open()
        let reject = Reject(
            digest: Digest256(words: (1, 2, 3, 4)),
            reason: .signatureInvalid,
            detail: "64 bytes",
            sourceID: 1,
            recordIndex: 3,
            runID: 1
        )
        var other = reject
        other.digest = Digest256(words: (1, 2, 3, 5))
        other.recordIndex = nil
        #expect(try [reject, reject, other].map { try ledger.recordReject($0, keptIn: "q") } == [true, false, true])
        #expect(try ledger.rejectCounts() == [RejectCount(reason: "signature-invalid", distinct: 2, seen: 3)])
        #expect(try !ledger.recordReject(reject, keptIn: nil))
        #expect(try ledger.recordReject(reject, keptIn: "elsewhere"))
        #expect(try !ledger.recordReject(reject, keptIn: "q"))
    }

    @Test("an input's progress, the runs and the quarantine's length come back after reopening")
    func keepsBooks() throws {
        let path: [UInt8] = [0x2F, 0xFF, 0x00, 0x41]
        let progress = SourceProgress(
            path: path,
            size: 10,
            modifiedNanoseconds: 20,
            prefixDigest: Digest256(words: (1, 2, 3, 4)),
            streamOffset: 30,
            nextRecordIndex: 40,
            isFinished: true
        )
        do {
            let ledger = try folder.open()
            let (run, next) = (try ledger.beginRun(startedAt: 1), try ledger.beginRun(startedAt: 2))
            #expect((run, next) == (1, 2))
            try ledger.finishRun(run, finishedAt: 3, counts: "{}")
            try ledger.transaction {
                try ledger.save(progress)
                try ledger.save(QuarantineMark(file: "1:2", generation: 3, length: 77))
            }
            #expect(try ledger.sourceID(of: path) == ledger.sourceID(of: path))
            #expect(try ledger.sourceID(of: path) != ledger.sourceID(of: [0x41]))
        }
        let ledger = try folder.open()
        #expect(try ledger.progress(of: path) == progress)
        #expect(try ledger.progress(of: [0x42]) == nil)
        #expect(try ledger.quarantine("1:2") == QuarantineMark(file: "1:2", generation: 3, length: 77))
    }
}
