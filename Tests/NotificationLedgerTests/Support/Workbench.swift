import CorpusForge
import Foundation
import LedgerStore
import NotificationLedger
import NotificationModel
import Testing

/// Runs over archives in a folder of its own, under the anchors of a test authority.
struct Workbench {
    let folder: TemporaryFolder
    var configuration = RunConfiguration(paths: [])

    /// A workbench that trusts the shared forge's root.
    init() throws {
        try self.init(root: SharedForge.get().authority.rootDER)
    }

    /// A workbench that trusts this certificate, in DER or PEM; nil for the built-in anchor.
    init(root: [UInt8]?) throws {
        folder = try TemporaryFolder()
        guard let root else { return }
        configuration.anchors = try TrustRootFile.anchors(path: folder.write("root.cer", root))
    }

    func path(_ name: String) -> String { folder.path(name) }

    /// Verifies files of the folder, or files anywhere by their absolute paths.
    func verify(
        _ names: [String],
        jobs: Int = 1,
        includesPayload: Bool = false,
        _ change: (inout RunConfiguration) -> Void = { _ in }
    ) throws -> (lines: [VerdictLine], summary: RunSummary, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        let run = VerificationRun(configured(names, jobs, change), includesPayload: includesPayload) { bytes += $0 }
        let summary = try run.run()
        #expect(summary.counts.addUp)
        return (try VerdictLine.lines(bytes), summary, bytes)
    }

    /// Reconciles files into the folder's ledger of this name.
    @discardableResult
    func reconcile(
        _ names: [String],
        into ledger: String = "ledger",
        jobs: Int = 1,
        _ change: (inout RunConfiguration) -> Void = { _ in },
        options changeOptions: (inout ReconciliationOptions) -> Void = { _ in }
    ) throws -> RunSummary {
        var options = ReconciliationOptions(ledger: path(ledger))
        changeOptions(&options)
        let summary = try ReconciliationRun(configured(names, jobs, change), options).run()
        #expect(summary.counts.addUp)
        return summary
    }

    func fingerprint(_ ledger: String = "ledger") throws -> String {
        try LedgerReader(path: path(ledger)).fingerprint()
    }

    /// The rows of a table, each by the names of its columns.
    func rows(_ table: String, of ledger: String = "ledger") throws -> [[String: LedgerValue]] {
        var columns: [String] = []
        var rows: [[String: LedgerValue]] = []
        try Ledger.openForReading(path: path(ledger)).forEachRow(
            of: #require(LedgerRelation.all.first { $0.name == table }),
            start: { columns = $0 },
            { values in rows.append(Dictionary(uniqueKeysWithValues: zip(columns, values))) }
        )
        return rows
    }

    /// The lines of the quarantine beside a ledger.
    func quarantine(_ ledger: String = "ledger") throws -> [VerdictLine] {
        let name = "\(ledger).rejected/rejects.jsonl"
        return folder.exists(name) ? try VerdictLine.lines(folder.read(name)) : []
    }

    private func configured(
        _ names: [String],
        _ jobs: Int,
        _ change: (inout RunConfiguration) -> Void
    ) -> RunConfiguration {
        var configuration = configuration
        configuration.paths = names.map { Array(($0.hasPrefix("/") ? $0 : path($0)).utf8) }
        configuration.jobs = jobs
        configuration.progress = RunProgress()
        configuration.stop = StopRequest()
        change(&configuration)
        return configuration
    }
}

/// One authority for every test that needs no flawed one: making keys costs more than signing.
enum SharedForge {
    private static let made = Result { try Forge() }

    static func get() throws -> Forge { try made.get() }
}

extension LedgerValue {
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
