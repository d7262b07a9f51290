/// Makes compact JWS over payloads: what signs the inner parts of a notification.
package protocol PayloadSigner {
    /// The compact JWS over payload text.
    func sign(_ payload: String) throws -> String

    /// The compact JWS over a JSON payload.
    func sign(_ payload: ForgedJSON) throws -> String
}

/// Signs payloads as the store does: compact JWS, ES256, three certificates in the header.
package struct JWSSigner: PayloadSigner, Sendable {
    /// The leaf's key.
    package let key: SigningKey
    /// The certificates of `x5c` in DER, leaf first.
    package let certificates: [[UInt8]]
    /// The header's base64url text, the same for every payload.
    package let headerPart: String

    /// A signer whose header is `{"alg":"ES256","x5c":[…]}`.
    package init(key: SigningKey, certificates: [[UInt8]]) {
        self.init(key: key, certificates: certificates, header: Self.header(certificates: certificates))
    }

    /// A signer with a header of one's own; it is signed as it is.
    package init(key: SigningKey, certificates: [[UInt8]], header: ForgedJSON) {
        self.key = key
        self.certificates = certificates
        headerPart = Base64Text.url(Array(header.text.utf8))
    }

    /// The store's header for certificates, leaf first.
    package static func header(algorithm: String = "ES256", certificates: [[UInt8]]) -> ForgedJSON {
        let chain = certificates.map { ForgedJSON.string(Base64Text.standard($0)) }
        return ["alg": .string(algorithm), "x5c": .array(chain)]
    }

    /// The compact JWS over payload text.
    package func sign(_ payload: String) throws -> String {
        let message = headerPart + "." + Base64Text.url(Array(payload.utf8))
        return try message + "." + Base64Text.url(key.rawSignature(over: Array(message.utf8)))
    }

    /// The compact JWS over a JSON payload.
    package func sign(_ payload: ForgedJSON) throws -> String {
        try sign(payload.text)
    }
}
