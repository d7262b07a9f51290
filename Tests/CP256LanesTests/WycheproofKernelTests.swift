import CP256Lanes
import Foundation
import TestSupport
import Testing

@Suite(
    "Kernels: Project Wycheproof",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct WycheproofKernelTests {
    private struct File: Decodable {
        let testGroups: [Group]

        struct Group: Decodable {
            let publicKeyDer: String
            let tests: [Vector]
        }

        struct Vector: Decodable {
            let tcId: Int
            let msg: String
            let sig: String
            let result: String
        }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    @Test("ECDSA over P-256 with SHA-256, wherever r and s fit into 64 bytes", arguments: P256Kernel.supported)
    func signatures(_ kernel: P256Kernel) throws {
        let url = SharedMaterial.url("vectors/wycheproof/ecdsa_secp256r1_sha256_test.json")
        let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
        let base = try #require(KernelTable(baseOf: kernel, width: 8))
        var judged = 0
        var accepted = 0
        for group in file.testGroups {
            let reference = ReferenceKey(subjectPublicKeyInfo: Self.bytes(group.publicKeyDer))
            let key = try #require(KernelTable(kernel, width: 6, point: reference.point))
            var all: [SignedDigest] = []
            var vectors: [File.Vector] = []
            for vector in group.tests {
                guard let (r, s) = ECDSAValue.numbers(Self.bytes(vector.sig)) else {
                    // Not two numbers of 32 bytes in DER: nothing that could stand in a JWS.
                    #expect(vector.result == "invalid", "tcId \(vector.tcId)")
                    continue
                }
                all.append(SignedDigest(digest: Digest.sha256(Self.bytes(vector.msg)), r: r, s: s))
                vectors.append(vector)
            }
            for (place, verdict) in judge(all, base: base, key: key).enumerated() {
                judged += 1
                guard verdict != .exceptional else { continue }
                accepted += verdict == .accepted ? 1 : 0
                #expect((verdict == .accepted) == reference.verifies(all[place]), "tcId \(vectors[place].tcId)")
                #expect((verdict == .accepted) == (vectors[place].result == "valid"), "tcId \(vectors[place].tcId)")
            }
        }
        #expect(judged > 200 && accepted > 100)
    }
}
