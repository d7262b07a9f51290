import Foundation

/// An input long enough to be interrupted: genuine records of the frozen corpus, most of them repeats, between many
/// small documents that are no notification, each with bytes of its own to be kept.
enum LongInput {
    /// Records after which a run commits; the input holds several times as many.
    static let recordsPerCommit = 10_000

    /// The text, JSON lines, and the number of records in it.
    static func text() throws -> (bytes: [UInt8], records: Int) {
        let items = try bodies()
        let padding = String(repeating: "x", count: 700)
        var bytes: [UInt8] = []
        var records = 0
        for round in 0..<80 {
            for step in 0..<4 {
                bytes += items[(round * 4 + step) % items.count]
                records += 1
            }
            for number in 0..<150 {
                bytes += Array("{\"foreign\":\"\(round) \(number) \(padding)\"}\n".utf8)
                records += 1
            }
        }
        return (bytes, records)
    }

    /// The records of the plain file, one body a line.
    private static func bodies() throws -> [[UInt8]] {
        struct Page: Decodable {
            struct Item: Decodable { let signedPayload: String }
            let notificationHistory: [Item]
        }
        return try Data(contentsOf: URL(filePath: FrozenCorpus.plainFile)).split(separator: 0x0A).flatMap { line in
            try JSONDecoder().decode(Page.self, from: Data(line)).notificationHistory.map { item in
                Array("{\"signedPayload\":\"\(item.signedPayload)\"}\n".utf8)
            }
        }
    }
}
