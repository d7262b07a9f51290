import NotificationModel
@testable import SignatureVerification
import Testing

@Suite("A kernel that lies")
struct KernelAuditTests {
    /// True for what OpenSSL is to look at: one digest in 512.
    private func isAudited(_ token: [UInt8]) throws -> Bool {
        let parts = try CompactJWS(token.span)
        let digest = SHA256Digest.hash(token.span.extracting(parts.signingInput)).bytes
        return (Int(digest[30]) << 8 | Int(digest[31])) % 512 == 0
    }

    @Test(
        "that accepts a forgery is found out where the audit looks, and there only",
        arguments: SignatureKernel.batchedHere
    )
    func acceptedForgeriesAreFoundInTheSample(kernel: SignatureKernel) throws {
        #expect(SignatureBatch.auditInterval == 512)
        let bench = BatchBench(keys: 1)
        var batch = SignatureBatch(store: try bench.store(kernel, distortion: { _ in true }))
        let (genuine, signature) = (
            (0..<64).map { bench.signers[0].token("{\"n\":\($0)}") }, [UInt8](repeating: 7, count: 64)
        )
        #expect(try batch.judge(genuine).allSatisfy { $0 == nil })
        var audited = 0
        var number = 0
        // One in 512 on average: 4,096 without any would be one case in three thousand, so it goes on until three.
        while audited < 3 || number < 4_096 {
            let tokens = (number..<number + 64).map {
                bench.signers[0].token("{\"forged\":\($0)}", signature: signature)
            }
            number += 64
            let looked = try tokens.count(where: isAudited)
            audited += looked
            do {
                let found = try batch.judge(tokens)
                #expect(looked == 0, "an audited forgery was let through")
                #expect(found.allSatisfy { $0 == nil })
            } catch let error as KernelDisagreement {
                #expect(looked > 0, "a forgery that is not in the sample was looked at")
                #expect(error == KernelDisagreement(kernel: kernel, wasAccepted: true))
            }
        }
    }

    @Test("that refuses a genuine signature is found out at once", arguments: SignatureKernel.batchedHere)
    func everyRefusalIsConfirmed(kernel: SignatureKernel) throws {
        let bench = BatchBench(keys: 1)
        let tokens = (0..<64).map { bench.signers[0].token("{\"n\":\($0)}") }
        var batch = SignatureBatch(store: try bench.store(kernel, distortion: { _ in false }))
        let error = #expect(throws: KernelDisagreement.self) { _ = try batch.judge(tokens) }
        #expect(error == KernelDisagreement(kernel: kernel, wasAccepted: false))
        for told in [KernelDisagreement(kernel: kernel, wasAccepted: false), .init(kernel: kernel, wasAccepted: true)] {
            #expect(told.message.contains(kernel.rawValue))
            #expect(told.message.contains("--kernel openssl"))
            #expect(!told.message.contains("\n"))
        }
    }
}
