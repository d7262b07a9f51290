internal import ByteParsing
internal import HistoryArchive
internal import NotificationDecoding
internal import NotificationModel
internal import SignatureVerification

/// Takes the records of a slab through the whole policy, all of them together: verifies, decodes and classifies.
///
/// Signatures are cheap only in batches, so the records go side by side: all outer JWS are verified, then all inner
/// ones, then each record is put together. Nothing of a payload is parsed before its signature was verified. Each
/// worker owns one; its buffers keep their room from slab to slab.
struct RecordVerifier: ~Copyable {
    private var signatures: SignatureBatch
    private var decoder = NotificationDecoder()
    private let policy: RecordPolicy

    private var drafts: [RecordDraft] = []
    private var parts: [PartDraft] = []
    private var envelopeParts: [NotificationEnvelope.Part] = []
    private var payloadDigests = MessageDigests()
    private var contentDigests = MessageDigests()
    private var contents: [UInt8] = []
    private var inner: [UInt8] = []
    private var serial: (key: SigningKey, place: ByteSlice)?

    init(store: SigningKeyStore, policy: RecordPolicy) {
        signatures = SignatureBatch(store: store)
        self.policy = policy
    }

    /// Judges all records and appends a row to the batch for each that is accepted, in their order.
    ///
    /// - Returns: for each record its rejection, or nil for one with a row.
    /// - Throws: ``KernelDisagreement``; then nothing of the batch counts.
    /// - Complexity: linear in the bytes; no allocation a record once buffers have seen so many.
    mutating func verify(
        _ scanned: borrowing ScannedRecords,
        of slab: Span<UInt8>,
        into batch: inout RowBatch,
        rejections: inout [Rejection?]
    ) throws(KernelDisagreement) {
        drafts.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        serial = nil
        reserve(scanned, slab.count, &batch)
        begin(scanned, slab, &batch)
        try signatures.verify(slab, scanned.scratch.span)
        for index in drafts.indices where drafts[index].rejection == nil && !drafts[index].isUnsigned {
            drafts[index].rejection = signatures.rejection(drafts[index].ticket)
        }
        open(&batch)
        try signatures.verify(batch.arena.span, Span())
        for index in parts.indices where parts[index].rejection == nil && parts[index].signer != nil {
            parts[index].rejection = signatures.rejection(parts[index].ticket)
        }
        payloadDigests.hash(batch.arena.span, Span())
        finish(&batch, &rejections)
    }

    /// Makes room in the batch, which is a new one for each slab, so that it need not grow.
    private func reserve(_ scanned: borrowing ScannedRecords, _ slabBytes: Int, _ batch: inout RowBatch) {
        // The payloads are three quarters of what they are decoded from, the inner ones less than as much again.
        batch.arena.reserveCapacity(batch.arena.count + slabBytes + scanned.scratch.count)
        batch.values.reserveCapacity(Self.valuesPerRecord * scanned.records.count)
        batch.rows.reserveCapacity(scanned.records.count)
    }

    /// The values of a notification with a transaction and a renewal info.
    private static let valuesPerRecord = [.notification, .data, .transaction, .renewal].reduce(0) {
        $0 + ($1 as WireObject).table.count
    }

    // MARK: Outer JWS

    /// Splits and decodes the outer JWS and gathers their signatures.
    private mutating func begin(_ scanned: borrowing ScannedRecords, _ slab: Span<UInt8>, _ batch: inout RowBatch) {
        signatures.removeAll()
        for record in scanned.records {
            var draft = RecordDraft()
            draft.rejection = record.rejection
            if record.rejection == nil {
                let place = record.signedPayload
                let token =
                    place.origin == .slab ? slab.extracting(place.range) : scanned.scratch.span.extracting(place.range)
                begin(&draft, token, at: place, &batch)
            }
            drafts.append(draft)
        }
    }

    private mutating func begin(
        _ draft: inout RecordDraft,
        _ token: Span<UInt8>,
        at place: ScannedBytes,
        _ batch: inout RowBatch
    ) {
        do throws(Rejection) {
            let split = try CompactJWS(token)
            let slot = try signatures.slot(header: token.extracting(split.header))
            // Decoding is no reading: a stray character is told as such, not as the bad signature that it also makes.
            draft.payload = try decoded(token.extracting(split.payload), into: &batch.arena)
            draft.ticket = try signatures.add(
                token,
                split,
                slot,
                place.origin == .slab ? .first : .second,
                offset: place.range.lowerBound
            )
            draft.signer = slot.key
        } catch {
            draft.rejection = error
            beginUnsigned(&draft, token, &batch)
        }
    }

    /// Appends a decoded payload to the arena.
    private func decoded(_ text: Span<UInt8>, into arena: inout [UInt8]) throws(Rejection) -> ByteSlice {
        let start = arena.count
        guard Base64.decode(text, .url, appendingTo: &arena) else { throw strayCharacter }
        return ByteSlice(offset: UInt32(start), length: UInt32(arena.count - start))
    }

    private var strayCharacter: Rejection {
        Rejection(.malformedBase64URL, "the payload part is not strict base64url")
    }

    // MARK: Inner JWS

    /// Decodes the verified outer payloads and gathers the signatures of what stands in them.
    private mutating func open(_ batch: inout RowBatch) {
        signatures.removeAll()
        payloadDigests.removeAll()
        // Taken out so that each is changed in its place.
        var drafts = exchange(&self.drafts, with: [])
        for index in drafts.indices where drafts[index].rejection == nil {
            do throws(Rejection) {
                try open(&drafts[index], &batch)
            } catch {
                drafts[index].rejection = error
            }
        }
        self.drafts = drafts
    }

    private mutating func open(_ draft: inout RecordDraft, _ batch: inout RowBatch) throws(Rejection) {
        envelopeParts.removeAll(keepingCapacity: true)
        let envelope: NotificationEnvelope
        if let refusal = draft.refusal {
            envelope = try unsignedEnvelope(of: draft.payload, refusedFor: refusal, &batch)
        } else {
            envelope = try decoder.envelope(
                draft.payload,
                leafSerial: serial(of: draft.signer, &batch),
                truncatesFractions: false,
                into: &batch,
                parts: &envelopeParts
            )
            if isUnsignedEnvironment(envelope.row, batch), !policy.allowsUnsignedTestEnvironments {
                throw unsignedTestEnvironment
            }
        }
        draft.row = envelope.row
        draft.signedDate = envelope.signedDate
        let first = parts.count
        for index in envelopeParts.indices {
            var part = PartDraft(envelopeParts[index])
            do throws(Rejection) {
                try open(&part, isSigned: !draft.isUnsigned, &batch)
            } catch {
                part.rejection = error
            }
            parts.append(part)
        }
        draft.parts = first..<parts.count
    }

    private mutating func open(_ part: inout PartDraft, isSigned: Bool, _ batch: inout RowBatch) throws(Rejection) {
        inner.removeAll(keepingCapacity: true)
        do {
            let token = batch.arena.span.extracting(part.token.range)
            let split = try CompactJWS(token)
            let slot = isSigned ? try signatures.slot(header: token.extracting(split.header)) : nil
            // The token stands in the arena that the payload goes to.
            guard Base64.decode(token.extracting(split.payload), .url, appendingTo: &inner) else {
                throw strayCharacter
            }
            if let slot {
                part.ticket = try signatures.add(token, split, slot, .first, offset: part.token.range.lowerBound)
                part.signer = slot.key
            }
        }
        part.payload = ByteSlice(offset: UInt32(batch.arena.count), length: UInt32(inner.count))
        Bytes.append(inner.span, to: &batch.arena)
        part.digest = payloadDigests.count
        payloadDigests.add(.first, offset: part.payload.range.lowerBound, count: inner.count)
    }

    /// The place of a leaf's serial number in the arena; many records in a row have one leaf.
    private mutating func serial(of signer: SigningKey?, _ batch: inout RowBatch) -> ByteSlice {
        guard let signer else { return ByteSlice(offset: 0, length: 0) }
        if let serial, serial.key === signer { return serial.place }
        let place = batch.append(text: signer.leafSerial)
        serial = (signer, place)
        return place
    }

    // MARK: Rows

    /// Decodes the verified inner payloads and makes the rows.
    private mutating func finish(_ batch: inout RowBatch, _ rejections: inout [Rejection?]) {
        contents.removeAll(keepingCapacity: true)
        contentDigests.removeAll()
        let firstRow = batch.rows.count
        var drafts = exchange(&self.drafts, with: [])
        for index in drafts.indices {
            if drafts[index].rejection == nil, drafts[index].row != nil {
                do throws(Rejection) {
                    try finish(&drafts[index], &batch)
                } catch {
                    drafts[index].rejection = error
                }
            }
            rejections.append(drafts[index].rejection)
        }
        self.drafts = drafts
        let contents = exchange(&self.contents, with: [])
        contentDigests.hash(contents.span, Span())
        self.contents = contents
        for index in firstRow..<batch.rows.count {
            batch.rows[index].contentDigest = contentDigests.digest(index - firstRow)
        }
    }

    private mutating func finish(_ draft: inout RecordDraft, _ batch: inout RowBatch) throws(Rejection) {
        guard var row = draft.row else { return }
        var newestInner: Int64?
        for index in draft.parts {
            let part = parts[index].part
            do throws(Rejection) {
                if let rejection = parts[index].rejection { throw rejection }
                let decoded = try decoder.part(
                    part,
                    parts[index].payload,
                    truncatesFractions: draft.isUnsigned,
                    into: &batch
                )
                guard let decoded else { continue }
                row.notes.formUnion(decoded.notes)
                row.set(part, decoded.columns)
                let instant = batch.integer(decoded.columns, at: part.object.instantPosition)
                if let instant { newestInner = max(newestInner ?? instant, instant) }
            } catch {
                throw Rejection(of: part, because: error)
            }
        }
        row.saidAt = draft.signedDate ?? newestInner
        if let signer = draft.signer { try checkInstants(row, draft, signer, batch) }
        if row.saidAt == nil { row.notes.insert(.undated) }
        try check(row, batch)
        let start = contents.count
        ContentDigest.append(
            draft.payload,
            of: batch.arena,
            replacing: draft.parts,
            among: parts,
            payloadDigests,
            to: &contents
        )
        contentDigests.add(.first, offset: start, count: contents.count - start)
        batch.rows.append(row)
    }

    /// Each JWS is judged at its own instant, else at the outer one; without any, some instant must satisfy them all.
    private func checkInstants(
        _ row: NotificationRow,
        _ draft: borrowing RecordDraft,
        _ signer: SigningKey,
        _ batch: borrowing RowBatch
    ) throws(Rejection) {
        var common = ValidityWindow(notBefore: .min, notAfter: .max)
        try Self.check(signer, at: draft.signedDate ?? row.saidAt, &common)
        for index in draft.parts {
            let part = parts[index].part
            // A part whose payload is `null` is absent.
            guard let columns = row.columns(of: part), let signer = parts[index].signer else { continue }
            let instant = batch.integer(columns, at: part.object.instantPosition)
            do throws(Rejection) {
                try Self.check(signer, at: instant ?? row.saidAt, &common)
            } catch {
                throw Rejection(of: part, because: error)
            }
        }
    }

    private static func check(
        _ key: SigningKey,
        at instant: Int64?,
        _ common: inout ValidityWindow
    ) throws(Rejection) {
        guard let instant else {
            common = common.intersection(key.window)
            guard !common.isEmpty else {
                throw Rejection(.certificateNotValidAtSigning, "no instant satisfies every certificate path")
            }
            return
        }
        guard key.covers(instantMilliseconds: instant) else {
            throw Rejection(
                .certificateNotValidAtSigning,
                "the certificates were not valid at the signing instant \(Instant.text(instant))"
            )
        }
    }

    private func check(_ row: NotificationRow, _ batch: RowBatch) throws(Rejection) {
        if let rejection = PartsAgreement.rejection(row, batch) { throw rejection }
        guard policy.restrictsAnything else { return }
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
        guard let place = row.environment else { return false }
        return StoreEnvironment(known: batch.arena.span.extracting(place.range))?.isUnsigned ?? false
    }

    /// Takes a record that did not verify on, where it may be of a local test environment.
    private func beginUnsigned(_ draft: inout RecordDraft, _ token: Span<UInt8>, _ batch: inout RowBatch) {
        guard let refusal = draft.rejection, refusal.reason == .chainLength || refusal.reason == .untrustedRoot,
            let split = try? CompactJWS(token),
            let payload = try? decoded(token.extracting(split.payload), into: &batch.arena)
        else { return }
        draft.payload = payload
        draft.refusal = refusal
        draft.rejection = nil
    }

    /// Reads an outer payload without a signature.
    ///
    /// If it is of a local test environment, that is its verdict, or, where the run allows it, it is taken as it is.
    /// Everything else keeps the reason it was refused for.
    private mutating func unsignedEnvelope(
        of payload: ByteSlice,
        refusedFor refusal: Rejection,
        _ batch: inout RowBatch
    ) throws(Rejection) -> NotificationEnvelope {
        let nobody = ByteSlice(offset: 0, length: 0)
        let envelope: NotificationEnvelope
        do throws(Rejection) {
            envelope = try decoder.envelope(
                payload,
                leafSerial: nobody,
                truncatesFractions: true,
                into: &batch,
                parts: &envelopeParts
            )
        } catch {
            throw refusal
        }
        guard isUnsignedEnvironment(envelope.row, batch) else { throw refusal }
        guard policy.allowsUnsignedTestEnvironments else { throw unsignedTestEnvironment }
        return envelope
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

    fileprivate func columns(of part: SignedPart) -> ObjectColumns? {
        switch part {
        case .notification: notification
        case .transaction: transaction
        case .renewal: renewal
        case .appTransaction: appTransaction
        }
    }
}
