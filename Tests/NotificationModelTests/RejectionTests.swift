import NotificationModel
import Testing

@Suite struct RejectionTests {
    /// The contract with every output: codes are added, never changed and never reused.
    static let codes = """
        malformed-json malformed-record malformed-jws malformed-base64url unsupported-algorithm chain-length
        malformed-certificate untrusted-root chain-signature not-a-ca chain-policy marker-missing-leaf
        marker-missing-intermediate certificate-not-valid-at-signing unsupported-key signature-length
        signature-invalid payload-not-object missing-field wrong-field-type repeated-member ambiguous-payload
        inner-rejected parts-disagree app-not-allowed environment-not-allowed unsigned-test-environment
        conflicting-duplicate not-a-notification empty-input trailing-bytes truncated-archive corrupt-archive
        limit-exceeded
        """

    @Test func `the codes are the documented ones, in their order`() {
        let codes = Self.codes.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(RejectionReason.allCases.map(\.rawValue) == codes)
    }

    @Test func `a refused part names its member and its own reason`() {
        let rejection = Rejection(of: .renewal, because: Rejection(.signatureLength, "63 bytes"))
        #expect(rejection.reason == .innerRejected)
        #expect(rejection.inner == Rejection.Inner(part: .renewal, reason: .signatureLength))
        #expect(rejection.detail == "signedRenewalInfo: signature-length: 63 bytes")
        #expect(Rejection(.chainLength, "2").inner == nil)
    }

    @Test func `notes have one code each, in bit order`() {
        let all: RecordNotes = [
            .optionalFieldDropped, .unknownContainer, .unknownValue, .unknownType, .undocumentedPair, .undated,
        ]
        #expect(
            all.codes == [
                "undated", "undocumented-pair", "unknown-type", "unknown-value", "unknown-container",
                "optional-field-dropped",
            ]
        )
        #expect(RecordNotes([.unknownValue]).codes == ["unknown-value"])
        #expect(RecordNotes().codes.isEmpty)
    }
}
