import Foundation
import LedgerStore
import NotificationModel
import ReferencePath

/// Verified rows into a ledger, fresh or big, against plain upserts with all indexes from the start.
struct Committing {
    let corpus: BenchmarkCorpus
    let material: BenchmarkMaterial
    /// How many rows the big ledger has before.
    static let bigRows = 40_000

    var scenarios: [Scenario] {
        [
            Scenario(name: "stage/committer", isPortable: true) { try trial(isBig: false) },
            Scenario(name: "committer/big", isLong: true) { try trial(isBig: true) },
        ]
    }

    /// The ledger and the plain writer of the present pass.
    private final class Open {
        var ledger: Ledger?
        var plain: PlainLedgerWriter?
    }

    private func trial(isBig: Bool) throws -> Trial {
        let rows = LedgerRows(material)
        let reference = ReferenceRun(paths: [], anchors: corpus.anchors)
        let (own, twin, filled) = (
            corpus.path("own.sqlite"), corpus.path("twin.sqlite"), corpus.path("filled.sqlite")
        )
        corpus.remove(filled)
        if isBig { try rows.fill(filled, count: Self.bigRows, settings: settings) }
        let open = Open()
        func begin(_ path: String, hasAllIndexes: Bool) throws {
            corpus.remove(path)
            if isBig { try FileManager.default.copyItem(atPath: filled, toPath: path) }
            if hasAllIndexes { try reference.prepareLedger(path) }
        }
        let resetSubject = {
            open.ledger = nil
            try begin(own, hasAllIndexes: isBig)
            open.ledger = try Ledger.openForWriting(path: own, settings: settings)
        }
        let resetYardstick = {
            open.plain = nil
            try begin(twin, hasAllIndexes: true)
            open.plain = try PlainLedgerWriter(path: twin)
        }
        let subject = {
            guard let ledger = open.ledger else { throw WrongAnswer("no ledger is open") }
            try rows.append(to: ledger)
        }
        let yardstick = {
            guard let writer = open.plain else { throw WrongAnswer("no ledger is open") }
            try rows.write(to: writer)
        }
        return Trial(
            yardstickName: "plain upserts",
            amount: .init(notifications: rows.batch.rows.count),
            resetYardstick: resetYardstick,
            resetSubject: resetSubject,
            compare: {
                try resetSubject()
                try resetYardstick()
                try subject()
                try yardstick()
                open.ledger = nil
                open.plain = nil
                for path in [own, twin] { try ReferenceRun.derive(path, corpus.anchors) }
                try WrongAnswer.unlessEqual(
                    try ReferenceRun.fingerprint(own),
                    try ReferenceRun.fingerprint(twin),
                    "fingerprints"
                )
            },
            yardstick: yardstick,
            subject: subject
        )
    }

    private var settings: LedgerSettings { LedgerRows.settings(corpus) }
}
