import Foundation
import LedgerStore
import Testing

@Suite("Opening a ledger")
struct LedgerOpeningTests {
    private let folder: LedgerFolder

    init() throws {
        folder = try LedgerFolder()
    }

    @Test("a new ledger has the schema's marks, and opens again with what was written")
    func reopens() throws {
        var ledger: Ledger? = try folder.open()
        try ledger?.append([RowBuilder.purchase(1, of: "o1", at: 1_000)])
        ledger = nil
        let bytes = try Data(contentsOf: URL(filePath: folder.path()))
        #expect(bytes[68..<72].elementsEqual(Array("slgr".utf8)))
        #expect(bytes[60..<64].elementsEqual([0, 0, 0, 1]))
        #expect(!FileManager.default.fileExists(atPath: folder.path() + "-wal"))
        let reopened = try folder.open()
        #expect(try reopened.notificationCount() == 1)
        #expect(try reopened.isDirty)
    }

    @Test(
        "a file that is no ledger is refused and stays as it was",
        arguments: ["a list of things to buy, one a line", String(repeating: "\0", count: 4096), "SQLite format 3\0"]
    )
    func refusesForeignFile(text: String) throws {
        let before = Data(text.utf8)
        try before.write(to: URL(filePath: folder.path()))
        expectRefusal { if case .notALedger = $0 { true } else { false } }
        #expect(try Data(contentsOf: URL(filePath: folder.path())) == before)
        #expect(throws: LedgerError.self) { try Ledger.openForReading(path: folder.path()) }
        #expect(try Data(contentsOf: URL(filePath: folder.path())) == before)
    }

    @Test("a newer schema and another application's database are refused and stay as they were")
    func refusesOtherMarks() throws {
        do { _ = try folder.open() }
        let original = try Data(contentsOf: URL(filePath: folder.path()))
        var newer = original
        newer.replaceSubrange(60..<64, with: [0, 0, 0, 2])
        try newer.write(to: URL(filePath: folder.path()))
        expectRefusal { $0 == .newerVersion(path: folder.path(), found: 2, supported: 1) }
        #expect(try Data(contentsOf: URL(filePath: folder.path())) == newer)
        var foreign = original
        foreign.replaceSubrange(68..<72, with: Array("GPKG".utf8))
        try foreign.write(to: URL(filePath: folder.path()))
        expectRefusal { if case .notALedger = $0 { true } else { false } }
        #expect(try Data(contentsOf: URL(filePath: folder.path())) == foreign)
    }

    @Test("a cut ledger and one with a destroyed page are refused as damaged and stay as they were")
    func refusesDamage() throws {
        do { _ = try folder.open() }
        let original = try Data(contentsOf: URL(filePath: folder.path()))
        var destroyed = original
        destroyed.replaceSubrange(4096..<8192, with: [UInt8](repeating: 0x5A, count: 4096))
        for damaged in [original.prefix(original.count - 5_000), destroyed] {
            try damaged.write(to: URL(filePath: folder.path()))
            expectRefusal { if case .damaged = $0 { true } else { false } }
            #expect(try Data(contentsOf: URL(filePath: folder.path())) == damaged)
        }
    }

    @Test("a creation that was cut short is undone from its journal and begun anew", arguments: [true, false])
    func redoesInterruptedCreation(isHeaderWritten: Bool) throws {
        do { _ = try folder.open() }
        var written = try Data(contentsOf: URL(filePath: folder.path()))
        if !isHeaderWritten { written.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096)) }
        try written.dropLast(4096).write(to: URL(filePath: folder.path()))
        // A journal of no pages that says: the file was empty before. Format: sqlite.org, "File Format", section 3.
        var journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        journal += [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x10, 0]
        journal += [UInt8](repeating: 0, count: 512 - journal.count)
        try Data(journal).write(to: URL(filePath: folder.path() + "-journal"))
        let ledger = try folder.open()
        #expect(try ledger.append([RowBuilder.purchase(1, of: "o1", at: 1_000)]) == [.new])
        #expect(try ledger.settings == LedgerFolder.settings)
    }

    @Test("other anchors, and the other answer about unsigned records, are refused")
    func refusesOtherSettings() throws {
        do { _ = try folder.open() }
        let other = LedgerSettings(anchorFingerprints: ["cc"], allowsUnsignedTestEnvironments: false)
        expectRefusal(under: other) { $0 == .otherAnchors(path: folder.path(), recorded: ["aa", "bb"]) }
        let unsigned = LedgerSettings(anchorFingerprints: ["bb", "aa"], allowsUnsignedTestEnvironments: true)
        expectRefusal(under: unsigned) { $0 == .otherUnsignedRule(path: folder.path(), recorded: false) }
        let reordered = LedgerSettings(anchorFingerprints: ["bb", "aa"], allowsUnsignedTestEnvironments: false)
        #expect(try Ledger.openForWriting(path: folder.path(), settings: reordered).settings == LedgerFolder.settings)
    }

    @Test("a missing ledger is not made by reading")
    func readingNeedsALedger() throws {
        #expect(throws: LedgerError.missing(path: folder.path())) { try Ledger.openForReading(path: folder.path()) }
        #expect(!FileManager.default.fileExists(atPath: folder.path()))
    }

    @Test("a ledger opened for reading reads during a run, and cannot write")
    func readsOnly() throws {
        let writer = try folder.open()
        try writer.append([RowBuilder.purchase(1, of: "o1", at: 1_000)])
        let reader = try Ledger.openForReading(path: folder.path())
        #expect(try reader.notificationCount() == 1)
        #expect(throws: SQLiteError.self) { try reader.append([RowBuilder.purchase(2, of: "o1", at: 2_000)]) }
        #expect(throws: SQLiteError.self) { try reader.save(QuarantineMark(file: "1:2", generation: 0, length: 1)) }
        #expect(try writer.notificationCount() == 1)
    }

    @Test("a second run within the process is refused and told who holds the ledger")
    func refusesSecondOpening() throws {
        let first = try folder.open()
        let own = Int(ProcessInfo.processInfo.processIdentifier)
        try FileManager.default.linkItem(atPath: folder.path(), toPath: folder.path("hard-link.db"))
        for name in ["ledger.db", "hard-link.db"] {
            expectRefusal(name: name) {
                $0 == .held(path: folder.path(name), holder: LedgerHolder(processID: own, command: nil))
            }
        }
        #expect(try first.notificationCount() == 0)
    }

    @Test("a run is refused while another process holds the ledger, and told which")
    func refusesForeignHolder() throws {
        do { _ = try folder.open() }
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = ["flock", "--exclusive", folder.path(), "sh", "-c", "echo held; exec cat"]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        expectRefusal { error in
            guard case .held(_, let found?) = error else { return false }
            return found.processID != ProcessInfo.processInfo.processIdentifier
                && error.description.contains("in use by process \(found.processID)")
        }
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        _ = try folder.open()
    }

    private func expectRefusal(
        under settings: LedgerSettings = LedgerFolder.settings,
        name: String = "ledger.db",
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isExpected: (LedgerError) -> Bool
    ) {
        let error = #expect(throws: LedgerError.self, sourceLocation: sourceLocation) {
            try Ledger.openForWriting(path: folder.path(name), settings: settings)
        }
        #expect(error.map(isExpected) == true, "\(String(describing: error))", sourceLocation: sourceLocation)
    }
}
