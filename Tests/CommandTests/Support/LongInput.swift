import Foundation

/// An input long enough to be interrupted: genuine records of the frozen corpus, most of them repeats, between many
/// small documents that are no notification, each with bytes of its own to be kept.
enum LongInput {
    /// Records after which a run commits; the input holds several times as many.
    static let recordsPerCommit = 10_000

    /// The text, JSON lines, and the number of records in it.
    static func text() throws -> (bytes: [UInt8], records: Int) {
        let items = try Array(Data(contentsOf: URL(filePath: FrozenCorpus.plainFile))).split(separator: 0x0A)
        let padding = String(repeating: "x", count: 220)
        var bytes: [UInt8] = []
        var records = 0
        for round in 0..<300 {
            for step in 0..<4 {
                bytes += items[(round * 4 + step) % items.count] + [0x0A]
                records += 1
            }
            for number in 0..<150 {
                bytes += Array("{\"foreign\":\"\(round) \(number) \(padding)\"}\n".utf8)
                records += 1
            }
        }
        return (bytes, records)
    }
}
