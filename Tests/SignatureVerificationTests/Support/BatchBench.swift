import SignatureVerification
import Testing
import NotificationModel

/// Several leaves of one authority, and tokens of theirs through a batch and through its plain twin.
struct BatchBench {
    /// A leaf with the header it signs under.
    struct Signer {
        let key: TestKey
        let header: String

        /// A compact JWS over a payload.
        func token(_ payload: String) -> [UInt8] {
            let input = header + "." + Text.base64URL(Array(payload.utf8))
            let signature = DER.raw(ofSignature: key.sign(Array(input.utf8)))
            return Array((input + "." + Text.base64URL(signature)).utf8)
        }

        /// A compact JWS with another signature than its own.
        func token(_ payload: String, signature: [UInt8]) -> [UInt8] {
            Array("\(header).\(Text.base64URL(Array(payload.utf8))).\(Text.base64URL(signature))".utf8)
        }
    }

    let authority = TestAuthority()
    let signers: [Signer]
    /// The certificates of the first signer's header, leaf first.
    let chain: [[UInt8]]

    init(keys: Int) {
        let (intermediate, root) = (authority.intermediateCertificate, authority.rootCertificate)
        var made: [Signer] = []
        var chains: [[[UInt8]]] = []
        for _ in 0..<keys {
            let key = TestKey(.p256)
            let leaf = authority.leaf.certificate(for: key.subjectPublicKeyInfo, signedBy: authority.intermediateKey)
            chains.append([leaf, intermediate, root])
            let header = TestAuthority.header([leaf, intermediate, root])
            made.append(Signer(key: key, header: Text.base64URL(Array(header.utf8))))
        }
        signers = made
        chain = chains.first ?? []
    }

    func store(
        _ kernel: SignatureKernel,
        limits: SigningKeyStoreLimits = SigningKeyStoreLimits(),
        distortion: VerdictDistortion? = nil
    ) throws -> SigningKeyStore {
        SigningKeyStore(anchors: [try authority.anchor()], kernel: kernel, limits: limits, distortion: distortion)
    }

    /// The verdicts of the plain twin on a store of its own.
    func plain(_ tokens: [[UInt8]]) throws -> [Rejection?] {
        var verifier = SignatureVerifier(store: try store(.openssl))
        return try tokens.map { token in
            let parts = try CompactJWS(token.span)
            switch verifier.resolveSigner(header: token.span.extracting(parts.header)) {
            case .rejected(let rejection): return rejection
            case .trusted(let key): return verifier.verify(token.span, parts: parts, signer: key)
            }
        }
    }
}

extension SignatureBatch {
    /// The verdicts on tokens that are gathered and verified together, every other one from the second buffer.
    mutating func judge(_ tokens: [[UInt8]]) throws -> [Rejection?] {
        removeAll()
        var (first, second): ([UInt8], [UInt8]) = ([], [])
        var tickets: [Result<Int, Rejection>] = []
        for (number, token) in tokens.enumerated() {
            let parts = try CompactJWS(token.span)
            let isFirst = number % 2 == 0
            let offset = isFirst ? first.count : second.count
            if isFirst { first += token } else { second += token }
            do throws(Rejection) {
                let slot = try slot(header: token.span.extracting(parts.header))
                tickets.append(.success(try add(token.span, parts, slot, isFirst ? .first : .second, offset: offset)))
            } catch {
                tickets.append(.failure(error))
            }
        }
        try verify(first.span, second.span)
        return tickets.map { ticket in
            switch ticket {
            case .success(let ticket): rejection(ticket)
            case .failure(let rejection): rejection
            }
        }
    }
}

extension SignatureKernel {
    /// The batch kernels that this machine can run.
    static let batchedHere = [SignatureKernel.scalar, .ifma].filter(\.isSupported)
    /// All that this machine can run.
    static let here = allCases.filter(\.isSupported)
}
