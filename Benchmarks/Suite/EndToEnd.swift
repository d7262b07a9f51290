import NotificationLedger
import NotificationModel
import ReferencePath

/// The whole path through the library's public interface, by worker count, against the reference on one thread.
///
/// CPU time of all threads is what counts; the time of the day is reported beside it.
struct EndToEnd {
    let corpus: BenchmarkCorpus

    var scenarios: [Scenario] {
        let byWorkers = [1, 2].flatMap { jobs in
            [
                Scenario(name: "verify/jobs:\(jobs)", isPortable: jobs == 1, hasThreads: true) { verification(jobs) },
                Scenario(name: "reconcile/jobs:\(jobs)", hasThreads: true) { reconciliation(jobs) },
            ]
        }
        let byKernels = [KernelChoice.openssl, .scalar].filter(\.isSupported).map { kernel in
            Scenario(name: "verify/kernel:\(kernel.rawValue)", hasThreads: true) { verification(1, kernel) }
        }
        return byWorkers + byKernels + [Scenario(name: "scaling/verify/jobs:2", isLong: true, prepare: scaling)]
    }

    /// Two workers against one by the time of the day: no figure for a machine that has other things to do.
    private func scaling() -> Trial {
        Trial(
            yardstickName: "one worker",
            amount: amount,
            clock: .wall,
            compare: {
                try WrongAnswer.unlessEqual(try lines(2), try lines(1), "lines of verify")
            },
            yardstick: { _ = try VerificationRun(configuration(1), output: nil).run() },
            subject: { _ = try VerificationRun(configuration(2), output: nil).run() }
        )
    }

    private func lines(_ jobs: Int, _ kernel: KernelChoice = .auto) throws -> [UInt8] {
        var lines: [UInt8] = []
        _ = try VerificationRun(configuration(jobs, kernel)) { lines += $0 }.run()
        return lines
    }

    private var reference: ReferenceRun { ReferenceRun(paths: [corpus.archive], anchors: corpus.anchors) }

    private var amount: Trial.Amount {
        Trial.Amount(
            notifications: corpus.summary.records,
            signatures: corpus.summary.signatures,
            bytes: corpus.summary.decompressedBytes,
            slabs: max(1, corpus.summary.decompressedBytes / (2 << 20))
        )
    }

    private func configuration(_ jobs: Int, _ kernel: KernelChoice = .auto) -> RunConfiguration {
        var configuration = RunConfiguration(paths: [corpus.archive])
        configuration.anchors = corpus.anchors
        configuration.jobs = jobs
        configuration.kernel = kernel
        return configuration
    }

    private func verification(_ jobs: Int, _ kernel: KernelChoice = .auto) -> Trial {
        Trial(
            yardstickName: "reference",
            amount: amount,
            clock: .process,
            compare: {
                var verdicts: [ReferenceVerdict] = []
                _ = try reference.verify { verdicts.append($0) }
                try WrongAnswer.unlessEqual(try VerdictLines.verdicts(try lines(jobs, kernel)), verdicts, "verdicts")
            },
            yardstick: { _ = try reference.verify() },
            subject: { _ = try VerificationRun(configuration(jobs, kernel), output: nil).run() }
        )
    }

    private func reconciliation(_ jobs: Int) -> Trial {
        let plain = corpus.path("plain.sqlite")
        let ledger = corpus.path("ledger.sqlite")
        let run = { _ = try ReconciliationRun(configuration(jobs), ReconciliationOptions(ledger: ledger)).run() }
        return Trial(
            yardstickName: "reference",
            amount: amount,
            clock: .process,
            resetYardstick: { corpus.remove(plain) },
            resetSubject: { corpus.remove(ledger) },
            compare: {
                corpus.remove(plain)
                corpus.remove(ledger)
                _ = try reference.reconcile(into: plain)
                try run()
                try WrongAnswer.unlessEqual(
                    try ReferenceRun.fingerprint(ledger),
                    try ReferenceRun.fingerprint(plain),
                    "fingerprints"
                )
            },
            yardstick: { _ = try reference.reconcile(into: plain) },
            subject: run
        )
    }
}
