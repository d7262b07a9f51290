internal import ByteParsing
internal import CP256Lanes

/// A JWS header whose path is trusted, with its signer and the hash states behind it: the same for every JWS under it.
///
/// Belongs to one worker.
package final class HeaderSlot {
    /// The header's base64url text.
    let text: [UInt8]
    /// Who signs under it.
    package let key: SigningKey
    /// The state after all whole blocks of `header.`.
    let midstate: sha256_state
    private let prefix: SHA256Hasher

    init(text: [UInt8], key: SigningKey) {
        self.text = text
        self.key = key
        let input = text + [UInt8(ascii: ".")]
        var state = sha256_initial_state()
        if sha256_stream_count() > 0 {
            // Safe: the function reads within the array during the call only.
            _ = unsafe sha256_absorb(&state, input, input.count)
        }
        midstate = state
        var prefix = SHA256Hasher()
        prefix.update(input.span)
        self.prefix = prefix
    }

    /// Sets a hasher to the state behind this header and its dot.
    func resume(_ hasher: inout SHA256Hasher) {
        hasher.resume(from: prefix)
    }
}
