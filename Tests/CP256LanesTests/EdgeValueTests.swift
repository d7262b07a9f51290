import CP256Lanes
import Testing

/// Values of r, s, digest and scalars at their limits.
///
/// A kernel may pass such a signature on, but never misjudge it.
@Suite("Kernels: edge values")
struct EdgeValueTests {
    private static let one = BigNumber(1)

    /// 0, 1, n and its neighbours, p - n and its neighbours, p, 2^256 - 1 and some between.
    private static let edges: [BigNumber] = {
        let difference = BigNumber.prime - BigNumber.order
        let all = BigNumber(powerOfTwo: 256) - one
        return [
            BigNumber(0), one, BigNumber(2), BigNumber.order - one, BigNumber.order, BigNumber.order + one,
            BigNumber.order - BigNumber(2), difference - one, difference, difference + one, BigNumber.prime - one,
            BigNumber.prime, BigNumber.prime + one, BigNumber(powerOfTwo: 255), BigNumber(powerOfTwo: 128), all,
        ]
    }()

    private static func tables(_ kernel: P256Kernel, _ reference: ReferenceKey, _ width: UInt32) throws
        -> (base: KernelTable, key: KernelTable)
    {
        let base = try #require(KernelTable(baseOf: kernel, width: width))
        return (base, try #require(KernelTable(kernel, width: width, point: reference.point)))
    }

    /// Demands OpenSSL's verdict on each, and tells how many the kernel judged itself.
    private static func compare(_ all: [SignedDigest], _ reference: ReferenceKey, _ kernel: P256Kernel, width: UInt32)
        throws -> Int
    {
        let (base, key) = try tables(kernel, reference, width)
        let expected = all.map { reference.verifies($0) ? Verdict.accepted : .rejected }
        let verdicts = judge(all, inBatchesOf: [512], base: base, key: key)
        for (signed, (verdict, expected)) in zip(all, zip(verdicts, expected)) where verdict != .exceptional {
            #expect(verdict == expected, "\(signed)")
        }
        // Alone and in other company each is judged the same.
        let few = Array(all.prefix(90))
        for size in [1, 8, 61] {
            #expect(judge(few, inBatchesOf: [size], base: base, key: key) == Array(verdicts.prefix(90)))
        }
        return verdicts.count { $0 != .exceptional }
    }

    @Test("r and s", arguments: P256Kernel.supported)
    func signatures(_ kernel: P256Kernel) throws {
        let reference = ReferenceKey(privateKey: BigNumber(0x1234_5678_9abc_def1))
        let good = reference.sign(BigNumber(powerOfTwo: 200).bytes)
        var all: [SignedDigest] = []
        for first in Self.edges {
            all.append(SignedDigest(digest: good.digest, r: first.bytes, s: good.s))
            all.append(SignedDigest(digest: good.digest, r: good.r, s: first.bytes))
            for second in Self.edges { all.append(SignedDigest(digest: good.digest, r: first.bytes, s: second.bytes)) }
        }
        // r is 1, 2, p - n - 1 or p - n less 1 in the passed-on ones; all others the kernel judges itself.
        #expect(try Self.compare(all, reference, kernel, width: 8) > all.count * 3 / 4)
    }

    @Test("r and s out of range are refused, not passed on", arguments: P256Kernel.supported)
    func outOfRange(_ kernel: P256Kernel) throws {
        let reference = ReferenceKey(privateKey: BigNumber(3))
        let (base, key) = try Self.tables(kernel, reference, 6)
        let good = reference.sign(BigNumber(powerOfTwo: 200).bytes)
        for value in [BigNumber(0), BigNumber.order, BigNumber.order + Self.one, Self.edges[15]] {
            let all = [
                good, SignedDigest(digest: good.digest, r: value.bytes, s: good.s),
                SignedDigest(digest: good.digest, r: good.r, s: value.bytes), good,
            ]
            #expect(judge(all, base: base, key: key) == [.accepted, .rejected, .rejected, .accepted])
        }
    }

    /// The verification calculates modulo the order, so x itself in the place of r passes every step but the range check.
    @Test("A point whose x is not below the order: r is x - n, never x", arguments: P256Kernel.supported)
    func largeX(_ kernel: P256Kernel) throws {
        let (u1, u2) = (BigNumber(1234), BigNumber(5678))
        var judged = 0
        for x in (0..<20).map({ BigNumber.order + BigNumber($0) }) {
            guard let reference = ReferenceKey(x: x, u1: u1, u2: u2) else { continue }
            let r = x - BigNumber.order
            guard !r.isZero else { continue }
            let s = r.times(u2.inverse)
            let digest = u1.times(s).bytes
            let good = SignedDigest(digest: digest, r: r.bytes, s: s.bytes)
            let forged = SignedDigest(digest: digest, r: x.bytes, s: s.bytes)
            #expect(reference.verifies(good) && !reference.verifies(forged))
            let (base, key) = try Self.tables(kernel, reference, 7)
            #expect(judge([good, forged], base: base, key: key) == [.exceptional, .rejected])
            judged += 1
        }
        #expect(judged > 3)
    }

    @Test("Digests", arguments: P256Kernel.supported)
    func digests(_ kernel: P256Kernel) throws {
        let reference = ReferenceKey(privateKey: BigNumber(powerOfTwo: 77))
        let good = Self.edges.map { reference.sign($0.bytes) }
        let all = good + zip(good, good.dropFirst()).map { SignedDigest(digest: $0.digest, r: $1.r, s: $1.s) }
        // Only 0 and n are passed on: the base point has no share in the sum.
        #expect(try Self.compare(all, reference, kernel, width: 7) == all.count - 4)
    }

    @Test(
        "Scalars with edges in their digits, under keys that are multiples of the base point",
        arguments: P256Kernel.supported
    )
    func scalars(_ kernel: P256Kernel) throws {
        let half = BigNumber(2).inverse
        let scalars =
            [BigNumber(0), Self.one, BigNumber(2), BigNumber(3), half, half - Self.one, BigNumber.order - Self.one]
            + [BigNumber.order - BigNumber(2)]
            + [7, 52, 64, 104, 252, 255].flatMap {
                [BigNumber(powerOfTwo: $0), BigNumber(powerOfTwo: $0) - Self.one, BigNumber(powerOfTwo: $0) + Self.one]
            }
        let keys = [Self.one, BigNumber.order - Self.one, BigNumber(2), BigNumber.order - BigNumber(2), half]
        for (number, width) in zip(keys, [6, 7, 8, 9, 10] as [UInt32]) {
            let reference = ReferenceKey(privateKey: number)
            let all = scalars.flatMap { u1 in
                scalars.compactMap { u2 in u2.isZero ? nil : reference.signature(u1: u1, u2: u2) }
            }
            #expect(all.allSatisfy(reference.verifies))
            #expect(try Self.compare(all, reference, kernel, width: width) > all.count * 3 / 4)
        }
    }
}
