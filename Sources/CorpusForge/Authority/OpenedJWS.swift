/// A compact JWS taken apart without trust: what a test compares and checks.
package struct OpenedJWS: Hashable, Sendable {
    /// The signed text: header and payload parts with the dot between them.
    package let message: [UInt8]
    /// The header's JSON bytes.
    package let header: [UInt8]
    /// The payload's bytes.
    package let payload: [UInt8]
    /// The raw signature.
    package let signature: [UInt8]

    /// Takes the text apart; nil where it is not three base64url parts.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64Text.bytes(url: String(parts[0])),
            let payload = Base64Text.bytes(url: String(parts[1])),
            let signature = Base64Text.bytes(url: String(parts[2]))
        else { return nil }
        message = Array((parts[0] + "." + parts[1]).utf8)
        self.header = header
        self.payload = payload
        self.signature = signature
    }

    /// True if the leaf's key made the signature and each certificate signed the one before it.
    ///
    /// `certificates` are DER, leaf first; dates, names, markers and policies are not looked at.
    package func isSigned(under certificates: [[UInt8]]) throws -> Bool {
        let chain = try certificates.map { try ParsedCertificate($0) }
        guard let leaf = chain.first, try leaf.verifies(signature, over: message) else { return false }
        return zip(chain, chain.dropFirst()).allSatisfy { $0.isSigned(by: $1) }
    }
}
