import CorpusForge
import Foundation
import ReferencePath
import SignatureVerification

/// What a JWS header costs: seen before, another text over a known path, and a path never seen.
struct Headers {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] {
        [
            Scenario(name: "stage/header-hit", isPortable: true, prepare: hit),
            Scenario(name: "header/miss-known-path", isPortable: true, prepare: miss),
            Scenario(name: "chain/cold", prepare: { try chain(isWarm: false) }),
            Scenario(name: "chain/warm", prepare: { try chain(isWarm: true) }),
        ]
    }

    /// A verifier owned by a reference, so that closures can use it.
    private final class Owned {
        var verifier: SignatureVerifier

        init(_ anchors: [TrustAnchor]) {
            verifier = SignatureVerifier(store: SigningKeyStore(anchors: anchors))
        }

        /// The leaf's key; empty for a refused header.
        func key(_ header: Span<UInt8>) -> [UInt8] {
            switch verifier.resolveSigner(header: header) {
            case .trusted(let key): key.publicKey.subjectPublicKeyInfo
            case .rejected: []
            }
        }

        /// Resolves and says whether the header is trusted.
        func isTrusted(_ header: Span<UInt8>) -> Bool {
            if case .trusted = verifier.resolveSigner(header: header) { return true }
            return false
        }
    }

    private func hit() throws -> Trial {
        let owned = Owned(material.anchors)
        var cache = HeaderCache()
        let tokens = material.tokens
        for token in tokens where cache.signer(of: token.header.span) == nil {
            guard case .trusted(let key) = owned.verifier.resolveSigner(header: token.header.span),
                owned.verifier.verify(token.text.span, parts: token.parts, signer: key) == nil
            else { throw WrongAnswer("a token of the corpus is refused") }
            cache.insert(HeaderCache.Signer(key), of: token.header.span)
        }
        let filled = cache
        return Trial(
            yardstickName: "hash table",
            amount: .init(notifications: material.notifications.count),
            compare: {
                for token in tokens {
                    let expected = filled.signer(of: token.header.span)?.signer.publicKey.subjectPublicKeyInfo ?? []
                    try WrongAnswer.unlessEqual(owned.key(token.header.span), expected, "keys of headers")
                }
            },
            yardstick: {
                for token in tokens where filled.signer(of: token.header.span) == nil { fatalError("a miss") }
            },
            subject: { for token in tokens where !owned.isTrusted(token.header.span) { fatalError("a miss") } }
        )
    }

    private func miss() throws -> Trial {
        guard let token = material.tokens.first else { throw WrongAnswer("an empty corpus") }
        let certificates = try BenchmarkMaterial.certificates(token)
        let entries = certificates.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        let headers = (0..<16).map { number in
            let json = "{\"alg\":\"ES256\",\"kid\":\"\(number)\",\"x5c\":[\(entries)]}"
            let text = Data(json.utf8).base64EncodedString()
            return Array(
                text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "").utf8
            )
        }
        let owned = Owned(material.anchors)
        let rootKey = material.anchors[0].subjectPublicKeyInfo
        guard let expected = PlainChain.leafKey(certificates, trusting: rootKey) else {
            throw WrongAnswer("OpenSSL refuses the corpus's path")
        }
        return Trial(
            yardstickName: "X509_verify_cert",
            amount: .init(notifications: headers.count),
            compare: {
                for header in headers {
                    try WrongAnswer.unlessEqual(owned.key(header.span), expected, "keys of headers")
                }
            },
            yardstick: {
                for _ in headers { _ = PlainChain.leafKey(certificates, trusting: rootKey) }
            },
            subject: { for header in headers where !owned.isTrusted(header.span) { fatalError("refused") } }
        )
    }

    private func chain(isWarm: Bool) throws -> Trial {
        guard let token = material.tokens.first else { throw WrongAnswer("an empty corpus") }
        let anchors = material.anchors
        let certificates = try BenchmarkMaterial.certificates(token)
        let rootKey = anchors[0].subjectPublicKeyInfo
        let store = SigningKeyStore(anchors: anchors)
        var stranger = certificates
        stranger[2] = try TestAuthority().rootDER
        let forged = stranger
        let count = 8
        let pass = {
            for _ in 0..<count {
                // A store of its own has everything to learn; a verifier of its own knows the store's paths.
                var verifier = SignatureVerifier(store: isWarm ? store : SigningKeyStore(anchors: anchors))
                guard case .trusted = verifier.resolveSigner(header: token.header.span) else { fatalError("refused") }
            }
        }
        return Trial(
            yardstickName: "X509_verify_cert",
            amount: .init(notifications: count),
            compare: {
                let expected = PlainChain.leafKey(certificates, trusting: rootKey)
                try WrongAnswer.unlessEqual(Owned(anchors).key(token.header.span), expected ?? [], "keys of paths")
                try WrongAnswer.unlessEqual(PlainChain.leafKey(forged, trusting: rootKey), nil, "a stranger's root")
            },
            yardstick: { for _ in 0..<count { _ = PlainChain.leafKey(certificates, trusting: rootKey) } },
            subject: pass
        )
    }
}
