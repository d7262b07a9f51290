import Foundation
import NotificationModel
import SignatureVerification
import TestSupport
import Testing

@Suite(
    "Attacks on JWS and certificate paths",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct AttackVectorTests {
    private struct File: Decodable {
        let pinned_root_der_base64: String
        let cases: [Vector]
    }

    private struct Vector: Decodable {
        let id: String
        let jws: String
        let expect: String
    }

    /// The reason of each case that this layer refuses for another cause than its dates.
    private static let reasons: [String: RejectionReason] = [
        "alg/none-empty-sig": .malformedJWS,
        "alg/NONE-empty-sig": .malformedJWS,
        "alg/none-with-sig": .unsupportedAlgorithm,
        "alg/hs256-spki": .unsupportedAlgorithm,
        "alg/es384-header": .unsupportedAlgorithm,
        "alg/missing": .unsupportedAlgorithm,
        "alg/duplicate-none-first": .repeatedMember,
        "alg/es384-p384-leaf": .unsupportedAlgorithm,
        "sig/der": .signatureLength,
        "sig/len-65": .signatureLength,
        "sig/len-0": .malformedJWS,
        "sig/len-96-padded": .signatureLength,
        "sig/s-0": .signatureInvalid,
        "sig/r-n": .signatureInvalid,
        "sig/s-over-n": .signatureInvalid,
        "sig/r-1-s-1": .signatureInvalid,
        "sig/r-flip": .signatureInvalid,
        "sig/little-endian": .signatureInvalid,
        "chain/lookalike-root": .untrustedRoot,
        "chain/genuine-intermediate-in-list-only": .chainSignature,
        "chain/leaf-used-as-ca-4": .chainLength,
        "chain/two-no-root": .chainLength,
        "chain/reversed": .chainSignature,
        "chain/empty-x5c": .chainLength,
        "chain/x5c-string": .chainLength,
        "chain/x5c-base64url": .malformedCertificate,
        "chain/x5c-trailing-bytes": .malformedCertificate,
        "chain/jwk-header": .signatureInvalid,
        "cert/leaf-without-marker": .markerMissingOnLeaf,
        "cert/markers-swapped": .markerMissingOnIntermediate,
        "cert/intermediate-not-ca": .notACertificateAuthority,
        "cert/leaf-unknown-critical": .chainPolicy,
        "cert/leaf-signature-flipped": .chainSignature,
        "b64/sig-trailing-bits": .malformedBase64URL,
        "b64/sig-space": .malformedBase64URL,
        "b64/leading-space": .malformedBase64URL,
        "b64/sig-standard-alphabet": .malformedBase64URL,
        "b64/two-segments": .malformedJWS,
        "b64/five-segments-empty": .malformedJWS,
        "b64/json-serialization": .malformedJWS,
        "b64/empty": .malformedJWS,
        "b64/len-1-mod-4": .malformedBase64URL,
        "header/bom": .malformedJWS,
        "header/crit-unknown": .malformedJWS,
        "header/crit-empty": .malformedJWS,
        "header/duplicate-x5c": .repeatedMember,
        "header/escaped-alg-key": .repeatedMember,
        "header/deep": .malformedJWS,
    ]

    @Test("Every case is accepted or refused as published, and for its own reason")
    func casesHaveTheirVerdict() throws {
        let data = try Data(contentsOf: SharedMaterial.url("vectors/jws-attacks/jws_attacks_dev.json"))
        let file = try JSONDecoder().decode(File.self, from: data)
        let root = try #require(Data(base64Encoded: file.pinned_root_der_base64))
        let store = SigningKeyStore(anchors: try TrustAnchor.anchors(inFile: Array(root)))
        #expect(file.cases.count == 73)
        for order in [file.cases, file.cases.reversed()] {
            var verifier = JWSVerifier(store: store)
            for vector in order {
                let result = verifier.verify(Array(vector.jws.utf8).span)
                switch result {
                case .failure(let rejection):
                    #expect(vector.expect == "reject" && !vector.id.hasPrefix("payload/"), "\(vector.id): \(rejection)")
                    #expect(rejection.reason == Self.reasons[vector.id], "\(vector.id): \(rejection.detail)")
                case .success(let verified):
                    // What the payload says is decided elsewhere; here its signature verifies.
                    guard !vector.id.hasPrefix("payload/") else { continue }
                    let covers = try #require(Self.signedDate(verified.payload)).map {
                        verified.signer.covers(instantMilliseconds: $0)
                    }
                    #expect(covers == (vector.expect == "accept"), "\(vector.id)")
                }
            }
        }
    }

    private static func signedDate(_ payload: [UInt8]) -> Int64?? {
        let object = try? JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        return object.map { ($0["signedDate"] as? NSNumber)?.int64Value }
    }
}
