internal import ByteParsing
internal import NotificationDecoding
internal import NotificationModel
internal import SignatureVerification

/// Verifies, decodes and classifies one record after another into a batch.
///
/// Each worker owns one. Nothing of a payload is parsed before its signature was verified; a rejected record leaves
/// the batch as it was.
struct RecordVerifier: ~Copyable {
    private var signatures: SignatureVerifier
    private var decoder = NotificationDecoder()
    private let policy: RecordPolicy

    init(store: SigningKeyStore, policy: RecordPolicy) {
        signatures = SignatureVerifier(store: store)
        self.policy = policy
    }

    /// Takes one signedPayload through the whole policy.
    ///
    /// - Returns: the rejection, or nil after a row was appended to the batch.
    mutating func verify(_ token: Span<UInt8>, into batch: inout RowBatch) -> Rejection? {
        let arenaMark = batch.arena.count
        let valuesMark = batch.values.count
        do throws(Rejection) {
            let row = try self.row(of: token, into: &batch)
            batch.rows.append(row)
            return nil
        } catch {
            batch.arena.removeSubrange(arenaMark...)
            batch.values.removeSubrange(valuesMark...)
            return error
        }
    }

    private mutating func row(of token: Span<UInt8>, into batch: inout RowBatch) throws(Rejection) -> NotificationRow {
        let signed: SignedPayload
        do throws(Rejection) {
            signed = try payload(of: token, into: &batch)
        } catch {
            return try unsignedRow(of: token, refusedFor: error, into: &batch)
        }
        let leafSerial = batch.append(text: signed.key.leafSerial)
        var envelope = try decoder.envelope(
            signed.payload,
            leafSerial: leafSerial,
            truncatesFractions: false,
            into: &batch
        )
        if isUnsignedEnvironment(envelope.row, batch), !policy.allowsUnsignedTestEnvironments {
            throw unsignedTestEnvironment
        }
        var keys: [(key: SigningKey, part: SignedPart, signedDate: Int64?)] = []
        var digests: [ContentDigest.Replacement] = []
        var newestInner: Int64?
        for part in envelope.parts {
            do throws(Rejection) {
                let inner = try verifiedPart(part, into: &batch)
                digests.append(inner.replacement)
                guard let columns = inner.columns else { continue }
                envelope.row.notes.formUnion(inner.notes)
                envelope.row.set(part.part, columns)
                let instant = batch.integer(part.part.object, columns, part.part.instantMember)
                newestInner = max(newestInner ?? .min, instant ?? .min)
                keys.append((inner.key, part.part, instant))
            } catch {
                throw Rejection(of: part.part, because: error)
            }
        }
        if newestInner == .min { newestInner = nil }
        envelope.row.saidAt = envelope.signedDate ?? newestInner
        keys.insert((signed.key, .notification, envelope.signedDate), at: 0)
        try checkInstants(keys, fallback: envelope.row.saidAt)
        if envelope.row.saidAt == nil { envelope.row.notes.insert(.undated) }
        try check(envelope.row, batch)
        envelope.row.contentDigest = ContentDigest.digest(
            of: batch.arena.span.extracting(signed.payload.range),
            base: Int(signed.payload.offset),
            replacing: digests
        )
        return envelope.row
    }

    /// A verified JWS: its payload in the arena and the key that signed it.
    private struct SignedPayload {
        let payload: ByteSlice
        let key: SigningKey
    }

    private mutating func payload(of token: Span<UInt8>, into batch: inout RowBatch) throws(Rejection) -> SignedPayload
    {
        let parts = try CompactJWS(token)
        let key: SigningKey
        switch signatures.resolveSigner(header: token.extracting(parts.header)) {
        case .trusted(let found): key = found
        case .rejected(let rejection): throw rejection
        }
        // Decoding is no reading: a stray character is told as such, not as the bad signature that it also makes.
        let payload = try decodedPayload(token.extracting(parts.payload), into: &batch)
        if let rejection = signatures.verify(token, parts: parts, signer: key) { throw rejection }
        return SignedPayload(payload: payload, key: key)
    }

    private func decodedPayload(_ text: Span<UInt8>, into batch: inout RowBatch) throws(Rejection) -> ByteSlice {
        let start = batch.arena.count
        guard Base64.decode(text, .url, appendingTo: &batch.arena) else {
            throw Rejection(.malformedBase64URL, "the payload part is not strict base64url")
        }
        return ByteSlice(offset: UInt32(start), length: UInt32(batch.arena.count - start))
    }

    private struct VerifiedPart {
        let key: SigningKey
        let replacement: ContentDigest.Replacement
        /// Nil for a part whose payload is `null`.
        let columns: ObjectColumns?
        let notes: RecordNotes
    }

    private mutating func verifiedPart(
        _ part: NotificationEnvelope.Part,
        into batch: inout RowBatch
    ) throws(Rejection) -> VerifiedPart {
        // The token stands in the arena that the payload is appended to, so it is verified from a copy.
        let token = Array(batch.arena[part.token.range])
        let signed = try payload(of: token.span, into: &batch)
        let digest = SHA256Digest.hash(batch.arena.span.extracting(signed.payload.range))
        let decoded = try decoder.part(part.part, signed.payload, truncatesFractions: false, into: &batch)
        return VerifiedPart(
            key: signed.key,
            replacement: .init(range: part.token.range, digest: digest),
            columns: decoded?.columns,
            notes: decoded?.notes ?? []
        )
    }

    /// Each JWS is judged at its own instant, else at the outer one; without any, some instant must satisfy them all.
    private func checkInstants(
        _ keys: [(key: SigningKey, part: SignedPart, signedDate: Int64?)],
        fallback: Int64?
    ) throws(Rejection) {
        var common = ValidityWindow(notBefore: .min, notAfter: .max)
        for (key, part, signedDate) in keys {
            let rejection: Rejection?
            if let instant = signedDate ?? fallback {
                rejection =
                    key.covers(instantMilliseconds: instant)
                    ? nil
                    : Rejection(
                        .certificateNotValidAtSigning,
                        "the certificates were not valid at the signing instant \(Instant.text(instant))"
                    )
            } else {
                common = common.intersection(key.window)
                rejection =
                    common.isEmpty
                    ? Rejection(.certificateNotValidAtSigning, "no instant satisfies every certificate path")
                    : nil
            }
            guard let rejection else { continue }
            throw part == .notification ? rejection : Rejection(of: part, because: rejection)
        }
    }

    private func check(_ row: NotificationRow, _ batch: RowBatch) throws(Rejection) {
        if let rejection = PartsAgreement.rejection(row, batch) { throw rejection }
        let appAppleId = row.container.flatMap { batch.integer($0.object, row.content, "appAppleId") }
        if let rejection = policy.rejection(
            environment: row.environment.map(batch.text),
            bundleId: row.bundleId.map(batch.text),
            appAppleId: appAppleId
        ) {
            throw rejection
        }
    }
}

// MARK: - Unsigned test environments

extension RecordVerifier {
    private var unsignedTestEnvironment: Rejection {
        Rejection(
            .unsignedTestEnvironment,
            "the record is of a local test environment, which Apple does not sign; "
                + "--allow-unsigned-test-environments accepts it into a ledger made for tests"
        )
    }

    private func isUnsignedEnvironment(_ row: NotificationRow, _ batch: RowBatch) -> Bool {
        row.environment.map { StoreEnvironment(batch.text($0)).isUnsigned } ?? false
    }

    /// Reads a record that did not verify.
    ///
    /// If it is of a local test environment, that is its verdict, or, where the run allows it, it is taken without a
    /// signature. Everything else keeps the reason it was refused for.
    private mutating func unsignedRow(
        of token: Span<UInt8>,
        refusedFor rejection: Rejection,
        into batch: inout RowBatch
    ) throws(Rejection) -> NotificationRow {
        guard rejection.reason == .chainLength || rejection.reason == .untrustedRoot else { throw rejection }
        guard let parts = try? CompactJWS(token),
            let payload = try? decodedPayload(token.extracting(parts.payload), into: &batch)
        else { throw rejection }
        let nobody = ByteSlice(offset: 0, length: 0)
        guard
            var envelope = try? decoder.envelope(payload, leafSerial: nobody, truncatesFractions: true, into: &batch),
            isUnsignedEnvironment(envelope.row, batch)
        else { throw rejection }
        guard policy.allowsUnsignedTestEnvironments else { throw unsignedTestEnvironment }
        var digests: [ContentDigest.Replacement] = []
        var newestInner: Int64?
        for part in envelope.parts {
            do throws(Rejection) {
                let text = Array(batch.arena[part.token.range])
                let split = try CompactJWS(text.span)
                let inner = try decodedPayload(text.span.extracting(split.payload), into: &batch)
                let digest = SHA256Digest.hash(batch.arena.span.extracting(inner.range))
                digests.append(.init(range: part.token.range, digest: digest))
                guard let decoded = try decoder.part(part.part, inner, truncatesFractions: true, into: &batch) else {
                    continue
                }
                envelope.row.notes.formUnion(decoded.notes)
                envelope.row.set(part.part, decoded.columns)
                let instant = batch.integer(part.part.object, decoded.columns, part.part.instantMember)
                newestInner = max(newestInner ?? .min, instant ?? .min)
            } catch {
                throw Rejection(of: part.part, because: error)
            }
        }
        if newestInner == .min { newestInner = nil }
        envelope.row.saidAt = envelope.signedDate ?? newestInner
        if envelope.row.saidAt == nil { envelope.row.notes.insert(.undated) }
        try check(envelope.row, batch)
        envelope.row.contentDigest = ContentDigest.digest(
            of: batch.arena.span.extracting(payload.range),
            base: Int(payload.offset),
            replacing: digests
        )
        return envelope.row
    }
}

extension NotificationRow {
    fileprivate mutating func set(_ part: SignedPart, _ columns: ObjectColumns) {
        switch part {
        case .notification: break
        case .transaction: transaction = columns
        case .renewal: renewal = columns
        case .appTransaction: appTransaction = columns
        }
    }
}

extension SignedPart {
    /// The member that tells when the part was signed.
    fileprivate var instantMember: String {
        self == .appTransaction ? "receiptCreationDate" : "signedDate"
    }
}
