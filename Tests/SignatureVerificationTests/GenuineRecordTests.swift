import Foundation
import NotificationModel
import SignatureVerification
import TestSupport
import Testing

@Suite(
    "Genuine records under Apple's root",
    .enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))
)
struct GenuineRecordTests {
    private struct Expected: Decodable {
        let file: String
        let verdict: String
        let signedDate: Int64?
        let leafSerial: String?
    }

    private static let reasons: [String: RejectionReason] = [
        "notifications/106.jws": .signatureInvalid,
        "notifications/108.jws": .signatureInvalid,
        "notifications/110.jws": .malformedJWS,
        "notifications/113.jws": .malformedJWS,
        "notifications/114.jws": .signatureLength,
    ]

    private static func expected() throws -> [Expected] {
        try JSONDecoder().decode([Expected].self, from: Data(contentsOf: SharedMaterial.url("real/expected.json")))
    }

    private static func anchors(fromFile: Bool) throws -> [TrustAnchor] {
        guard fromFile else { return [.appleRootCAG3] }
        let bytes = try Data(contentsOf: SharedMaterial.url("certificates/AppleRootCA-G3.cer"))
        return try TrustAnchor.anchors(inFile: Array(bytes))
    }

    /// The JWS in a record's file, without the final line break.
    private static func token(_ record: Expected) throws -> [UInt8] {
        Array(try Data(contentsOf: SharedMaterial.url("real/\(record.file)"))).filter { $0 != UInt8(ascii: "\n") }
    }

    @Test("Outer JWS have their verdicts, with the built-in root and with Apple's file", arguments: [false, true])
    func recordsHaveTheirVerdict(fromFile: Bool) throws {
        let store = SigningKeyStore(anchors: try Self.anchors(fromFile: fromFile))
        var verifier = JWSVerifier(store: store)
        let records = try Self.expected()
        for record in records + records.reversed() {
            let token = try Self.token(record)
            switch verifier.verify(token.span) {
            case .success(let verified):
                #expect(record.verdict == "accepted", "\(record.file)")
                #expect(verified.signer.leafSerial == record.leafSerial)
                #expect(record.signedDate.map { verified.signer.covers(instantMilliseconds: $0) } ?? true)
                #expect(verified.signer.hasAnyInstant)
            case .failure(let rejection):
                #expect(record.verdict == "rejected", "\(record.file): \(rejection)")
                #expect(rejection.reason == Self.reasons[record.file])
            }
        }
        // Three leaves, one intermediate, each judged once.
        #expect(store.certificateSignatureChecks == 4)
        #expect(store.residency.signingKeys == 3 && store.residency.intermediates == 1)
    }

    @Test("The inner JWS of accepted records verify too")
    func innerRecordsVerify() throws {
        var verifier = JWSVerifier(store: SigningKeyStore(anchors: [.appleRootCAG3]))
        var inner = 0
        for record in try Self.expected() where record.verdict == "accepted" {
            let token = try Self.token(record)
            let payload = try verifier.verify(token.span).get().payload
            let object = try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
            let data = object["data"] as? [String: Any] ?? [:]
            for member in ["signedTransactionInfo", "signedRenewalInfo"] {
                guard let part = data[member] as? String else { continue }
                #expect(verifier.reason(Array(part.utf8)) == nil, "\(record.file) \(member)")
                inner += 1
            }
        }
        #expect(inner > 10)
    }

    @Test("Genuine records lead nowhere under another root")
    func otherRootRefuses() throws {
        var verifier = JWSVerifier(store: try TestAuthority().store())
        for record in try Self.expected() where record.verdict == "accepted" {
            let token = try Self.token(record)
            #expect(verifier.reason(token) == .untrustedRoot)
        }
    }
}
