import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import Testing

/// Rows that leave the ledger come back as they were, whatever is in them.
struct ExportTests {
    private static let hostile = [
        "", " ", "=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\r\n", "\n", "'", "''", "'=1", "''-1", "'x", "a,b",
        "a\"b", "\"", "\"\"", ",", "a\r\nb", "=\"a\",\"b\"\r\n", "NULL", "null", "夏🙂", "e\u{301}", "\u{FEFF}x", "\u{0}",
        "\u{1B}[31m", "\u{202E}x", "0001", "1e5",
    ]

    @Test func everyTextComesBackFromCSV() throws {
        var writer = CSVWriter()
        for text in Self.hostile {
            writer.value(text)
            writer.null()
            writer.value(text)
            writer.endRow()
        }
        let table = try CSVTable(writer.bytes)
        #expect(table.rows.count == Self.hostile.count)
        for (row, text) in zip(table.rows, Self.hostile) {
            #expect(row.map { CSVTable.text(of: $0) } == [text, nil, text])
        }
    }

    @Test(arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "'=1"])
    func noTextIsAFormula(_ text: String) throws {
        var writer = CSVWriter()
        writer.value(text)
        writer.endRow()
        #expect(try CSVTable(writer.bytes).rows == [["'" + text]])
    }

    @Test func theFormIsRFC4180() {
        var writer = CSVWriter()
        writer.value("name")
        writer.value("a \"b\", c")
        writer.value(Int64.min)
        writer.null()
        writer.value("")
        writer.endRow()
        writer.null()
        writer.endRow()
        let text = "name,\"a \"\"b\"\", c\",-9223372036854775808,,\"\"\r\n\r\n"
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func hostileValuesPassThroughEveryTableInBothForms() throws {
        let bench = try Workbench()
        let forge = try SharedForge.get()
        let payloads = try Self.hostile.enumerated().map { number, text in
            let id = "2000000000000\(100 + number)"
            return try forge.signedPayload(
                Telling.renewed(number, Telling.data(transaction: id, original: id) { $0.productId = text })
            )
        }
        try bench.folder.write("items.jsonl", Array(itemLines(payloads).utf8))
        try bench.reconcile(["items.jsonl"])
        let reader = try LedgerReader(path: bench.path("ledger"))
        for table in ExportableTable.all {
            var csv: [UInt8] = []
            var lines: [UInt8] = []
            try reader.export(table, as: .csv) { csv += $0 }
            try reader.export(table, as: .jsonl) { lines += $0 }
            let rows = try CSVTable(csv).rows
            let objects = try lines.split(separator: 0x0A).map {
                try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
            }
            let columns = try #require(rows.first).map { $0 ?? "" }
            #expect(rows.count == objects.count + 1, "\(table.name)")
            for (row, object) in zip(rows.dropFirst(), objects) {
                #expect(row.count == columns.count, "\(table.name)")
                #expect(Set(object.keys) == Set(columns), "\(table.name)")
                for (column, cell) in zip(columns, row) {
                    switch object[column] {
                    case let text as String: #expect(CSVTable.text(of: cell) == text, "\(table.name).\(column)")
                    case let number as NSNumber: #expect(cell == number.stringValue, "\(table.name).\(column)")
                    default: #expect(cell == nil, "\(table.name).\(column)")
                    }
                }
            }
            guard table.name == "transactions" else { continue }
            #expect(Set(objects.compactMap { $0["product_id"] as? String }) == Set(Self.hostile))
        }
    }
}
