internal import COpenSSL
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
        "about \(verificationsPerSecond / 3) notifications a second and core at most "
            + "(\(verificationsPerSecond) signatures)"
    }

    /// The version text of the OpenSSL library in use.
    package static var libraryVersion: String {
        // Safe: the library returns a constant, terminated text.
        unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// Runs the test; takes some 50 ms.
    ///
    /// The vector is that of RFC 6979, A.2.5: curve P-256, SHA-256, message "sample".
    package static func run() -> SignatureSelfTest {
        let key = ECPublicKey(p256X: publicX.bytes, y: publicY.bytes)
        guard let prepared = PreparedKey(key) else {
            return SignatureSelfTest(passed: false, verificationsPerSecond: 0)
        }
        let genuine = SHA256Digest.hash(Array("sample".utf8).span).bytes
        let altered = SHA256Digest.hash(Array("simple".utf8).span).bytes
        let passed =
            prepared.verifies(signature: signature.span, digest: genuine.span)
            && !prepared.verifies(signature: signature.span, digest: altered.span)
        let clock = ContinuousClock()
        let rounds = 500
        let elapsed = clock.measure {
            for _ in 0..<rounds { _ = prepared.verifies(signature: signature.span, digest: genuine.span) }
        }
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = seconds > 0 ? Int(Double(rounds) / seconds) / 100 * 100 : 0
        return SignatureSelfTest(passed: passed, verificationsPerSecond: rate)
    }

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
    private static let signature: [UInt8] =
        [0x30, 0x46, 0x02, 0x21, 0x00] + r.bytes + [0x02, 0x21, 0x00] + s.bytes
}
