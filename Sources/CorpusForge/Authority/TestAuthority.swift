/// A certification authority in the shape of the App Store's: P-384 root and intermediate, P-256 leaves.
///
/// Its keys are made at random for this value and end with it.
package struct TestAuthority: Sendable {
    /// The root: what a verifier is told to trust.
    package let root: CertifiedKey
    /// The intermediate, which signs the leaves.
    package let intermediate: CertifiedKey

    /// Makes a root and an intermediate; other recipes give flawed authorities.
    package init(root: CertificateRecipe = .root, intermediate: CertificateRecipe = .intermediate) throws {
        self.root = try CertifiedKey(root)
        self.intermediate = try CertifiedKey(intermediate, issuer: self.root)
    }

    /// The authority with the same root under another intermediate.
    private init(root: CertifiedKey, intermediate: CertificateRecipe) throws {
        self.root = root
        self.intermediate = try CertifiedKey(intermediate, issuer: root)
    }

    /// The root certificate in DER.
    package var rootDER: [UInt8] { root.certificate }

    /// The root certificate in PEM, 64 characters a line.
    package var rootPEM: String {
        let text = Array(Base64Text.standard(root.certificate).utf8)
        let lines = stride(from: 0, to: text.count, by: 64).map {
            String(decoding: text[$0..<min($0 + 64, text.count)], as: UTF8.self)
        }
        return "-----BEGIN CERTIFICATE-----\n" + lines.joined(separator: "\n") + "\n-----END CERTIFICATE-----\n"
    }

    /// A signer under a new leaf of this recipe.
    package func signer(_ leaf: CertificateRecipe) throws -> JWSSigner {
        let leaf = try CertifiedKey(leaf, issuer: intermediate)
        return JWSSigner(
            key: leaf.key,
            certificates: [leaf.certificate, intermediate.certificate, root.certificate]
        )
    }

    /// A signer whose chain has exactly one flaw and would be good without it.
    ///
    /// `leaf` is the recipe of the good leaf.
    package func signer(_ leaf: CertificateRecipe, with flaw: ChainFlaw) throws -> JWSSigner {
        switch flaw {
        case .leafWithoutMarker: return try signer(leaf.with { $0.marker = nil })
        case .leafExpired: return try signer(leaf.with { $0.notAfter = $0.notBefore + .days(1) })
        case .leafOnP384:
            return try signer(leaf.with { $0.curve = .p384 }).signing(with: SigningKey(on: .p256))
        case .leafWithUnknownCriticalExtension:
            return try signer(leaf.with { $0.unknownCriticalExtension = "1.3.6.1.4.1.32473.1" })
        case .leafOfAnotherIntermediate:
            let other = try signer(leaf, under: .intermediate)
            return JWSSigner(
                key: other.key,
                certificates: [other.certificates[0], intermediate.certificate, root.certificate]
            )
        case .intermediateWithoutMarker: return try signer(leaf, under: .intermediate.with { $0.marker = nil })
        case .intermediateNotAuthority:
            return try signer(leaf, under: .intermediate.with { $0.basicConstraints = "critical,CA:FALSE" })
        case .lookAlikeRoot: return try TestAuthority(root: root.recipe).signer(leaf)
        case .unknownRoot:
            return try TestAuthority(root: root.recipe.with { $0.commonName = "storeledger Unknown Root CA" }).signer(
                leaf
            )
        case .twoCertificates:
            let good = try signer(leaf)
            return JWSSigner(key: good.key, certificates: Array(good.certificates.prefix(2)))
        case .leafCut:
            let good = try signer(leaf)
            let cut = Array(good.certificates[0].dropLast(40))
            return JWSSigner(key: good.key, certificates: [cut] + good.certificates.dropFirst())
        }
    }

    private func signer(_ leaf: CertificateRecipe, under other: CertificateRecipe) throws -> JWSSigner {
        try TestAuthority(root: root, intermediate: other).signer(leaf)
    }
}

/// One thing that is wrong with a certificate chain.
package enum ChainFlaw: CaseIterable, Sendable {
    /// The leaf lacks the receipt-signing marker.
    case leafWithoutMarker
    /// The leaf was valid for one day only.
    case leafExpired
    /// The leaf's key is on P-384; the 64 signature bytes are those of some P-256 key.
    case leafOnP384
    /// The leaf carries a critical extension that no reader can know.
    case leafWithUnknownCriticalExtension
    /// The leaf was signed by an intermediate of the same name and another key.
    case leafOfAnotherIntermediate
    /// The intermediate lacks its marker.
    case intermediateWithoutMarker
    /// The intermediate says that it is no authority.
    case intermediateNotAuthority
    /// The whole chain hangs from a root of the same name and another key.
    case lookAlikeRoot
    /// The whole chain hangs from a root of another name.
    case unknownRoot
    /// The root is missing from `x5c`.
    case twoCertificates
    /// The leaf's DER lacks its last 40 bytes.
    case leafCut
}

extension JWSSigner {
    /// The same header over another key's signatures.
    package func signing(with other: SigningKey) -> JWSSigner {
        JWSSigner(key: other, certificates: certificates)
    }
}
