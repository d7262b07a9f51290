internal import ByteParsing
internal import NotificationModel

/// The third part of a compact JWS.
enum SignatureText {
    /// Appends the 64 bytes r||s.
    ///
    /// - Throws: `malformed-base64url`, `signature-length`; then nothing was appended.
    static func decode(_ text: Span<UInt8>, appendingTo signatures: inout [UInt8]) throws(Rejection) {
        let start = signatures.count
        guard Base64.decode(text, .url, appendingTo: &signatures) else {
            throw Rejection(.malformedBase64URL, "the signature part of \(text.count) characters is not base64url")
        }
        let count = signatures.count - start
        guard count == 64 else {
            signatures.removeLast(count)
            throw Rejection(.signatureLength, "the signature has \(count) bytes; expected 64")
        }
    }
}
