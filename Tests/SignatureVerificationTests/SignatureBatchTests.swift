import NotificationModel
import SignatureVerification
import Testing

@Suite("Signatures verified together, against one at a time")
struct SignatureBatchTests {
    private static let order = Text.bytes(
        hexadecimal: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"
    )

    /// Values of r and s at and around the borders.
    private static let edges: [[UInt8]] = {
        func number(_ last: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [last] }
        func order(_ difference: Int) -> [UInt8] { Self.order.dropLast() + [UInt8(0x51 + difference)] }
        return [number(0), number(1), number(2), order(-1), order(0), order(1), [UInt8](repeating: 0xFF, count: 32)]
    }()

    /// A token of a random kind: genuine for a half, else spoilt in one of many ways.
    private func token(
        of signer: BatchBench.Signer,
        _ number: Int,
        _ random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let payload = "{\"n\":\(number)}"
        let good = signer.token(payload)
        let signature = Array(good.suffix(86))
        func edge() -> [UInt8] { Self.edges.randomElement(using: &random) ?? [] }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return signer.token(payload + " ", signature: edge() + edge())
        case 1:
            var bytes = good
            bytes[bytes.count - Int.random(in: 44..<86, using: &random)] ^= 1
            return bytes
        case 2:
            var bytes = good
            bytes[bytes.count - Int.random(in: 3..<42, using: &random)] ^= 1
            return bytes
        case 3: return Array(signer.token(payload + " ").dropLast(86)) + signature
        case 4: return Array(good.dropLast(86)) + Array("A".utf8) + signature.dropFirst()
        case 5: return Array(good.dropLast(4))
        case 6: return Array(good.dropLast()) + Array("*".utf8)
        default: return good
        }
    }

    @Test(
        "gives each token its twin's verdict, whatever the sizes and the mixture",
        arguments: SignatureKernel.here,
        [1, 3, 5]
    )
    func verdictsAreTheTwins(kernel: SignatureKernel, keys: Int) throws {
        let bench = BatchBench(keys: keys)
        let stranger = BatchBench(keys: 1)
        var batch = SignatureBatch(store: try bench.store(kernel))
        var random = SystemRandomNumberGenerator()
        var accepted = 0
        for size in [0, 1, 7, 8, 9, 56, 63, 64, 65, 130, 300] {
            let tokens = (0..<size).map { number in
                let isForged = Int.random(in: 0..<20, using: &random) == 0
                let signers = isForged ? stranger.signers : bench.signers
                return token(of: signers[number % signers.count], number, &random)
            }
            let found = try batch.judge(tokens)
            #expect(found == (try bench.plain(tokens)))
            #expect(batch.count <= size)
            accepted += found.count { $0 == nil }
        }
        #expect(accepted > 200)
    }

    @Test("goes on with the same verdicts while its tables grow", arguments: SignatureKernel.batchedHere)
    func verdictsOutliveTheGrowthOfTables(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 1)
        let store = try bench.store(kernel)
        var batch = SignatureBatch(store: store)
        var random = SystemRandomNumberGenerator()
        let tokens = (0..<512).map { token(of: bench.signers[0], $0, &random) }
        let expected = try bench.plain(tokens)
        var sizes: Set<Int> = []
        // The second width comes by the ninth round at the latest, the widest is not worth a test's time.
        for _ in 0..<10 {
            #expect(try batch.judge(tokens) == expected)
            sizes.insert(store.residency.tableBytes)
        }
        #expect(sizes.count == 2, "two widths: \(sizes)")
    }

    @Test("asks OpenSSL where a key has few signatures", arguments: SignatureKernel.batchedHere)
    func fewSignaturesMakeNoTable(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 1)
        // This kernel lies whenever it is asked, so a verdict of its own would show.
        let store = try bench.store(kernel, distortion: { !$0 })
        var batch = SignatureBatch(store: store)
        let tokens = (0..<7).map { bench.signers[0].token("{\"n\":\($0)}") }
        for _ in 0..<40 { #expect(try batch.judge(tokens).allSatisfy { $0 == nil }) }
        #expect(store.residency.tableBytes == 0)
    }

    @Test("sets nothing down as trusted but headers that a signature covers", arguments: SignatureKernel.here)
    func onlyCoveredHeadersAreKept(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 2)
        let store = try bench.store(kernel)
        var batch = SignatureBatch(store: store)
        let genuine = (0..<80).map { bench.signers[0].token("{\"n\":\($0)}") }
        let borrowed = genuine.map { Array(bench.signers[1].header.utf8) + $0.drop { $0 != UInt8(ascii: ".") } }
        let found = try batch.judge(genuine + borrowed)
        #expect(found.prefix(80).allSatisfy { $0 == nil })
        #expect(found.suffix(80).allSatisfy { $0?.reason == .signatureInvalid })
        #expect(store.residency.headers == 1)
        #expect(store.residency.signingKeys == 2)
    }

    @Test("IFMA is among the kernels compared", .enabled(if: SignatureKernel.ifma.isSupported, "no AVX-512 IFMA here"))
    func theWideKernelIsCompared() {
        #expect(SignatureKernel.here.contains(.ifma))
        #expect(SignatureKernel.fastest == .ifma)
    }
}
