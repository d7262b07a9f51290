package import NotificationModel

/// Where the three parts of a compact JWS lie in its text (RFC 7515, 7.1); nothing is copied or decoded.
package struct CompactJWS: Sendable, Equatable {
    /// The protected header's base64url text.
    package let header: Range<Int>
    /// The payload's base64url text.
    package let payload: Range<Int>
    /// The signature's base64url text.
    package let signature: Range<Int>

    /// The text that is signed: header, dot, payload, as received.
    package var signingInput: Range<Int> { header.lowerBound..<payload.upperBound }

    /// Parts that were found by other means.
    ///
    /// - Precondition: header and payload stand before the signature, in this order.
    package init(header: Range<Int>, payload: Range<Int>, signature: Range<Int>) {
        precondition(header.upperBound <= payload.upperBound && payload.upperBound <= signature.lowerBound)
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// Splits the text at its dots: exactly three parts, none of them empty.
    ///
    /// - Throws: `malformed-jws`.
    /// - Complexity: linear in the text.
    package init(_ token: Span<UInt8>) throws(Rejection) {
        let dot = UInt8(ascii: ".")
        guard let first = ByteWords.firstIndex(of: dot, in: token, from: 0) else { throw Self.wrongCount("1 part") }
        guard let second = ByteWords.firstIndex(of: dot, in: token, from: first + 1) else {
            throw Self.wrongCount("2 parts")
        }
        guard ByteWords.firstIndex(of: dot, in: token, from: second + 1) == nil else {
            throw Self.wrongCount("more than 3 parts")
        }
        header = 0..<first
        payload = first + 1..<second
        signature = second + 1..<token.count
        guard !header.isEmpty, !payload.isEmpty, !signature.isEmpty else {
            throw Rejection(
                .malformedJWS,
                "an empty part; sizes are \(header.count), \(payload.count) and \(signature.count) characters"
            )
        }
    }

    private static func wrongCount(_ found: String) -> Rejection {
        Rejection(.malformedJWS, "expected header.payload.signature, found \(found)")
    }
}
