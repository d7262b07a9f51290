import CorpusForge
import NotificationLedger
import ReferencePath
import SignatureVerification

/// The yardstick against the machine: one bare `EVP_PKEY_verify` for each signature that the reference checks.
///
/// A yardstick that became slower would flatter everything that is held against it.
struct ReferenceItself {
    let corpus: BenchmarkCorpus

    var scenarios: [Scenario] {
        [
            Scenario(name: "reference/verify", prepare: { try trial(writesLedger: false) }),
            Scenario(name: "reference/reconcile", isLong: true, prepare: { try trial(writesLedger: true) }),
        ]
    }

    private func trial(writesLedger: Bool) throws -> Trial {
        let reference = ReferenceRun(paths: [corpus.archive], anchors: corpus.anchors)
        let ledger = corpus.path("reference.sqlite")
        let signatures = try SignatureMaterial(keys: 2, signatures: 256)
        let kernels = signatures.keys.compactMap { PlainKernel(subjectPublicKeyInfo: $0.subjectPublicKeyInfo) }
        let count = corpus.summary.signatures
        return Trial(
            yardstickName: "EVP_PKEY_verify",
            amount: .init(
                notifications: corpus.summary.records,
                signatures: count,
                bytes: corpus.summary.decompressedBytes
            ),
            clock: .process,
            resetSubject: { corpus.remove(ledger) },
            compare: {
                var configuration = RunConfiguration(paths: [corpus.archive])
                configuration.anchors = corpus.anchors
                let counts = try VerificationRun(configuration, output: nil).run().counts
                let found = corpus.summary
                try WrongAnswer.unlessEqual(
                    [found.records, found.new, found.duplicate, found.rejected],
                    [counts.recordsIn, counts.new, counts.duplicate, counts.rejected],
                    "counts"
                )
            },
            yardstick: {
                for index in 0..<count {
                    let one = signatures.signatures[index % signatures.signatures.count]
                    _ = kernels[one.key].verifies(der: one.der, digest: one.digest)
                }
            },
            subject: { _ = writesLedger ? try reference.reconcile(into: ledger) : try reference.verify() }
        )
    }
}
