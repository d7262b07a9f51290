import CorpusForge
import NotificationModel
import ReferencePath
import SignatureVerification

/// Signatures of several keys by turns, most of them valid.
struct SignatureMaterial {
    /// One signature and what it is over.
    struct Signature {
        /// The position of its key.
        let key: Int
        /// r||s.
        let raw: [UInt8]
        /// The ECDSA-Sig-Value.
        let der: [UInt8]
        let digest: [UInt8]
    }

    /// The signatures of one key as kernels want them: one behind the other.
    struct Group {
        let key: Int
        /// Where they stand in ``SignatureMaterial/signatures``.
        let positions: [Int]
        /// 32 bytes each.
        let digests: [UInt8]
        /// 64 bytes each.
        let signatures: [UInt8]
    }

    let keys: [ECPublicKey]
    let signatures: [Signature]
    /// The signatures by key.
    let groups: [Group]

    /// Fresh keys and signatures; every sixteenth has a bit of its digest turned over.
    init(keys count: Int, signatures number: Int) throws {
        let recipe = CertificateRecipe.leaf(serial: 1, from: "2024-01-01", until: "2026-01-01")
        let issuer = try TestAuthority().intermediate
        let certified = try (0..<count).map { _ in try CertifiedKey(recipe, issuer: issuer) }
        keys = try certified.map { try Self.publicKey(inCertificate: $0.certificate) }
        signatures = try (0..<number).map { index in
            let message = Array("message \(index)".utf8)
            let raw = try certified[index % count].key.rawSignature(over: message)
            var digest = PlainDigest.hash(message.span).bytes
            if index % 16 == 15 { digest[index % 32] ^= 1 << UInt8(index % 8) }
            return Signature(key: index % count, raw: raw, der: PlainKey.derEncoded(raw), digest: digest)
        }
        groups = Self.grouped(signatures)
    }

    /// The signatures of a corpus.
    init(_ tokens: [BenchmarkMaterial.Token], anchors: [TrustAnchor]) throws {
        var keys: [ECPublicKey] = []
        var verifier = SignatureVerifier(store: SigningKeyStore(anchors: anchors))
        signatures = try tokens.map { token in
            guard case .trusted(let signer) = verifier.resolveSigner(header: token.header.span) else {
                throw WrongAnswer("a token of the corpus is refused")
            }
            if !keys.contains(signer.publicKey) { keys.append(signer.publicKey) }
            guard verifier.verify(token.text.span, parts: token.parts, signer: signer) == nil,
                let key = keys.firstIndex(of: signer.publicKey)
            else { throw WrongAnswer("a signature of the corpus is refused") }
            var raw: [UInt8] = []
            guard ByteTableBase64.decode(token.signatureText.span, appendingTo: &raw) else {
                throw WrongAnswer("a signature that is no base64url")
            }
            let digest = PlainDigest.hash(token.signingInput.span).bytes
            return Signature(key: key, raw: raw, der: PlainKey.derEncoded(raw), digest: digest)
        }
        self.keys = keys
        groups = Self.grouped(signatures)
    }

    private static func grouped(_ signatures: [Signature]) -> [Group] {
        let keys = Set(signatures.map(\.key)).sorted()
        return keys.map { key in
            let positions = signatures.indices.filter { signatures[$0].key == key }
            return Group(
                key: key,
                positions: positions,
                digests: positions.flatMap { signatures[$0].digest },
                signatures: positions.flatMap { signatures[$0].raw }
            )
        }
    }

    /// Finds the point behind the fixed beginning of an uncompressed P-256 key's bit string.
    private static func publicKey(inCertificate der: [UInt8]) throws -> ECPublicKey {
        let mark: [UInt8] = [0x03, 0x42, 0x00, 0x04]
        for start in 0..<max(0, der.count - 68) where Array(der[start..<start + 4]) == mark {
            return ECPublicKey(p256X: Array(der[start + 4..<start + 36]), y: Array(der[start + 36..<start + 68]))
        }
        throw WrongAnswer("a certificate without a P-256 key")
    }

    /// Every verdict at OpenSSL's best.
    func plainVerdicts(_ kernels: [PlainKernel]) -> [Bool] {
        signatures.map { kernels[$0.key].verifies(der: $0.der, digest: $0.digest) }
    }
}
