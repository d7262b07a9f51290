internal import ByteParsing
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
    ///   - range: which of the parts are the record's inner JWS.
    ///   - parts: the inner JWS of all records; one that does not stand in the payload itself, because its text had escapes, is
    ///     taken as it is written.
    ///   - digests: the digests of the inner payloads, by ``PartDraft/digest``.
    ///   - text: takes what is digested.
    static func append(
        _ payload: ByteSlice,
        of arena: [UInt8],
        replacing range: Range<Int>,
        among parts: [PartDraft],
        _ digests: borrowing MessageDigests,
        to text: inout [UInt8]
    ) {
        let end = payload.range.upperBound
        var position = payload.range.lowerBound
        while true {
            var next: Int?
            for index in range {
                let token = parts[index].token
                guard token.range.lowerBound >= position, token.range.upperBound <= end else { continue }
                if next.map({ token.offset < parts[$0].token.offset }) ?? true { next = index }
            }
            guard let next else { break }
            let token = parts[next].token.range
            Bytes.append(arena.span.extracting(position..<token.lowerBound), to: &text)
            digests.append(parts[next].digest, to: &text)
            position = token.upperBound
        }
        Bytes.append(arena.span.extracting(position..<end), to: &text)
    }
}
