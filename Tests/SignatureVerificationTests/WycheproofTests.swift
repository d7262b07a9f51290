import Foundation
import SignatureVerification
import TestSupport
import Testing

@Suite(
    "Project Wycheproof",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct WycheproofTests {
    private struct SignatureFile: Decodable {
        let numberOfTests: Int
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

    private struct JWSFile: Decodable {
        let numberOfTests: Int
        let testGroups: [Group]

        struct Group: Decodable {
            let comment: String
            let `public`: JWK?
            let tests: [Vector]
        }

        struct JWK: Decodable {
            let crv: String?
            let x: String?
            let y: String?
        }

        struct Vector: Decodable {
            let tcId: Int
            let jws: String
        }
    }

    private static func load<File: Decodable>(_ name: String, as type: File.Type) throws -> File {
        try JSONDecoder().decode(type, from: Data(contentsOf: SharedMaterial.url("vectors/wycheproof/\(name)")))
    }

    @Test(
        "Certificate signatures in strict DER",
        arguments: [
            ("ecdsa_secp256r1_sha256_test.json", CertificateSignature.Hash.sha256, 484),
            ("ecdsa_secp384r1_sha384_test.json", .sha384, 504),
        ]
    )
    func strictDER(_ file: String, _ hash: CertificateSignature.Hash, _ expected: Int) throws {
        var ran = 0
        for group in try Self.load(file, as: SignatureFile.self).testGroups {
            let publicKey = try #require(
                ECPublicKey(subjectPublicKeyInfo: Text.bytes(hexadecimal: group.publicKeyDer))
            )
            let key = try #require(PreparedKey(publicKey))
            for vector in group.tests {
                let signature = CertificateSignature(
                    hash: hash,
                    covered: Text.bytes(hexadecimal: vector.msg)[...],
                    value: Text.bytes(hexadecimal: vector.sig)
                )
                #expect(signature.verifies(under: key) == (vector.result == "valid"), "tcId \(vector.tcId)")
                ran += 1
            }
        }
        #expect(ran == expected)
    }

    /// Puts message and signature where the pipeline has signing input and signature part.
    private static func verifies(_ message: [UInt8], _ signature: [UInt8], _ publicKey: ECPublicKey) -> Bool {
        var verifier = SignatureVerifier(store: SigningKeyStore(anchors: []))
        let token = message + [UInt8(ascii: ".")] + Array(Text.base64URL(signature).utf8)
        let parts = CompactJWS(
            header: 0..<0,
            payload: 0..<message.count,
            signature: message.count + 1..<token.count
        )
        let signer = SigningKey(
            publicKey: publicKey,
            window: ValidityWindow(notBefore: 0, notAfter: 0),
            leafSerial: "00"
        )
        return verifier.verify(token.span, parts: parts, signer: signer) == nil
    }

    @Test("Raw signatures on the way of a JWS: valid ones verify, and DER never does")
    func rawSignatures() throws {
        var valid = 0
        var ran = 0
        for group in try Self.load("ecdsa_secp256r1_sha256_test.json", as: SignatureFile.self).testGroups {
            let publicKey = try #require(
                ECPublicKey(subjectPublicKeyInfo: Text.bytes(hexadecimal: group.publicKeyDer))
            )
            for vector in group.tests {
                let message = Text.bytes(hexadecimal: vector.msg)
                let der = Text.bytes(hexadecimal: vector.sig)
                #expect(!Self.verifies(message, der, publicKey), "tcId \(vector.tcId), DER bytes")
                ran += 1
                guard vector.result == "valid" else { continue }
                valid += 1
                #expect(
                    Self.verifies(message, DER.raw(ofSignature: der), publicKey),
                    "tcId \(vector.tcId), r||s"
                )
            }
        }
        #expect(ran == 484 && valid > 100)
    }

    @Test("Compact JWS under a given P-256 key, ES256 only")
    func compactJWS() throws {
        let table = try String(
            contentsOf: SharedMaterial.url("vectors/wycheproof/json_web_signature_expected.tsv"),
            encoding: .utf8
        )
        var verdicts: [Int: [Substring]] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            if let number = Int(columns[0]) { verdicts[number] = columns }
        }
        // Any P-256 key serves for groups of other key types: nothing there may verify.
        let stranger = try #require(ECPublicKey(subjectPublicKeyInfo: TestKey(.p256).subjectPublicKeyInfo))
        var verifier = SignatureVerifier(store: SigningKeyStore(anchors: []))
        var ran = 0
        var skipped: [Int] = []
        for group in try Self.load("json_web_signature_dev.json", as: JWSFile.self).testGroups {
            let key = Self.p256Key(group.public) ?? stranger
            for vector in group.tests {
                let columns = try #require(verdicts[vector.tcId])
                let token = Array(vector.jws.utf8)
                #expect(
                    (token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count == 3)
                        == (columns[4] == "true")
                )
                guard !columns[3].hasPrefix("n/a") else {
                    skipped.append(vector.tcId)
                    continue
                }
                #expect(
                    (verifier.verify(token.span, under: key) == nil) == (columns[3] == "accept"),
                    "tcId \(vector.tcId)"
                )
                ran += 1
            }
        }
        // JWK use and key_ops: keys come from certificates here.
        #expect(skipped == [354, 356])
        #expect(ran == 291)
    }

    private static func p256Key(_ jwk: JWSFile.JWK?) -> ECPublicKey? {
        guard let jwk, jwk.crv == "P-256", let x = jwk.x.flatMap(bytes), let y = jwk.y.flatMap(bytes),
            x.count == 32, y.count == 32
        else { return nil }
        return ECPublicKey(p256X: x, y: y)
    }

    private static func bytes(base64URL text: String) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: padded).map(Array.init)
    }
}
