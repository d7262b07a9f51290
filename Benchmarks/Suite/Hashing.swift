import NotificationModel
import ReferencePath
import SignatureVerification

/// SHA-256 of signing inputs: from the state kept behind the header, and in one go, against OpenSSL's one-shot call.
struct Hashing {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] {
        [
            Scenario(name: "stage/sha256", prepare: fromHeaderState),
            Scenario(name: "sha256/one-shot", prepare: oneShot),
        ] + (HashStreams.isSupported ? [Scenario(name: "sha256/streams", prepare: sideBySide)] : [])
    }

    /// The state behind a header and its dot.
    private final class HeaderState {
        var hasher = SHA256Hasher()

        init(_ header: [UInt8]) {
            hasher.update(header.span)
            hasher.update([UInt8(ascii: ".")].span)
        }
    }

    private func fromHeaderState() throws -> Trial {
        let tokens = material.tokens
        var states: [[UInt8]: HeaderState] = [:]
        let ordered = tokens.map { token in
            let header = token.header
            if let known = states[header] { return known }
            let state = HeaderState(header)
            states[header] = state
            return state
        }
        let scratch = HeaderState([])
        func digest(_ index: Int) -> Digest256 {
            let payload = tokens[index].payloadText
            scratch.hasher.resume(from: ordered[index].hasher)
            scratch.hasher.update(payload.span)
            return scratch.hasher.finalize()
        }
        return trial(tokens, digest)
    }

    private func oneShot() throws -> Trial {
        let tokens = material.tokens
        return trial(tokens) { index in
            let input = tokens[index].signingInput
            return SHA256Digest.hash(input.span)
        }
    }

    private func sideBySide() throws -> Trial {
        let tokens = material.tokens
        let streams = HashStreams(tokens)
        return Trial(
            yardstickName: "EVP_Digest",
            amount: .init(
                notifications: material.notifications.count,
                bytes: tokens.reduce(0) { $0 + $1.signingInput.count }
            ),
            compare: {
                streams.run()
                for (index, token) in tokens.enumerated() {
                    let expected = PlainDigest.hash(token.signingInput.span)
                    try WrongAnswer.unlessEqual(streams.digest(index), expected, "digests")
                }
            },
            yardstick: { for token in tokens { _ = PlainDigest.hash(token.signingInput.span) } },
            subject: { streams.run() }
        )
    }

    private func trial(_ tokens: [BenchmarkMaterial.Token], _ digest: @escaping (Int) -> Digest256) -> Trial {
        func plain(_ index: Int) -> Digest256 {
            let input = tokens[index].signingInput
            return PlainDigest.hash(input.span)
        }
        func digests(_ one: (Int) -> Digest256) -> UInt64 {
            tokens.indices.reduce(0) { $0 ^ one($1).words.0 }
        }
        return Trial(
            yardstickName: "EVP_Digest",
            amount: .init(
                notifications: material.notifications.count,
                bytes: tokens.reduce(0) { $0 + $1.signingInput.count }
            ),
            compare: {
                for index in tokens.indices { try WrongAnswer.unlessEqual(digest(index), plain(index), "digests") }
            },
            yardstick: { _ = digests(plain) },
            subject: { _ = digests(digest) }
        )
    }
}
