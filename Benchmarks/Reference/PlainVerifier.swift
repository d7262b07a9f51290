internal import ByteParsing
internal import NotificationDecoding
package import NotificationModel
package import SignatureVerification

/// Verifies and decodes one record after another: one OpenSSL verification a JWS behind a header → key cache.
///
/// Of the product it takes the chain check of a header not seen before, the decoding of verified payloads into rows,
/// and the rules about whole records; base64, hashing and signatures are its own and plain. Every app and environment
/// of Apple's is accepted.
package struct PlainVerifier: ~Copyable {
    private var chains: SignatureVerifier
    private var cache = HeaderCache()
    private var decoder = NotificationDecoder()
    /// How many signatures were checked.
    package private(set) var signatureChecks = 0

    /// A verifier under these anchors, with nothing cached.
    package init(anchors: [TrustAnchor]) {
        chains = SignatureVerifier(store: SigningKeyStore(anchors: anchors))
    }

    /// Takes one signedPayload through everything; nil after a row was appended to the batch.
    package mutating func verify(_ token: Span<UInt8>, into batch: inout RowBatch) -> Rejection? {
        let arenaMark = batch.arena.count
        let valuesMark = batch.values.count
        do throws(Rejection) {
            batch.rows.append(try row(of: token, into: &batch))
            return nil
        } catch {
            batch.arena.removeSubrange(arenaMark...)
            batch.values.removeSubrange(valuesMark...)
            return error
        }
    }

    private struct Part {
        let part: SignedPart
        let key: SigningKey
        let instant: Int64?
    }

    private mutating func row(of token: Span<UInt8>, into batch: inout RowBatch) throws(Rejection) -> NotificationRow {
        let signed: (payload: ByteSlice, key: SigningKey)
        do throws(Rejection) {
            signed = try payload(of: token, into: &batch)
        } catch {
            throw unsigned(token, refusedFor: error, &batch)
        }
        let leafSerial = batch.append(text: signed.key.leafSerial)
        var found: [NotificationEnvelope.Part] = []
        var envelope = try decoder.envelope(
            signed.payload,
            leafSerial: leafSerial,
            truncatesFractions: false,
            into: &batch,
            parts: &found
        )
        if isUnsigned(envelope.row, batch) { throw Rejection(.unsignedTestEnvironment, "") }
        var parts: [Part] = []
        var inner: [(range: Range<Int>, digest: Digest256)] = []
        for part in found {
            do throws(Rejection) {
                let text = Array(batch.arena[part.token.range])
                let found = try payload(of: text.span, into: &batch)
                let start = part.token.range.lowerBound - Int(signed.payload.offset)
                if start >= 0 {
                    let digest = PlainDigest.hash(batch.arena.span.extracting(found.payload.range))
                    inner.append((start..<start + part.token.range.count, digest))
                }
                let decoded = try decoder.part(part.part, found.payload, truncatesFractions: false, into: &batch)
                guard let decoded else { continue }
                envelope.row.notes.formUnion(decoded.notes)
                switch part.part {
                case .notification: break
                case .transaction: envelope.row.transaction = decoded.columns
                case .renewal: envelope.row.renewal = decoded.columns
                case .appTransaction: envelope.row.appTransaction = decoded.columns
                }
                let member = part.part == .appTransaction ? "receiptCreationDate" : "signedDate"
                let instant = batch.integer(part.part.object, decoded.columns, member)
                parts.append(Part(part: part.part, key: found.key, instant: instant))
            } catch {
                throw Rejection(of: part.part, because: error)
            }
        }
        envelope.row.saidAt = envelope.signedDate ?? parts.compactMap(\.instant).max()
        if envelope.row.saidAt == nil { envelope.row.notes.insert(.undated) }
        parts.insert(Part(part: .notification, key: signed.key, instant: envelope.signedDate), at: 0)
        try checkInstants(parts, saidAt: envelope.row.saidAt)
        if let rejection = PartsAgreement.rejection(envelope.row, batch) { throw rejection }
        envelope.row.contentDigest = PlainDigest.contentDigest(
            of: batch.arena.span.extracting(signed.payload.range),
            replacing: inner
        )
        return envelope.row
    }

    private mutating func payload(
        of token: Span<UInt8>,
        into batch: inout RowBatch
    ) throws(Rejection) -> (payload: ByteSlice, key: SigningKey) {
        let parts = try CompactJWS(token)
        let header = token.extracting(parts.header)
        let known = cache.signer(of: header)
        let signer: HeaderCache.Signer
        if let known {
            signer = known
        } else {
            switch chains.resolveSigner(header: header) {
            case .trusted(let key): signer = HeaderCache.Signer(key)
            case .rejected(let rejection): throw rejection
            }
        }
        let payload = try decoded(token.extracting(parts.payload), &batch)
        var signature: [UInt8] = []
        guard ByteTableBase64.decode(token.extracting(parts.signature), appendingTo: &signature) else {
            throw Rejection(.malformedBase64URL, "the signature part")
        }
        guard signature.count == 64 else { throw Rejection(.signatureLength, "\(signature.count) bytes") }
        guard let key = signer.key else { throw Rejection(.unsupportedKey, "not on P-256") }
        signatureChecks += 1
        guard key.verifies(signature, over: token.extracting(parts.signingInput)) else {
            throw Rejection(.signatureInvalid, "not this key's signature")
        }
        if known == nil { cache.insert(signer, of: header) }
        return (payload, signer.signer)
    }

    private func decoded(_ text: Span<UInt8>, _ batch: inout RowBatch) throws(Rejection) -> ByteSlice {
        let start = batch.arena.count
        guard ByteTableBase64.decode(text, appendingTo: &batch.arena) else {
            throw Rejection(.malformedBase64URL, "the payload part")
        }
        return ByteSlice(offset: UInt32(start), length: UInt32(batch.arena.count - start))
    }

    /// Each JWS at its own instant, else the record's; without any, one instant must satisfy them all.
    private func checkInstants(_ parts: [Part], saidAt: Int64?) throws(Rejection) {
        var common = ValidityWindow(notBefore: .min, notAfter: .max)
        for part in parts {
            let isValid: Bool
            if let instant = part.instant ?? saidAt {
                isValid = part.key.covers(instantMilliseconds: instant)
            } else {
                common = common.intersection(part.key.window)
                isValid = !common.isEmpty
            }
            guard !isValid else { continue }
            let rejection = Rejection(.certificateNotValidAtSigning, "")
            throw part.part == .notification ? rejection : Rejection(of: part.part, because: rejection)
        }
    }

    private func isUnsigned(_ row: NotificationRow, _ batch: RowBatch) -> Bool {
        row.environment.map { StoreEnvironment(batch.text($0)).isUnsigned } ?? false
    }

    /// Why a record that did not verify is refused: a local test's record is told as such.
    private mutating func unsigned(
        _ token: Span<UInt8>,
        refusedFor rejection: Rejection,
        _ batch: inout RowBatch
    ) -> Rejection {
        guard rejection.reason == .chainLength || rejection.reason == .untrustedRoot else { return rejection }
        let nobody = ByteSlice(offset: 0, length: 0)
        var inner: [NotificationEnvelope.Part] = []
        guard let parts = try? CompactJWS(token),
            let payload = try? decoded(token.extracting(parts.payload), &batch),
            let envelope = try? decoder.envelope(
                payload,
                leafSerial: nobody,
                truncatesFractions: true,
                into: &batch,
                parts: &inner
            ),
            isUnsigned(envelope.row, batch)
        else { return rejection }
        return Rejection(.unsignedTestEnvironment, "")
    }
}
