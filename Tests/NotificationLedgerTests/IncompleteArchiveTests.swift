import CorpusForge
import Foundation
import NotificationLedger
import Testing

/// Archives that are not whole are never presented as whole.
struct IncompleteArchiveTests {
    private let bench: Workbench
    private let payloads: [String]

    init() throws {
        bench = try Workbench()
        let forge = try SharedForge.get()
        payloads = try (1...6).map { try forge.signedPayload(Telling.renewed($0)) }
    }

    /// A page with one of the payloads, or none.
    private func page(_ payload: Int?, hasMore: Bool) -> String {
        let items = payload.map { [HistoryItem(payloads[$0])] } ?? []
        return HistoryPage(items, hasMore: hasMore, paginationToken: "t").text + "\n"
    }

    /// The names of the sources that a summary calls incomplete, below the bench's folder.
    private func incomplete(_ summary: RunSummary) throws -> [String] {
        let ledger = try #require(summary.ledger)
        #expect(ledger.discrepancies["incomplete-archive", default: 0] == ledger.missingParts.count)
        return ledger.missingParts.map { part in
            let name = part.sentence.split(separator: " missing from ").last?.split(separator: ": ").first ?? ""
            return name.replacingOccurrences(of: bench.folder.url.path + "/", with: "")
        }
    }

    @Test(arguments: [1, 3]) func aFolderWhosePagesEndWithMoreIsNotWholeUntilTheRestComes(jobs: Int) throws {
        for number in 0..<5 { try bench.folder.write("in/page-\(number + 7)", page(number, hasMore: true)) }
        let first = try bench.reconcile(["in"], jobs: jobs)
        #expect(try incomplete(first) == ["in/page-11"])
        #expect(first.inputWasWhole)
        #expect(first.text.contains("The archive is not whole"))
        #expect(try incomplete(bench.reconcile(["in"], jobs: jobs)) == ["in/page-11"])
        try bench.folder.write("in/page-12", page(5, hasMore: false))
        let second = try bench.reconcile(["in"], jobs: jobs)
        #expect(try incomplete(second) == [])
        #expect(!second.text.contains("not whole"))
        // The pages' words are no facts.
        try bench.reconcile(["in"], into: "fresh")
        #expect(try bench.fingerprint() == bench.fingerprint("fresh"))
    }

    @Test func theFingerprintDoesNotKnowOfPages() throws {
        try bench.folder.write("more", page(0, hasMore: true))
        try bench.folder.write("end", page(0, hasMore: false))
        #expect(try incomplete(bench.reconcile(["more"], into: "a")) == ["more"])
        #expect(try incomplete(bench.reconcile(["end"], into: "b")) == [])
        #expect(try bench.fingerprint("a") == bench.fingerprint("b"))
    }

    @Test func filesNamedOneByOneAreJudgedLikeTheirFolder() throws {
        for number in 0..<3 { try bench.folder.write("page-\(number)", page(number, hasMore: number < 2)) }
        #expect(try incomplete(bench.reconcile(["page-0", "page-1", "page-2"])) == [])
        #expect(try incomplete(bench.reconcile(["page-2", "page-0", "page-1"], into: "mixed")) == [])
        #expect(try incomplete(bench.reconcile(["page-0"], into: "split")) == ["page-0"])
        #expect(try incomplete(bench.reconcile(["page-2"], into: "split")) == [])
    }

    @Test func severalRunsMayLieInOneFile() throws {
        let runs = [true, false, true, true, false].enumerated().map { page($0.offset, hasMore: $0.element) }
        try bench.folder.write("runs", runs.joined())
        #expect(try incomplete(bench.reconcile(["runs"])) == [])
        try bench.folder.write("list", "[" + runs.dropLast().joined(separator: ",") + "]")
        #expect(try incomplete(bench.reconcile(["list"], into: "list-ledger")) == ["list"])
    }

    @Test func emptyPagesSpeakAndItemsDoNot() throws {
        try bench.folder.write("empty", page(nil, hasMore: true))
        #expect(try incomplete(bench.reconcile(["empty"], into: "a")) == ["empty"])
        try bench.folder.write("items", itemLines(payloads))
        try bench.folder.write("bodies", payloads.map { "{\"signedPayload\":\"\($0)\"}\n" }.joined() + "{\"signedP")
        #expect(try incomplete(bench.reconcile(["items", "bodies"], into: "b")) == [])
    }

    @Test func aGrownFileIsJudgedByItsNewEnd() throws {
        try bench.folder.write("a", page(0, hasMore: true) + page(1, hasMore: true))
        #expect(try incomplete(bench.reconcile(["a"])) == ["a"])
        try bench.folder.append("a", page(2, hasMore: false))
        let grown = try bench.reconcile(["a"])
        #expect(grown.counts.documentsSkipped == 2)
        #expect(try incomplete(grown) == [])
        #expect(try bench.rows("history_pages").compactMap { $0["page_count"]?.number } == [3])
    }

    @Test func aPageThatIsCutIsMissingUntilItIsCompleted() throws {
        let text = page(0, hasMore: true) + page(1, hasMore: false)
        try bench.folder.write("a", String(text.dropLast(300)))
        let cut = try bench.reconcile(["a"])
        #expect(try incomplete(cut) == ["a"])
        #expect(cut.counts.rejected == 1)
        try bench.folder.write("a", text)
        #expect(try incomplete(bench.reconcile(["a"])) == [])
    }

    @Test func aBrokenPageIsMissingWhereverItLies() throws {
        try bench.folder.write("in/1", page(0, hasMore: true))
        try bench.folder.write(
            "in/2",
            page(1, hasMore: true).replacingOccurrences(of: "\"hasMore\":", with: "\"hasMore\" ")
        )
        try bench.folder.write("in/3", page(2, hasMore: false))
        #expect(try incomplete(bench.reconcile(["in"])) == ["in/2"])
        // Kept bytes that are read again are no pages of an archive.
        let again = try bench.reconcile(["ledger.rejected"])
        #expect(again.counts.rejected == 1)
        #expect(try incomplete(again) == ["in/2"])
        try bench.folder.write("in/2", page(1, hasMore: true))
        #expect(try incomplete(bench.reconcile(["in"])) == [])
    }

    @Test func aDamagedFrameIsALossAndBytesBehindItAreNone() throws {
        let frame = try ArchiveEncoding.gzip.encode(Array(page(0, hasMore: false).utf8))
        try bench.folder.write("cut/a.gz", frame.dropLast(4))
        #expect(try incomplete(bench.reconcile(["cut"], into: "cut-ledger")) == ["cut/a.gz"])
        try bench.folder.write("more/a.gz", frame + Array("garbage".utf8))
        #expect(try incomplete(bench.reconcile(["more"], into: "more-ledger")) == [])
    }

    @Test func aFileThatLeftItsFolderIsForgotten() throws {
        try bench.folder.write("in/b", page(0, hasMore: true))
        #expect(try incomplete(bench.reconcile(["in"])) == ["in/b"])
        try bench.folder.remove("in/b")
        try bench.folder.write("in/a", page(1, hasMore: false))
        #expect(try incomplete(bench.reconcile(["in"])) == [])
    }

    @Test func anInterruptedRunIsJudgedWhenItIsFinished() throws {
        for number in 0..<3 { try bench.folder.write("in/\(number)", page(number, hasMore: number < 2)) }
        let stop = StopRequest()
        stop.request(signal: 2)
        try bench.reconcile(["in"], { $0.stop = stop })
        #expect(try incomplete(bench.reconcile(["in"])) == [])
    }

    // MARK: - Times

    @Test func aMissingWindowIsToldWithItsApp() throws {
        let forge = try SharedForge.get()
        let start: Moment = "2024-03-01 00:00"
        let told = try (0..<240).filter { !(120..<132).contains($0) }.map { number in
            try forge.signedPayload(
                Telling.renewed(number).with { $0.signedDate = start + .hours(4 * number) }
            )
        }
        try bench.folder.write("b", itemLines(Array(told[..<150])))
        try bench.folder.write("c", itemLines(Array(told[150...])))
        let whole = try #require(try bench.reconcile(["b", "c"]).ledger)
        #expect(whole.missingParts.count == 1)
        let part = try #require(whole.missingParts.first)
        #expect(part.app == Telling.app && part.environment == "Production")
        #expect(part.instant == (start + .hours(4 * 119)).milliseconds)
        #expect(part.sentence.contains("52 hours"))
        // Order and portions decide nothing.
        try bench.reconcile(["c"], into: "other")
        #expect(try bench.reconcile(["b"], into: "other").ledger?.missingParts == whole.missingParts)
        let rest = try (120..<132).map { number in
            try forge.signedPayload(Telling.renewed(number).with { $0.signedDate = start + .hours(4 * number) })
        }
        try bench.folder.write("a", itemLines(rest))
        #expect(try bench.reconcile(["a"]).ledger?.missingParts == [])
    }

    @Test func theSandboxMaySleep() throws {
        let forge = try SharedForge.get()
        let data = Telling.data(environment: "Sandbox")
        let told = try (0..<240).filter { !(120..<132).contains($0) }.map { number in
            try forge.signedPayload(
                Telling.renewed(number, data).with { $0.signedDate = "2024-03-01 00:00" + .hours(4 * number) }
            )
        }
        try bench.folder.write("a", itemLines(told))
        #expect(try bench.reconcile(["a"]).ledger?.missingParts == [])
    }

    // MARK: - Deliveries

    private func undelivered(
        _ attempts: [SendAttempt]?,
        firstResult: String? = nil,
        environment: String = "Production",
        horizon: Moment = "2024-05-01 00:00"
    ) throws -> [RunSummary.Undelivered] {
        let forge = try SharedForge.get()
        let data = Telling.data(environment: environment)
        let item = HistoryItem(
            try forge.signedPayload(Telling.renewed(1, data)),
            attempts: attempts,
            firstResult: firstResult
        )
        let later = HistoryItem(try forge.signedPayload(Telling.renewed(2, data).with { $0.signedDate = horizon }))
        try bench.folder.write("items", [item, later].map { $0.json.text + "\n" }.joined())
        return try #require(try bench.reconcile(["items"], options: { $0.rereads = true }).ledger).undelivered
    }

    private let first: Moment = "2024-03-05 10:16"

    @Test func aNotificationWhoseAttemptsAllFailedIsTold() throws {
        let found = try undelivered([SendAttempt(at: first, "TIMED_OUT"), SendAttempt(at: first + .hours(1), "OTHER")])
        #expect(found.map(\.count) == [1])
        #expect(found.first?.examples == [Telling.uuid(1)])
        #expect(found.first?.app == Telling.app)
        let row = try #require(try bench.rows("discrepancies").first { $0["code"]?.text == "never-delivered" })
        #expect(row["instant"]?.number == first.milliseconds)
        #expect(row["original_transaction_id"]?.text == "2000000000000100")
        // A later dump that knows of a success takes it back.
        #expect(try undelivered([SendAttempt(at: first + .hours(13))]).isEmpty)
    }

    @Test func anOpenScheduleIsNotTold() throws {
        let failed = [SendAttempt(at: first, "TIMED_OUT")]
        #expect(try undelivered(failed, horizon: first + .hours(157)).isEmpty)
        #expect(try undelivered(failed, horizon: first + .hours(158)).count == 1)
    }

    @Test func sixFailuresEndTheScheduleWhateverTheHorizon() throws {
        let all = [0, 1, 13, 37, 85, 157].map { SendAttempt(at: first + .hours($0), "NO_RESPONSE") }
        #expect(try undelivered(all, horizon: first + .hours(2)).count == 1)
    }

    @Test func theSandboxTriesOnce() throws {
        let failed = [SendAttempt(at: first, "TLS_ISSUE")]
        #expect(try undelivered(failed, environment: "Sandbox", horizon: first + .hours(1)).count == 1)
    }

    @Test func whatIsNotKnownToHaveFailedIsNotTold() throws {
        #expect(try undelivered(nil).isEmpty)
        #expect(try undelivered([SendAttempt(at: first, "EATEN_BY_DOG")]).isEmpty)
        #expect(try undelivered([SendAttempt(at: first, "OTHER"), SendAttempt(at: first + .hours(1))]).isEmpty)
    }

    @Test func anOlderDumpsFirstResultSaysNothingOfTheRetries() throws {
        #expect(try undelivered(nil, firstResult: "TIMED_OUT").isEmpty)
    }
}
