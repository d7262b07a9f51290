import HistoryArchive
import NotificationModel
import ReferencePath

/// Pages into the places of their JWS, against a simdjson document a page.
struct PageScan {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] { [Scenario(name: "stage/page-scan", isPortable: true, prepare: trial)] }

    /// Both scanners, owned by a reference.
    private final class Scanners {
        var fast = RecordScanner()
        var scanned = ScannedRecords()
        var plain = PlainPage()

        func scan(_ page: [UInt8]) -> Int {
            scanned.removeAll()
            fast.scan(SlabDocument(range: 0..<page.count), of: page.span, into: &scanned)
            return scanned.records.count
        }
    }

    private func trial() throws -> Trial {
        let scanners = Scanners()
        let pages = material.pages
        return Trial(
            yardstickName: "simdjson DOM",
            amount: .init(notifications: material.notifications.count, bytes: pages.reduce(0) { $0 + $1.count }),
            compare: {
                for page in pages {
                    guard scanners.scan(page) > 0, let items = scanners.plain.items(of: page.span) else {
                        throw WrongAnswer("a page that is none")
                    }
                    let records = scanners.scanned.records
                    try WrongAnswer.unlessEqual(records.compactMap(\.rejection).count, 0, "rejections")
                    let attempts = records.map { Array(scanners.scanned.attempts[$0.attempts]) }
                    try WrongAnswer.unlessEqual(attempts, items.map(\.attempts), "attempts")
                    let payloads = records.map { record in
                        scanners.scanned.withBytes(record.signedPayload, of: page.span) { span in
                            (0..<span.count).map { span[$0] }
                        }
                    }
                    try WrongAnswer.unlessEqual(payloads, items.map { Array(page[$0.payload]) }, "payloads")
                }
            },
            yardstick: { for page in pages where scanners.plain.items(of: page.span) == nil { fatalError("no page") } },
            subject: { for page in pages where scanners.scan(page) == 0 { fatalError("no page") } }
        )
    }
}
