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
    private static let reasons: [String: RejectionReason] = [:]

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
