import CorpusForge
import Foundation
import NotificationLedger
import NotificationModel
import Testing

/// A kernel that contradicts OpenSSL ends the run, and nothing of its slab counts.
struct LyingKernelTests {
    private static let kernels = [KernelChoice.scalar, .ifma].filter(\.isSupported)
    private let bench: Workbench
    private let forge: Forge

    init() throws {
        bench = try Workbench()
        forge = try SharedForge.get()
    }

    /// A text that was never signed, under a genuine header, whose digest is among those that OpenSSL looks at.
    private func auditedForgery() throws -> String {
        let parts = try forge.signedPayload(Telling.renewed(1)).split(separator: ".").map(String.init)
        // Twelve bytes of text: no padding, and no letter in which the two alphabets differ.
        for number in 100_000..<1_000_000 {
            let message = parts[0] + "." + Data("{\"n\":\(number)}".utf8).base64EncodedString()
            let hasher = try RunningDigest()
            try hasher.update(Array(message.utf8))
            let digest = try hasher.finalize().bytes
            if digest[31] == 0, digest[30] & 1 == 0 { return message + "." + parts[2] }
        }
        throw LedgerRunError(.notFound, "no such text")
    }

    private func write(forged: Bool) throws {
        let genuine = try forge.signedPayload(Telling.renewed(1))
        let other = try forge.signedPayload(Telling.renewed(2))
        let forgery = forged ? [try auditedForgery()] : []
        try bench.folder.write("input", itemLines([other] + [String](repeating: genuine, count: 80) + forgery))
    }

    private func expectStop(_ kernel: KernelChoice, _ error: LedgerRunError?, _ words: String) throws {
        #expect(error?.kind == .internalFault)
        let message = try #require(error?.message)
        #expect(message.contains("kernel \(kernel.rawValue) \(words)"), "\(message)")
        #expect(message.contains("--kernel openssl"))
        #expect(!message.contains("\n"))
    }

    @Test(arguments: kernels, [1, 3]) func thatRefusesTheGenuineStopsTheRun(kernel: KernelChoice, jobs: Int) throws {
        try write(forged: false)
        let error = #expect(throws: LedgerRunError.self) {
            try bench.reconcile(["input"], jobs: jobs, { ($0.kernel, $0.distortion) = (kernel, { _ in false }) })
        }
        try expectStop(kernel, error, "refused")
        try expectNothingAndGoOn()
    }

    @Test(arguments: kernels, [1, 3]) func thatAcceptsTheForgedStopsTheRun(kernel: KernelChoice, jobs: Int) throws {
        try write(forged: true)
        let error = #expect(throws: LedgerRunError.self) {
            try bench.reconcile(["input"], jobs: jobs, { ($0.kernel, $0.distortion) = (kernel, { _ in true }) })
        }
        try expectStop(kernel, error, "accepted")
        try expectNothingAndGoOn()
    }

    @Test(arguments: kernels) func stopsAVerificationBeforeItsFirstLine(kernel: KernelChoice) throws {
        try write(forged: true)
        var configuration = bench.configuration
        configuration.paths = [Array(bench.path("input").utf8)]
        (configuration.kernel, configuration.distortion) = (kernel, { _ in true })
        var lines = 0
        let error = #expect(throws: LedgerRunError.self) {
            try VerificationRun(configuration) { lines += $0.count }.run()
        }
        try expectStop(kernel, error, "accepted")
        #expect(lines == 0)
    }

    @Test func openSSLIsNotDistorted() throws {
        try write(forged: true)
        let summary = try bench.reconcile(["input"], { ($0.kernel, $0.distortion) = (.openssl, { !$0 }) })
        #expect(summary.counts.new == 2 && summary.counts.rejected == 1)
    }

    /// Nothing was committed, so the same run under OpenSSL takes all, as if it were the first.
    private func expectNothingAndGoOn() throws {
        #expect(try bench.rows("notifications").isEmpty)
        #expect(try bench.quarantine().isEmpty)
        let again = try bench.reconcile(["input"], { $0.kernel = .openssl })
        let fresh = try bench.reconcile(["input"], into: "fresh", { $0.kernel = .openssl })
        #expect(again.counts == fresh.counts)
        #expect(again.counts.new == 2)
        #expect(try bench.fingerprint() == bench.fingerprint("fresh"))
    }
}
