import CP256Lanes
import Testing

/// Values of r, s, digest and scalars at their limits. A kernel may pass such a signature on, but never misjudge it.
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
        var own = 0
        for size in [1, 8, 61, 512] {
            let verdicts = judge(all, inBatchesOf: [size], base: base, key: key)
            for (signed, verdict) in zip(all, verdicts) where verdict != .exceptional {
                own += 1
                #expect((verdict == .accepted) == reference.verifies(signed), "\(signed), batches of \(size)")
            }
        }
        return own / 4
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

    @Test("Digests", arguments: P256Kernel.supported)
    func digests(_ kernel: P256Kernel) throws {
        let reference = ReferenceKey(privateKey: BigNumber(powerOfTwo: 77))
        let good = Self.edges.map { reference.sign($0.bytes) }
        let all = good + zip(good, good.dropFirst()).map { SignedDigest(digest: $0.digest, r: $1.r, s: $1.s) }
        // Only 0 and n are passed on: the base point has no share in the sum.
        #expect(try Self.compare(all, reference, kernel, width: 7) == all.count - 4)
    }

    @Test("Scalars with edges in their digits, under keys that are multiples of the base point", arguments: P256Kernel.supported)
    func scalars(_ kernel: P256Kernel) throws {
        let half = BigNumber(2).inverse
        let scalars =
            [BigNumber(0), Self.one, BigNumber(2), BigNumber(3), half, half - Self.one, BigNumber.order - Self.one]
            + [BigNumber.order - BigNumber(2)]
            + [7, 8, 31, 32, 52, 64, 104, 128, 208, 252, 255].flatMap {
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
