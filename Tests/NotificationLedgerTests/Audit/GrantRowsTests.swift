import Foundation
import Testing

import NotificationLedger

/// The readers of the team's exports: every cell arrives as it was meant, and what is cut or broken is told.
struct GrantRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The cells of all rows, by column; a broken row is its reason.
    private func rows(_ text: String, format: AuditOptions.SourceFormat? = nil) throws -> [[String: String]] {
        try rows(Array(text.utf8), format: format)
    }

    private func rows(_ bytes: [UInt8], format: AuditOptions.SourceFormat? = nil) throws -> [[String: String]] {
        let name = UUID().uuidString
        try folder.write(name, bytes)
        let source = try EntitlementSource.open(path: folder.path(name), format: format, query: nil)
        var cells = GrantCells()
        var result: [[String: String]] = []
        while true {
            switch try source.next(into: &cells) {
            case .end: return result
            case .broken(let reason): result.append(["broken": reason])
            case .row:
                var row: [String: String] = [:]
                for (index, column) in source.columns.enumerated() { row[column] = cells.text(at: index) }
                result.append(row)
            }
        }
    }

    @Test(arguments: ["\n", "\r\n"])
    func quotedCellsHoldEverything(end: String) throws {
        let text = ["a,b,c", "1,\"x, \"\"y\"\"\",", "\"line\(end)break\",,\"\""].map { $0 + end }.joined()
        #expect(try rows(text) == [["a": "1", "b": "x, \"y\""], ["a": "line\(end)break"]])
    }

    @Test func aByteOrderMarkIsNoPartOfTheFirstColumn() throws {
        #expect(try rows([0xEF, 0xBB, 0xBF] + Array("a,b\n1,2\n".utf8)) == [["a": "1", "b": "2"]])
        #expect(try rows([0xEF, 0xBB, 0xBF] + Array("{\"a\":1}".utf8)) == [["a": "1"]])
    }

    @Test func theLastRowNeedsNoLineBreak() throws {
        #expect(try rows("a,b\n1,2") == [["a": "1", "b": "2"]])
        #expect(try rows("a,b\n1,\"2\"") == [["a": "1", "b": "2"]])
        #expect(try rows("a\n1\r") == [["a": "1"]])
    }

    @Test func emptyLinesAreNoRows() throws {
        #expect(try rows("a,b\n\n1,2\n\r\n\n") == [["a": "1", "b": "2"]])
        #expect(try rows("a,b\n") == [])
    }

    @Test func aWrongNumberOfCellsBreaksOneRow() throws {
        let found = try rows("a,b\n1\n2,3,4\n5,6\n")
        #expect(found.map { $0["broken"] != nil } == [true, true, false])
    }

    @Test func textBehindAClosingQuoteBreaksOneRow() throws {
        let found = try rows("a,b\n\"1\"x,2\n3,4\n")
        #expect(found.map { $0["broken"] != nil } == [true, false])
    }

    @Test func aQuoteInsideAPlainCellIsText() throws {
        #expect(try rows("a,b\n1\"2,3\n") == [["a": "1\"2", "b": "3"]])
    }

    @Test func aCarriageReturnByItselfIsText() throws {
        #expect(try rows("a,b\nx\ry,2\n") == [["a": "x\ry", "b": "2"]])
    }

    @Test func missingValuesAreAbsent() throws {
        #expect(try rows("a,b,c,d,e\n,NULL,\\N, ,null\n") == [["e": "null"]])
    }

    @Test(arguments: ["a,b\n1,\"2\n3,4\n", "a,b\n1,2\n3", "{\"a\":1}\n{\"a\":", "[{\"a\":1},\n{\"a\":2}"])
    func aCutInputEndsTheRun(text: String) throws {
        #expect {
            try rows(text)
        } throws: { error in
            (error as? LedgerRunError)?.kind == .failed && "\(error)".contains("export it again")
        }
    }

    /// A quote that is never closed must not fill the memory.
    @Test func aRowOverTheBoundEndsTheRun() throws {
        let long = [UInt8](repeating: 0x78, count: GrantCells.limit + (1 << 20))
        #expect {
            try rows(Array("a,b\n1,\"".utf8) + long)
        } throws: { error in
            (error as? LedgerRunError)?.message.contains("row 1: longer than 1048576 bytes") == true
        }
        #expect {
            try rows(Array("{\"a\":\"".utf8) + long)
        } throws: { error in
            (error as? LedgerRunError)?.message.contains("row 1: longer than 1048576 bytes") == true
        }
    }

    /// The device gives zeros without an end; whoever reads it must stop by the bound.
    @Test(.timeLimit(.minutes(1)), arguments: [nil, .csv, .jsonl] as [AuditOptions.SourceFormat?])
    func anEndlessSourceEndsTheRun(format: AuditOptions.SourceFormat?) throws {
        #expect {
            let source = try EntitlementSource.open(path: "/dev/zero", format: format, query: nil)
            var cells = GrantCells()
            while try source.next(into: &cells) != .end {}
        } throws: { error in
            (error as? LedgerRunError)?.kind == .failed && "\(error)".contains("1048576 bytes")
        }
    }

    @Test func whiteSpaceBeforeTheFirstSignIsPassedOverUpToTheBound() throws {
        let space = String(repeating: " \n", count: 200_000)
        #expect(try rows(space + "{\"a\":1}\n") == [["a": "1"]])
        #expect(throws: LedgerRunError.self) { try rows(String(repeating: space, count: 4) + "{\"a\":1}\n") }
    }

    /// Cells take memory even if nothing is in them.
    @Test(arguments: ["a,b\n1", "a,b"])
    func emptyCellsCountTowardsTheBound(beginning: String) throws {
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: GrantCells.limit + (1 << 20))
        #expect {
            try rows(Array(beginning.utf8) + commas)
        } throws: { error in
            (error as? LedgerRunError)?.message.contains("longer than 1048576 bytes") == true
        }
    }

    @Test func rowsMayEndAnywhereInAChunk() throws {
        // Longer than one chunk of input, with quoted line breaks all over.
        let line = "\"a\r\nb\",\"\"\"\",123\r\n"
        let count = 40_000
        let found = try rows("x,y,z\r\n" + String(repeating: line, count: count))
        #expect(found.count == count)
        #expect(Set(found) == [["x": "a\r\nb", "y": "\"", "z": "123"]])
    }

    @Test func jsonLinesMayLackMembersAndBringNewOnes() throws {
        let found = try rows("{\"a\":\"x\\u00e9\\n\"}\n\n{\"b\":true,\"a\":null}\r\n{\"c\":4.1e14}\n")
        #expect(found == [["a": "xé"], ["b": "true"], ["c": "410000000000000"]])
    }

    @Test func aLineThatIsNoObjectBreaksOneRow() throws {
        let found = try rows("{\"a\":1}\n{\"a\":\n[1]\n{\"a\":2}\n")
        #expect(found.map { $0["broken"] != nil } == [false, true, true, false])
    }

    /// As `sqlite3 -json` and `json_agg` write it.
    @Test(arguments: ["[{\"a\":1},\n{\"a\":2}]\n", "[{\"a\":1}, \n {\"a\":2}]", "[\n{\"a\":1},\n{\"a\":2}\n]\n"])
    func anArrayOfObjectsOnTheirOwnLines(text: String) throws {
        #expect(try rows(text) == [["a": "1"], ["a": "2"]])
    }

    /// Told at once: its rows would all be unusable, and an audit of few classes silent.
    @Test(arguments: ["[{\"a\":1},{\"a\":2}]\n", "[{\"a\":1},{\"a\":2}]", "[\n  {\n    \"a\": 1\n  }\n]\n"])
    func anArrayWithoutALineForEachObjectIsRefused(text: String) throws {
        #expect {
            try rows(text)
        } throws: { error in
            (error as? LedgerRunError)?.kind == .impossibleValue
        }
    }

    /// SQLite would wait for the pipe without an end.
    @Test(.timeLimit(.minutes(1)))
    func aDatabaseInAPipeIsRefused() throws {
        let path = folder.path("pipe")
        // Safe: the texts and bytes live during the calls.
        #expect(unsafe mkfifo(path, 0o600) == 0)
        // Open in both directions, so that nobody has to wait for the other end.
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        let magic = Array("SQLite format 3\0".utf8)
        #expect(unsafe write(descriptor, magic, magic.count) == magic.count)
        #expect {
            _ = try EntitlementSource.open(path: path, format: nil, query: "SELECT 1")
        } throws: { error in
            (error as? LedgerRunError)?.kind == .impossibleValue
        }
    }

    @Test func anEmptyArrayHasNoRows() throws {
        #expect(try rows("[]\n") == [])
    }

    @Test func anEmptyInputIsRefusedUnlessItsFormIsGiven() throws {
        for text in ["", " \n\n"] {
            #expect(throws: LedgerRunError.self) { try rows(text) }
            #expect(throws: LedgerRunError.self) { try rows(text, format: .csv) }
            #expect(try rows(text, format: .jsonl) == [])
        }
    }

    @Test(arguments: [[0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD], [0xFF, 0xFE, 0x61, 0], [0x50, 0x4B, 3, 4]])
    func otherFormsAreNamed(beginning: [UInt8]) throws {
        #expect {
            try rows(beginning + [0, 0, 0, 0])
        } throws: { error in
            (error as? LedgerRunError)?.kind == .impossibleValue
        }
    }
}
