import CP256Lanes
import TestSupport
import Testing

/// Signatures of random digests under random keys, good and damaged: OpenSSL is right, and nothing is passed on to it.
@Suite("Kernels: random signatures")
struct RandomSignatureTests {
    private static let sizes = [1, 2, 3, 7, 8, 9, 63, 64, 65, 255, 256, 511, 512, 513]

    private static func damaged(_ signed: SignedDigest, _ numbers: inout SeededGenerator) -> SignedDigest {
        var signed = signed
        let one = BigNumber(1)
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0: signed.digest[Int.random(in: 0..<32, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 1: signed.r = (BigNumber(signed.r) + one).bytes
        case 2: signed.r = (BigNumber(signed.r) - one).bytes
        case 3: signed.s = (BigNumber(signed.s) + one).bytes
        case 4: signed.s = (BigNumber(signed.s) - one).bytes
        case 5: signed.s = (BigNumber.order - BigNumber(signed.s)).bytes
        case 6: (signed.r, signed.s) = (signed.s, signed.r)
        default: break
        }
        return signed
    }

    @Test("20,000 signatures, five keys, every batch size", arguments: P256Kernel.supported)
    func random(_ kernel: P256Kernel) throws {
        var numbers = SeededGenerator(seed: 42)
        var accepted = 0
        for (keyWidth, baseWidth) in [(7, 7), (8, 10), (9, 6), (11, 8), (12, 11)] as [(UInt32, UInt32)] {
            let reference = ReferenceKey(privateKey: BigNumber(numbers.bytes(32)).reduced)
            let base = try #require(KernelTable(baseOf: kernel, width: baseWidth))
            let key = try #require(KernelTable(kernel, width: keyWidth, point: reference.point))
            let all = (0..<4000).map { _ in Self.damaged(reference.sign(numbers.bytes(32)), &numbers) }
            let expected = all.map { reference.verifies($0) ? Verdict.accepted : .rejected }
            let verdicts = judge(all, inBatchesOf: Self.sizes, base: base, key: key)
            let wrong = zip(expected, verdicts).enumerated().filter { $1.0 != $1.1 }
            #expect(wrong.isEmpty, "widths \(baseWidth) and \(keyWidth): \(wrong.count) of \(all.count)")
            accepted += expected.count { $0 == .accepted }
        }
        #expect(accepted > 5000 && accepted < 10000)
    }

    @Test("Every width of a table", arguments: P256Kernel.supported)
    func widths(_ kernel: P256Kernel) throws {
        var numbers = SeededGenerator(seed: 7)
        let reference = ReferenceKey(privateKey: BigNumber(numbers.bytes(32)).reduced)
        let all = (0..<100).map { _ in Self.damaged(reference.sign(numbers.bytes(32)), &numbers) }
        let expected = all.map { reference.verifies($0) ? Verdict.accepted : .rejected }
        for width in UInt32(P256_TABLE_WIDTH_MIN)...11 {
            let base = try #require(KernelTable(baseOf: kernel, width: 15 - width))
            let key = try #require(KernelTable(kernel, width: width, point: reference.point))
            #expect(judge(all, base: base, key: key) == expected, "width \(width)")
        }
    }
}
