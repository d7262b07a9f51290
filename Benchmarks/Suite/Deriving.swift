import Foundation
import LedgerStore
import NotificationModel
import ReferencePath
import SignatureVerification

/// The first derivation of a ledger with the making of its indexes, against one signature check a notification.
///
/// Nothing plain derives; so the answer is held against a ledger that was filled in another order by other statements,
/// and the time against OpenSSL's, which tells the machine's speed.
struct Deriving {
    let corpus: BenchmarkCorpus
    let material: BenchmarkMaterial

    var scenarios: [Scenario] { [Scenario(name: "stage/derivation", prepare: trial)] }

    private final class Open {
        var ledger: Ledger?
    }

    private func trial() throws -> Trial {
        let rows = LedgerRows(material)
        let settings = LedgerRows.settings(corpus)
        let (filled, own, twin) = (
            corpus.path("underived.sqlite"), corpus.path("derived.sqlite"), corpus.path("reversed.sqlite")
        )
        corpus.remove(filled)
        try rows.append(to: Ledger.openForWriting(path: filled, settings: settings))
        let open = Open()
        let reset = {
            open.ledger = nil
            corpus.remove(own)
            try FileManager.default.copyItem(atPath: filled, toPath: own)
            open.ledger = try Ledger.openForWriting(path: own, settings: settings)
        }
        let derive = {
            guard let ledger = open.ledger else { throw WrongAnswer("no ledger is open") }
            try ledger.deriveDirty()
        }
        let signatures = try SignatureMaterial(keys: 1, signatures: 256)
        let kernels = signatures.keys.compactMap { PlainKernel(subjectPublicKeyInfo: $0.subjectPublicKeyInfo) }
        let count = rows.batch.rows.count
        return Trial(
            yardstickName: "EVP_PKEY_verify",
            amount: .init(notifications: count),
            clock: .process,
            resetSubject: reset,
            compare: {
                try reset()
                try derive()
                open.ledger = nil
                corpus.remove(twin)
                try ReferenceRun(paths: [], anchors: corpus.anchors).prepareLedger(twin)
                try rows.write(to: PlainLedgerWriter(path: twin), reversed: true)
                try ReferenceRun.derive(twin, corpus.anchors)
                try WrongAnswer.unlessEqual(
                    try ReferenceRun.fingerprint(own),
                    try ReferenceRun.fingerprint(twin),
                    "fingerprints"
                )
            },
            yardstick: {
                for index in 0..<count {
                    let one = signatures.signatures[index % signatures.signatures.count]
                    _ = kernels[0].verifies(der: one.der, digest: one.digest)
                }
            },
            subject: derive
        )
    }
}
