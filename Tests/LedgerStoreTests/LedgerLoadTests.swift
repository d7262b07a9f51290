import Foundation
import LedgerStore
import NotificationModel
import Testing

@Suite("Loading a fresh ledger")
struct LedgerLoadTests {
    private static let uniqueIndexes: Set = ["notifications_by_identity", "send_attempts_by_identity"]
    private let folder: LedgerFolder
    /// Purchases with repeats, conflicts that arrive in either order, environments apart, and a third content.
    private let contents: [RowBuilder.Content]

    init() throws {
        folder = try LedgerFolder()
        var contents: [RowBuilder.Content] = []
        for number in 1...40 {
            let purchase = RowBuilder.purchase(UInt64(number), of: "o\(number % 7)", at: Int64(number) * 1_000)
            contents.append(purchase)
            if number % 3 == 0 { contents.append(purchase) }
            if number % 4 == 0 {
                var other = purchase
                other.digest = number % 8 == 0 ? 0 : 1_000
                other.status = 2
                contents += [other, purchase, other]
            }
            if number % 5 == 0 {
                var sandbox = purchase
                sandbox.environment = number % 10 == 0 ? "Sandbox" : nil
                sandbox.transaction?["previousOriginalTransactionId"] = .text("p\(number)")
                contents.append(sandbox)
            }
        }
        self.contents = contents
    }

    /// Appends contents with their attempts, where a repeat tells attempts known and unknown.
    private func append(_ portion: ArraySlice<RowBuilder.Content>, to ledger: Ledger) throws -> [IngestFate] {
        try ledger.transaction {
            try ledger.beginLoad()
            return try take(portion, into: ledger)
        }
    }

    private func take(_ portion: ArraySlice<RowBuilder.Content>, into ledger: Ledger) throws -> [IngestFate] {
        try portion.indices.map { index in
            var builder = RowBuilder()
            let row = builder.add(portion[index])
            let fate = try ledger.append(
                builder.batch,
                row: row,
                provenance: Provenance(sourceID: 1, recordIndex: Int64(index), streamOffset: 0, runID: 1)
            )
            let attempts = [
                SendAttempt(attemptDate: 1, result: "SUCCESS"), SendAttempt(attemptDate: nil, result: "SUCCESS"),
                SendAttempt(attemptDate: Int64(index % 3), result: "TIMED_OUT"),
                SendAttempt(attemptDate: 1, result: "SUCCESS"),
            ]
            try ledger.append(attempts: attempts[...], for: builder.batch, row: row)
            return fate
        }
    }

    private func derive(_ ledger: Ledger, goesOn: () -> Bool = { true }) throws {
        try ledger.deriveDirty(derive: Timelines.derive, resolve: Timelines.resolve, goesOn: goesOn)
    }

    /// The ledger of the same contents that was never loaded, and the verdicts.
    private func reference() throws -> (ledger: Ledger, fates: [IngestFate]) {
        let ledger = try folder.open("reference.db")
        let fates = try ledger.transaction { try take(contents[...], into: ledger) }
        try derive(ledger)
        #expect(fates.contains(.conflicting) && fates.contains(.duplicate))
        return (ledger, fates)
    }

    private func indexes(_ ledger: Ledger) throws -> Set<String> {
        var names: Set<String> = []
        try ledger.forEachIndex { names.insert($0) }
        return names
    }

    private func expectWhole(_ ledger: Ledger, like reference: Ledger) throws {
        #expect(try !ledger.isDirty)
        #expect(try !ledger.isLoading)
        #expect(try indexes(ledger) == indexes(reference))
        #expect(try ledger.canonicalBytes == reference.canonicalBytes)
        for table in ["notifications", "conflicts", "send_attempts", "transaction_snapshots", "renewal_snapshots"] {
            #expect(try ledger.rows(of: table).count == reference.rows(of: table).count)
        }
    }

    @Test("conflicts and repeats within a load have the verdicts and the rows that the indexes give")
    func decidesAlike() throws {
        let (reference, fates) = try reference()
        let ledger = try folder.open("loaded.db")
        #expect(try append(contents[...], to: ledger) == fates)
        #expect(try ledger.isLoading)
        #expect(try ledger.isDirty)
        #expect(try indexes(ledger).isDisjoint(with: Self.uniqueIndexes))
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test("a load that was cut off goes on where it was, at every place", arguments: [0, 1, 17, 60, 79])
    func goesOn(place: Int) throws {
        let (reference, fates) = try reference()
        let path = "cut.db"
        var found = try append(contents[..<place], to: folder.open(path))
        let ledger = try folder.open(path)
        #expect(try ledger.isLoading)
        found += try append(contents[place...], to: ledger)
        #expect(found == fates)
        #expect(try indexes(ledger).isDisjoint(with: Self.uniqueIndexes))
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test(
        "a load whose end was cut off between any two steps takes further rows and is finished later",
        arguments: [0, 1, 2],
        [true, false]
    )
    func finishesLater(steps: Int, derivesFirst: Bool) throws {
        let (reference, fates) = try reference()
        let path = "cut.db"
        var found: [IngestFate] = []
        do {
            let ledger = try folder.open(path)
            found = try append(contents[..<50], to: ledger)
            var left = steps
            let isFinished = try ledger.finishLoad {
                left -= 1
                return left >= 0
            }
            #expect(!isFinished)
            #expect(try indexes(ledger).intersection(Self.uniqueIndexes).count == steps)
        }
        let ledger = try folder.open(path)
        #expect(try ledger.isDirty)
        if derivesFirst { try derive(ledger) }
        found += try append(contents[50...], to: ledger)
        #expect(found == fates)
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test("a stop during the end of a load leaves it to the next derivation")
    func stopsBetween() throws {
        let (reference, _) = try reference()
        let ledger = try folder.open("stopped.db")
        _ = try append(contents[...], to: ledger)
        try derive(ledger) { false }
        #expect(try ledger.isLoading)
        #expect(try ledger.isDirty)
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test("a ledger with facts is not loaded: its indexes stay, and only the keys of new rows are marked")
    func leavesExistingLedgers() throws {
        let (reference, fates) = try reference()
        let ledger = try folder.open("existing.db")
        var found = try append(contents[..<30], to: ledger)
        try derive(ledger)
        found += try append(contents[30...], to: ledger)
        #expect(found == fates)
        #expect(try !ledger.isLoading)
        #expect(try indexes(ledger).isSuperset(of: Self.uniqueIndexes))
        #expect(try ledger.rows(of: "dirty_keys").count > 0)
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test("a load that is rolled back leaves a fresh ledger with its indexes, and rows rolled back are not known")
    func rollsBack() throws {
        struct Stop: Error {}
        let (reference, fates) = try reference()
        let ledger = try folder.open("back.db")
        let before = try indexes(ledger)
        func fail(_ portion: ArraySlice<RowBuilder.Content>) throws {
            try ledger.transaction {
                try ledger.beginLoad()
                _ = try take(portion, into: ledger)
                throw Stop()
            }
        }
        #expect(throws: Stop.self) { try fail(contents[..<20]) }
        #expect(try indexes(ledger) == before)
        #expect(try !ledger.isDirty)
        var found = try append(contents[..<20], to: ledger)
        #expect(throws: Stop.self) { try fail(contents[20...]) }
        found += try append(contents[20...], to: ledger)
        #expect(found == fates)
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }

    @Test("delivery attempts beyond the memory set aside for them are told apart by their index")
    func boundsAttempts() throws {
        let (reference, fates) = try reference()
        let ledger = try folder.open("attempts.db")
        ledger.attemptsInMemory = 5
        var found = try append(contents[..<20], to: ledger)
        #expect(try indexes(ledger).intersection(Self.uniqueIndexes) == ["send_attempts_by_identity"])
        found += try append(contents[20...], to: ledger)
        #expect(found == fates)
        try derive(ledger)
        try expectWhole(ledger, like: reference)
    }
}
