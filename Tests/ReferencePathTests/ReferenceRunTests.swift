import CorpusForge
import Foundation
import NotificationLedger
import NotificationModel
import ReferencePath
import Testing

/// The reference is an honest yardstick only while it says what the product says.
@Suite("The straightforward path")
struct ReferenceRunTests {
    /// A simulated archive in a folder of its own, removed with the last reference.
    private final class Archive {
        let folder: URL
        let configuration: RunConfiguration

        init(seed: UInt64, _ change: (inout WritingOptions) -> Void = { _ in }) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "reference-\(UUID().uuidString)")
            var writing = WritingOptions()
            writing.seed = seed
            writing.pagesPerFile = 10
            change(&writing)
            let world = World(WorldOptions(seed: seed, notifications: 500))
            _ = try HistoryWriter(world, writing).write(to: folder)
            var configuration = RunConfiguration(paths: [folder.appending(path: "archive").path])
            configuration.anchors = try TrustRootFile.anchors(path: folder.appending(path: "root.pem").path)
            self.configuration = configuration
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var reference: ReferenceRun {
            ReferenceRun(paths: [folder.appending(path: "archive").path], anchors: configuration.anchors)
        }

        func ledger(_ name: String) -> String { folder.appending(path: name).path }

        /// The verdicts of the product.
        func verdicts() throws -> [ReferenceVerdict] {
            var bytes: [UInt8] = []
            _ = try VerificationRun(configuration) { bytes += $0 }.run()
            return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
                return ReferenceVerdict(
                    source: try #require(object["source"] as? String),
                    index: object["index"] as? Int,
                    verdict: try #require(object["verdict"] as? String),
                    reason: object["reason"] as? String,
                    notificationUUID: object["notificationUUID"] as? String
                )
            }
        }
    }

    @Test("gives every record the product's verdict", arguments: [1, 2] as [UInt64])
    func verdicts(seed: UInt64) throws {
        let archive = try Archive(seed: seed)
        var found: [ReferenceVerdict] = []
        let summary = try archive.reference.verify { found.append($0) }
        let expected = try archive.verdicts()
        #expect(found.count == expected.count)
        let first = zip(found, expected).first { $0 != $1 }
        #expect(first == nil)
        #expect(summary.records == found.count)
        #expect(summary.rejected == found.filter { $0.verdict == "rejected" }.count)
        // The archive holds every kind of damage, and most of it is met on the plain way.
        #expect(Set(found.compactMap(\.reason)).count > 10)
        #expect(summary.signatures > 1000)
    }

    @Test("makes a ledger of the product's content")
    func fingerprint() throws {
        let archive = try Archive(seed: 3)
        let summary = try archive.reference.reconcile(into: archive.ledger("plain"))
        let product = try ReconciliationRun(
            archive.configuration,
            ReconciliationOptions(ledger: archive.ledger("product"))
        ).run()
        #expect(summary.new == product.counts.new)
        #expect(summary.duplicate == product.counts.duplicate)
        let expected = try LedgerReader(path: archive.ledger("product")).fingerprint()
        #expect(try ReferenceRun.fingerprint(archive.ledger("plain")).description == expected)
    }

    @Test("reads an undamaged archive of LZ4 pages without the product's help")
    func plainFilesOnly() throws {
        let archive = try Archive(seed: 4) { $0.damage = Share(partsPerMillion: 0) }
        let summary = try archive.reference.verify()
        #expect(summary.filesReadByProduct == 0)
        #expect(summary.rejected == 0)
        #expect(summary.new == 500)
        #expect(summary.decompressedBytes > 5_000_000)
    }
}
