internal import COpenSSL
internal import CP256Lanes
internal import NotificationModel

/// Checks on this machine that a genuine signature verifies and an altered one does not, and how fast.
package struct SignatureSelfTest: Sendable {
    /// True if every answer was right.
    package let passed: Bool
    /// The answers in words.
    package var summary: String { passed ? "passed" : "FAILED: do not trust this build on this machine" }
    /// Verifications a second on one core, to two digits.
    package let verificationsPerSecond: Int

    /// What to expect of one core, three signatures a notification.
    package var throughput: String {
        "\(verificationsPerSecond) signatures a second and core; a notification has three, and is read, decoded and written "
            + "besides"
    }

    /// The version text of the OpenSSL library in use.
    package static var libraryVersion: String {
        // Safe: the library returns a constant, terminated text.
        unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// Runs the test with OpenSSL and with a kernel, whose speed is measured; takes some 50 ms.
    package static func run(_ kernel: SignatureKernel = .fastest) -> SignatureSelfTest {
        guard let prepared = PreparedKey(key), answersRightly(.openssl), answersRightly(kernel) else {
            return SignatureSelfTest(passed: false, verificationsPerSecond: 0)
        }
        if let batched = kernel.batched, var trial = KernelTrial(batched, width: 11, count: 512) {
            return SignatureSelfTest(passed: true, verificationsPerSecond: rate(512, rounds: 20) { trial.verify() })
        }
        let digest = genuine
        return SignatureSelfTest(
            passed: true,
            verificationsPerSecond: rate(1, rounds: 500) {
                _ = prepared.verifies(signature: der.span, digest: digest.span)
            }
        )
    }

    /// True if a kernel accepts a genuine signature and refuses one over another digest, in every place of a small
    /// batch; asked once a process, for some milliseconds.
    ///
    /// The vector is that of RFC 6979, A.2.5: curve P-256, SHA-256, message "sample".
    package static func answersRightly(_ kernel: SignatureKernel) -> Bool {
        switch kernel {
        case .openssl: isOpenSSLRight
        case .scalar: isScalarRight
        case .ifma: isIFMARight
        }
    }

    private static let isOpenSSLRight = ask(.openssl)
    private static let isScalarRight = ask(.scalar)
    private static let isIFMARight = ask(.ifma)

    private static func ask(_ kernel: SignatureKernel) -> Bool {
        guard let batched = kernel.batched else {
            let digests = (genuine, altered)
            guard let prepared = PreparedKey(key) else { return false }
            return prepared.verifies(signature: der.span, digest: digests.0.span)
                && !prepared.verifies(signature: der.span, digest: digests.1.span)
        }
        guard var trial = KernelTrial(batched, width: 4, count: 32) else { return false }
        trial.verify()
        return trial.isRight
    }

    /// Verifications a second, to two digits.
    private static func rate(_ count: Int, rounds: Int, _ verify: () -> Void) -> Int {
        let elapsed = ContinuousClock().measure {
            for _ in 0..<rounds { verify() }
        }
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return seconds > 0 ? Int(Double(count * rounds) / seconds) / 100 * 100 : 0
    }

    /// A batch of the vector's signature: genuine in even places, over another digest in odd ones.
    private struct KernelTrial {
        private let base: KernelTable
        private let table: KernelTable
        private let count: Int
        private var digests: [UInt8] = []
        private var signatures: [UInt8] = []
        private var verdicts: [UInt8] = []
        private var scratch: [UInt8] = []

        init?(_ kernel: P256Kernel, width: Int, count: Int) {
            guard let base = KernelTable(kernel, width: width, point: nil),
                let table = KernelTable(kernel, width: width, point: Array(key.coordinates))
            else { return nil }
            (self.base, self.table, self.count) = (base, table, count)
            for place in 0..<count {
                digests += place % 2 == 0 ? genuine : altered
                signatures += r.bytes + s.bytes
            }
        }

        mutating func verify() {
            table.verify(
                base: base,
                digests: digests[...],
                signatures: signatures[...],
                count: count,
                verdicts: &verdicts,
                scratch: &scratch
            )
        }

        var isRight: Bool {
            verdicts.count == count
                && verdicts.indices.allSatisfy { Int(verdicts[$0]) == ($0 % 2 == 0 ? P256_ACCEPTED : P256_REJECTED) }
        }
    }

    private static let key = ECPublicKey(p256X: publicX.bytes, y: publicY.bytes)
    private static let genuine = SHA256Digest.hash(Array("sample".utf8).span).bytes
    private static let altered = SHA256Digest.hash(Array("simple".utf8).span).bytes

    private static let publicX = Digest256(
        words: (0x60FE_D4BA_255A_9D31, 0xC961_EB74_C635_6D68, 0xC049_B892_3B61_FA6C, 0xE669_622E_60F2_9FB6)
    )
    private static let publicY = Digest256(
        words: (0x7903_FE10_08B8_BC99, 0xA41A_E9E9_5628_BC64, 0xF2F1_B20C_2D7E_9F51, 0x77A3_C294_D446_2299)
    )
    private static let r = Digest256(
        words: (0xEFD4_8B2A_ACB6_A8FD, 0x1140_DD9C_D45E_81D6, 0x9D2C_877B_56AA_F991, 0xC34D_0EA8_4EAF_3716)
    )
    private static let s = Digest256(
        words: (0xF7CB_1C94_2D65_7C41, 0xD436_C7A1_B6E2_9F65, 0xF3E9_00DB_B9AF_F406, 0x4DC4_AB2F_843A_CDA8)
    )

    /// SEQUENCE { INTEGER r, INTEGER s }; both begin with a set bit, so each takes a leading zero byte.
    private static let der: [UInt8] =
        [0x30, 0x46, 0x02, 0x21, 0x00] + r.bytes + [0x02, 0x21, 0x00] + s.bytes
}
