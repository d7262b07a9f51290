import CP256Lanes
import NotificationModel

/// Signing inputs hashed several side by side, each from the state kept behind its header.
final class HashStreams {
    /// True if this processor has instructions for it.
    static var isSupported: Bool { sha256_stream_count() > 0 }

    private var input: [UInt8] = []
    private var places: [(range: Range<Int>, state: Int)] = []
    private var states: [sha256_state] = []
    /// The digests, 32 bytes each.
    private(set) var digests: [UInt8]

    init(_ tokens: [BenchmarkMaterial.Token]) {
        var known: [[UInt8]: Int] = [:]
        digests = [UInt8](repeating: 0, count: 32 * tokens.count)
        for token in tokens {
            let header = Array(token.signingInput.prefix(token.header.count + 1))
            if known[header] == nil {
                var state = sha256_initial_state()
                // Safe: the array lives during the call, which reads only within its count.
                _ = unsafe sha256_absorb(&state, header, header.count)
                known[header] = states.count
                states.append(state)
            }
            let start = input.count
            input += token.signingInput
            places.append((start..<input.count, known[header] ?? 0))
        }
    }

    /// Hashes all of them.
    func run() {
        // Safe: every pointer lies within one of the three arrays, which live and stay where they are during the call.
        unsafe input.withUnsafeBufferPointer { input in
            unsafe states.withUnsafeBufferPointer { states in
                unsafe digests.withUnsafeMutableBufferPointer { digests in
                    guard let bytes = input.baseAddress, let output = digests.baseAddress else { return }
                    let messages = unsafe places.enumerated().map { index, place in
                        let taken = unsafe Int(states[place.state].count)
                        return unsafe sha256_message(
                            state: states.baseAddress.map { unsafe $0 + place.state },
                            bytes: bytes + place.range.lowerBound + taken,
                            count: place.range.count - taken,
                            digest: output + 32 * index
                        )
                    }
                    unsafe sha256_hash(messages, messages.count, sha256_stream_count())
                }
            }
        }
    }

    /// The digest of a token.
    func digest(_ index: Int) -> Digest256 {
        let bytes = Array(digests[32 * index..<32 * index + 32])
        return Digest256(bytes: bytes.span)
    }
}
