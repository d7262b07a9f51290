import CorpusForge
import Foundation
import NotificationLedger
import NotificationModel
import TestSupport
import Testing

/// Every kernel and number of workers gives the same lines and the same ledger.
struct KernelAgreementTests {
    private static let absent = Comment(rawValue: SharedMaterial.absence)
    private static let kernels = [KernelChoice.scalar, .ifma].filter(\.isSupported)

    /// Compares the lines and the fingerprint of each kernel, under 1, 2 and 5 workers, with OpenSSL's under one.
    private func expectAgreement(_ paths: [String], on bench: Workbench, atLeast records: Int) throws {
        let (lines, summary, expected) = try bench.verify(paths, includesPayload: true) { $0.kernel = .openssl }
        #expect(lines.count >= records)
        try bench.reconcile(paths, into: "expected", { $0.kernel = .openssl })
        let fingerprint = try bench.fingerprint("expected")
        for kernel in [.openssl] + Self.kernels {
            for jobs in [1, 2, 5] where kernel != .openssl || jobs > 1 {
                let (_, found, bytes) = try bench.verify(paths, jobs: jobs, includesPayload: true) {
                    $0.kernel = kernel
                }
                #expect(bytes == expected, "\(kernel) with \(jobs) workers")
                #expect(found.counts == summary.counts, "\(kernel) with \(jobs) workers")
                let ledger = "\(kernel)-\(jobs)"
                try bench.reconcile(paths, into: ledger, jobs: jobs, { $0.kernel = kernel })
                #expect(try bench.fingerprint(ledger) == fingerprint, "\(kernel) with \(jobs) workers")
            }
        }
    }

    @Test func onTheFrozenCorpus() throws {
        let bench = try Workbench(root: FrozenCorpus.root())
        try expectAgreement([FrozenCorpus.archive], on: bench, atLeast: FrozenCorpus.truth().count)
    }

    @Test func onEveryKindOfDamage() throws {
        let archive = try SimulatedArchive(WorldOptions(seed: 11, notifications: 400)) {
            $0.damage = Share(partsPerMillion: 400_000)
            $0.pagesPerFile = 40
            $0.leaves = 4
        }
        let bench = archive.workbench
        let met = Set(try bench.verify(["archive"]).lines.compactMap(\.reason))
        #expect(met.isSuperset(of: Corpus.reasonsWithoutOptions.map(\.rawValue)))
        try expectAgreement(["archive"], on: bench, atLeast: 500)
    }

    @Test(.enabled(if: SharedMaterial.isPresent, absent)) func onGenuineRecords() throws {
        let paths = ["real/pages", "real/notifications"].map { SharedMaterial.url($0).path }
        try expectAgreement(paths, on: Workbench(root: nil), atLeast: 20)
    }

    @Test(.enabled(if: SharedMaterial.isPresent, absent)) func onPublishedAttacks() throws {
        let data = try Data(contentsOf: SharedMaterial.url("vectors/jws-attacks/jws_attacks_dev.json"))
        let vectors = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let root = try #require((vectors["pinned_root_der_base64"] as? String).flatMap { Data(base64Encoded: $0) })
        let tokens = (vectors["cases"] as? [[String: Any]] ?? []).compactMap { $0["jws"] as? String }
        let bench = try Workbench(root: Array(root))
        // Some of each, for a batch kernel sees a key's signatures only from some dozens on.
        let lines = try (0..<3).flatMap { _ in tokens }.map { token in
            let body = try JSONSerialization.data(
                withJSONObject: ["signedPayload": token],
                options: [.withoutEscapingSlashes]
            )
            return String(decoding: body, as: UTF8.self) + "\n"
        }
        try bench.folder.write("attacks.jsonl", lines.joined())
        try expectAgreement(["attacks.jsonl"], on: bench, atLeast: 3 * tokens.count)
    }

    @Test(.enabled(if: KernelChoice.ifma.isSupported, "this machine lacks AVX-512 IFMA"))
    func theWideKernelIsCompared() {
        #expect(Self.kernels == [.scalar, .ifma])
    }
}
