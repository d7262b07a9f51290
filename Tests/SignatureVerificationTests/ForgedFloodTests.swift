import NotificationModel
import SignatureVerification
import Testing

@Suite("A flood of forged headers among genuine records")
struct ForgedFloodTests {
    @Test("costs one check a forged chain, a bounded room, and no genuine record", arguments: SignatureKernel.here)
    func floodIsBounded(kernel: SignatureKernel) throws {
        let (batches, forgedInEach) = (20, 100)
        let bench = BatchBench(keys: 3)
        let stranger = TestAuthority()
        var limits = SigningKeyStoreLimits()
        limits.rejections = 200
        limits.rejectionBytes = 400_000
        limits.tableBytes = 1 << 20
        let store = try bench.store(kernel, limits: limits)
        var batch = SignatureBatch(store: store)
        let genuine = (0..<60).map { bench.signers[$0 % 3].token("{\"n\":\($0)}") }
        let own = bench.chain
        let foreign = stranger.chain
        let signature = String(repeating: "A", count: 80) + "AAAAAA"
        for round in 0..<batches {
            let forged = (0..<forgedInEach).map { number -> [UInt8] in
                let chain = number % 2 == 0 ? foreign : own
                let header = TestAuthority.header(chain, more: ",\"kid\":\"\(round).\(number)\"")
                return Array("\(Text.base64URL(Array(header.utf8))).e30.\(signature)".utf8)
            }
            // Genuine ones stand between the forged ones.
            let mixed = forged.enumerated().flatMap { [$0.element] + ($0.offset < 60 ? [genuine[$0.offset]] : []) }
            let found = try batch.judge(mixed)
            // Of the first 120, every second one is genuine.
            let accepted = found.indices.filter { found[$0] == nil }
            #expect(accepted == (0..<60).map { 2 * $0 + 1 })
            #expect(store.residency.rejections <= 200 && store.residency.rejectionBytes <= 400_000)
            #expect(store.residency.tableBytes <= 1 << 20)
        }
        let forgedChains = batches * forgedInEach / 2
        // Three leaves and the intermediate.
        #expect(store.certificateSignatureChecks <= forgedChains + 4)
        #expect(store.residency.headers == 3)
        #expect(store.residency.signingKeys == 3)
        #expect(store.residency.intermediates == 1)
    }

    @Test("gets no table", arguments: SignatureKernel.batchedHere)
    func forgedKeysGetNoTable(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 1)
        let stranger = BatchBench(keys: 2)
        let store = try bench.store(kernel)
        var batch = SignatureBatch(store: store)
        let forged = (0..<200).map { stranger.signers[$0 % 2].token("{\"n\":\($0)}") }
        for _ in 0..<3 {
            let found = try batch.judge(forged)
            #expect(found.allSatisfy { $0?.reason == .chainSignature })
        }
        #expect(store.residency.tableBytes == 0)
        #expect(store.residency.signingKeys == 0)
    }

    @Test(
        "Two hundred busy keys stay within the room of the tables and are judged right",
        arguments: SignatureKernel.batchedHere
    )
    func manyKeysStayWithinTheirRoom(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 200)
        var limits = SigningKeyStoreLimits()
        limits.tableBytes = 4 << 20
        let store = try bench.store(kernel, limits: limits)
        var batch = SignatureBatch(store: store)
        for signer in bench.signers {
            let good = signer.token("{\"n\":1}")
            var bad = good
            bad[bad.count - 50] = bad[bad.count - 50] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let found = try batch.judge([[UInt8]](repeating: good, count: 70) + [bad])
            #expect(found.prefix(70).allSatisfy { $0 == nil })
            #expect(found.last??.reason == .signatureInvalid)
            #expect(store.residency.tableBytes <= 4 << 20)
        }
        // The room is used: some keys do have tables.
        #expect(store.residency.tableBytes > 3 << 20)
    }
}
