import CP256Lanes
import TestSupport
import Testing

/// Keys made to bring two points with the same x coordinate together inside the sum, where the shared inversion would
/// fail for the whole batch.
@Suite("Kernels: exceptional additions")
struct ExceptionalAdditionTests {
    /// At the widths 6, 7 and 9 the last window of the base point starts at the bit 252 and is added to the first one of
    /// the key; if the key is 2^252 times the base point, these meet in one of some dozens of signatures.
    @Test(
        "They are passed on, and the rest of the batch is judged",
        arguments: P256Kernel.supported,
        [6, 7, 9] as [UInt32]
    )
    func metInside(_ kernel: P256Kernel, _ width: UInt32) throws {
        for number in [BigNumber(powerOfTwo: 252), BigNumber.order - BigNumber(powerOfTwo: 252)] {
            let reference = ReferenceKey(privateKey: number)
            var numbers = SeededGenerator(seed: 3)
            let base = try #require(KernelTable(baseOf: kernel, width: width))
            let key = try #require(KernelTable(kernel, width: width, point: reference.point))
            let all = (0..<800).map { place in
                var signed = reference.sign(numbers.bytes(32))
                if place % 3 == 0 { signed.digest[31] ^= 1 }
                return signed
            }
            var exceptional: [[Int]] = []
            for size in [9, 800] {
                let verdicts = judge(all, inBatchesOf: [size], base: base, key: key)
                exceptional.append(verdicts.indices.filter { verdicts[$0] == .exceptional })
                for place in all.indices where verdicts[place] != .exceptional {
                    #expect((verdicts[place] == .accepted) == (place % 3 != 0), "\(place) in batches of \(size)")
                }
            }
            #expect(exceptional[0].count > 0 && exceptional[0].count < 100)
            #expect(exceptional[1] == exceptional[0])
        }
    }

    @Test("The last addition: u1 G and u2 Q are the same point, or opposite ones", arguments: P256Kernel.supported)
    func metAtTheEnd(_ kernel: P256Kernel) throws {
        let reference = ReferenceKey(privateKey: BigNumber(1))
        let opposite = ReferenceKey(privateKey: BigNumber.order - BigNumber(1))
        var numbers = SeededGenerator(seed: 5)
        // With 64 summands the halves of the tree are those of the base point and those of the key.
        let base = try #require(KernelTable(baseOf: kernel, width: 8))
        for (judged, sameScalar) in [(reference, true), (opposite, false)] {
            let key = try #require(KernelTable(kernel, width: 8, point: judged.point))
            let scalar = BigNumber(numbers.bytes(32)).reduced
            let u1 = sameScalar ? scalar : BigNumber.order - scalar
            let doubled = try #require(judged.signature(u1: u1, u2: scalar))
            let plain = judged.sign(numbers.bytes(32))
            #expect(judged.verifies(doubled))
            #expect(judge([plain, doubled, plain], base: base, key: key) == [.accepted, .exceptional, .accepted])
        }
        // u1 G + u2 Q is the point at infinity: no r fits, and no kernel may find one.
        let key = try #require(KernelTable(kernel, width: 8, point: reference.point))
        let u2 = BigNumber(numbers.bytes(32)).reduced
        let r = BigNumber(numbers.bytes(32)).reduced
        let s = r.times(u2.inverse)
        let infinite = SignedDigest(digest: (BigNumber.order - u2).times(s).bytes, r: r.bytes, s: s.bytes)
        #expect(!reference.verifies(infinite))
        #expect(judge([infinite], base: base, key: key) == [.exceptional])
    }
}
