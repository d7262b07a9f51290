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

    private struct TokenFile: Decodable {
        let testGroups: [Group]

        struct Group: Decodable {
            let comment: String
            let `public`: JWK?
            let tests: [Vector]
        }

        struct JWK: Decodable {
            let x: String?
            let y: String?
        }

        struct Vector: Decodable {
            let tcId: Int
            let jws: String
            let result: String
        }
    }

    private static func decoded(base64URL text: Substring) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map(Array.init)
    }

    @Test("JWS under a P-256 key, wherever there is a signature of 64 bytes", arguments: P256Kernel.supported)
    func tokens(_ kernel: P256Kernel) throws {
        let url = SharedMaterial.url("vectors/wycheproof/json_web_signature_dev.json")
        let file = try JSONDecoder().decode(TokenFile.self, from: Data(contentsOf: url))
        let base = try #require(KernelTable(baseOf: kernel, width: 8))
        let group = try #require(file.testGroups.first { $0.comment == "es256" })
        let x = try #require(group.public?.x.flatMap { Self.decoded(base64URL: $0[...]) })
        let y = try #require(group.public?.y.flatMap { Self.decoded(base64URL: $0[...]) })
        let reference = ReferenceKey(point: x + y)
        let key = try #require(KernelTable(kernel, width: 7, point: reference.point))
        var verdicts: [Verdict] = []
        for vector in group.tests {
            let segments = vector.jws.split(separator: ".", omittingEmptySubsequences: false)
            guard segments.count == 3, let signature = Self.decoded(base64URL: segments[2]), signature.count == 64
            else {
                #expect(vector.result == "invalid", "tcId \(vector.tcId)")
                continue
            }
            let covered = Array("\(segments[0]).\(segments[1])".utf8)
            let signed = SignedDigest(
                digest: Digest.sha256(covered),
                r: Array(signature[..<32]),
                s: Array(signature[32...])
            )
            let verdict = try #require(judge([signed], base: base, key: key).first)
            #expect((verdict == .accepted) == reference.verifies(signed), "tcId \(vector.tcId)")
            if vector.result == "valid" { #expect(verdict == .accepted, "tcId \(vector.tcId)") }
            verdicts.append(verdict)
        }
        #expect(verdicts.contains(.accepted) && verdicts.contains(.rejected))
    }
}
