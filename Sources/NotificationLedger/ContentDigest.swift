internal import NotificationModel
internal import SignatureVerification

/// The text whose SHA-256 tells whether two records under one identity say the same.
///
/// The outer payload with each inner JWS replaced by the SHA-256 of its payload: signatures are randomised and leaves
/// rotate, so neither takes part.
enum ContentDigest {
    /// Appends the text that is digested for a record.
    ///
    /// - Parameters:
    ///   - payload: the outer payload's place in the arena.
    ///   - arena: the arena.
    ///   - parts: the inner JWS; one that does not stand in the payload itself, because its text had escapes, is
    ///     taken as it is written.
    ///   - digests: the digests of the inner payloads, by ``PartDraft/digest``.
    static func append(
        _ payload: ByteSlice,
        of arena: [UInt8],
        replacing parts: ArraySlice<PartDraft>,
        _ digests: borrowing MessageDigests,
        to text: inout [UInt8]
    ) {
        let end = payload.range.upperBound
        var position = payload.range.lowerBound
        while true {
            var next: PartDraft?
            for part in parts where part.token.range.lowerBound >= position && part.token.range.upperBound <= end {
                if next.map({ part.token.offset < $0.token.offset }) ?? true { next = part }
            }
            guard let next else { break }
            text.append(contentsOf: arena[position..<next.token.range.lowerBound])
            digests.append(next.digest, to: &text)
            position = next.token.range.upperBound
        }
        text.append(contentsOf: arena[position..<end])
    }
}
