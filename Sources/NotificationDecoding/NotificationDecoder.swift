internal import ByteParsing
package import NotificationModel

/// Decodes the objects of one record, after their signatures were verified.
package struct NotificationDecoder: ~Copyable {
    private var decoder = ObjectDecoder()

    package init() {}

    /// Decodes an outer payload: identity, classification, container.
    ///
    /// - Parameters:
    ///   - payload: the decoded payload's place in the arena.
    ///   - leafSerial: the signing leaf's serial number, already in the arena.
    ///   - truncatesFractions: reads dates with a fraction, as unsigned Xcode data has them.
    ///   - batch: the batch that holds the payload; on a rejection the caller cuts it back.
    ///   - parts: takes the inner JWS to verify, in the order in which they stand in their table.
    /// - Returns: the row as far as the outer payload fills it.
    /// - Throws: why the payload is no notification that can be accepted.
    package mutating func envelope(
        _ payload: ByteSlice,
        leafSerial: ByteSlice,
        truncatesFractions: Bool,
        into batch: inout RowBatch,
        parts: inout [NotificationEnvelope.Part]
    ) throws(Rejection) -> NotificationEnvelope {
        _ = decoder.takeNotes()
        try decoder.parse(payload, in: batch)
        guard decoder.parser[0].kind == .object else {
            throw Rejection(.payloadNotObject, "the payload is JSON, but not an object")
        }
        let columns = try decoder.decode(
            .notification,
            node: 0,
            into: &batch,
            truncatesFractions: truncatesFractions
        )
        let identity = try identity(columns, payload, batch)
        var row = NotificationRow(notificationUUID: identity, notification: columns, leafSerial: leafSerial)
        let signedDate = batch.integer(columns, at: WireObject.NotificationPosition.signedDate)
        classify(&row, &batch)
        if let container = try container(columns, batch) {
            try decodeContainer(container, payload, &row, &parts, &batch, truncatesFractions: truncatesFractions)
        } else {
            decoder.note(.unknownContainer)
            adoptUnknownContainer(&row, &batch)
        }
        row.notes.formUnion(decoder.takeNotes())
        return NotificationEnvelope(row: row, signedDate: signedDate)
    }

    /// Decodes a verified inner payload; nil if it is the JSON text `null`, which counts as an absent part.
    package mutating func part(
        _ part: SignedPart,
        _ payload: ByteSlice,
        truncatesFractions: Bool,
        into batch: inout RowBatch
    ) throws(Rejection) -> (columns: ObjectColumns, notes: RecordNotes)? {
        // Those of an object that was rejected halfway belong to another record.
        _ = decoder.takeNotes()
        try decoder.parse(payload, in: batch)
        switch decoder.parser[0].kind {
        case .null: return nil
        case .object: break
        default: throw Rejection(.payloadNotObject, "the payload is JSON, but not an object")
        }
        let columns = try decoder.decode(part.object, node: 0, into: &batch, truncatesFractions: truncatesFractions)
        return (columns, decoder.takeNotes())
    }

    private func identity(
        _ columns: ObjectColumns,
        _ payload: ByteSlice,
        _ batch: borrowing RowBatch
    ) throws(Rejection) -> Identity128 {
        guard case .text = batch.value(columns, at: WireObject.NotificationPosition.notificationType) else {
            if let kind = otherSignedObject(payload, batch) {
                throw Rejection(.notANotification, "signed, but not a notification: the payload is \(kind)")
            }
            throw Rejection(.missingField, "notificationType is missing")
        }
        guard case .text(let slice) = batch.value(columns, at: WireObject.NotificationPosition.notificationUUID) else {
            throw Rejection(.missingField, "notificationUUID is missing")
        }
        guard let identity = Identity128(text: batch.arena.span.extracting(slice.range)) else {
            throw Rejection(.wrongFieldType, "notificationUUID is not a UUID of 36 characters")
        }
        return identity
    }

    /// Names the signed object that stands where a notification was due, by a member that only it has.
    private func otherSignedObject(_ payload: ByteSlice, _ batch: borrowing RowBatch) -> String? {
        let bytes = batch.arena.span.extracting(payload.range)
        if decoder.parser.value(of: "receiptType", in: 0, bytes) != nil { return "an app transaction" }
        if decoder.parser.value(of: "autoRenewProductId", in: 0, bytes) != nil { return "a renewal info" }
        if decoder.parser.value(of: "transactionId", in: 0, bytes) != nil { return "a transaction" }
        return decoder.parser.value(of: "originalTransactionId", in: 0, bytes) == nil ? nil : "a renewal info"
    }

    /// Finds the row's pair; a subtype that is empty text counts as none, as one that is null does.
    private func classify(_ row: inout NotificationRow, _ batch: inout RowBatch) {
        var subtype: ByteSlice?
        if case .text(let slice) = batch.value(row.notification, at: WireObject.NotificationPosition.subtype) {
            if slice.length > 0 {
                subtype = slice
            } else {
                batch.values[row.notification.base + WireObject.NotificationPosition.subtype] = .absent
            }
        }
        guard let name = slice(batch.value(row.notification, at: WireObject.NotificationPosition.notificationType))
        else { return }
        guard let type = NotificationType(wire: batch.arena.span.extracting(name.range)) else {
            row.notes.insert(.unknownType)
            return
        }
        let known = subtype.flatMap { NotificationSubtype(wire: batch.arena.span.extracting($0.range)) }
        guard subtype == nil || known != nil else {
            row.notes.formUnion([.unknownValue, .undocumentedPair])
            return
        }
        row.pair = NotificationTable.index(of: type, known)
        if row.pair == nil { row.notes.insert(.undocumentedPair) }
    }

    /// The one known container that is present, nil for none.
    private func container(
        _ columns: ObjectColumns,
        _ batch: borrowing RowBatch
    ) throws(Rejection) -> PayloadContainer? {
        var found: PayloadContainer?
        for candidate in PayloadContainer.allCases {
            guard case .json = batch.value(columns, at: candidate.position) else { continue }
            guard found == nil else {
                throw Rejection(.ambiguousPayload, "more than one payload object is present; exactly one is documented")
            }
            found = candidate
        }
        return found
    }

    private mutating func decodeContainer(
        _ container: PayloadContainer,
        _ payload: ByteSlice,
        _ row: inout NotificationRow,
        _ parts: inout [NotificationEnvelope.Part],
        _ batch: inout RowBatch,
        truncatesFractions: Bool
    ) throws(Rejection) {
        let member = decoder.parser.value(
            of: container.wireName,
            in: 0,
            batch.arena.span.extracting(payload.range)
        )
        guard let node = member, decoder.parser[node].kind == .object else {
            throw Rejection(.wrongFieldType, "\(container.text) is not an object")
        }
        row.container = container
        let object = container.object
        let range = decoder.parser[node].range
        let content = try decoder.decode(object, node: node, into: &batch, truncatesFractions: truncatesFractions)
        row.content = content
        if container == .unclaimInfo {
            row.rawContent = ByteSlice(offset: UInt32(range.lowerBound), length: UInt32(range.count))
        }
        row.bundleId = slice(batch.value(content, at: object.bundleIdPosition))
        row.environment =
            container == .externalPurchaseToken
            ? derivedEnvironment(content, &batch) : slice(batch.value(content, at: object.environmentPosition))
        for part in SignedPart.allCases {
            if case .text(let token) = batch.value(content, at: object.position(of: part)) {
                parts.append(NotificationEnvelope.Part(part: part, token: token))
            }
        }
    }

    /// An external purchase token names no environment: Sandbox ids begin with `SANDBOX`, others are Production.
    private func derivedEnvironment(_ content: ObjectColumns, _ batch: inout RowBatch) -> ByteSlice {
        let id = slice(
            batch.value(content, at: WireObject.ExternalPurchaseTokenPosition.externalPurchaseId)
        )
        let isSandbox = id.map { batch.arena[$0.range].starts(with: "SANDBOX".utf8) } ?? false
        let environment: StoreEnvironment = isSandbox ? .sandbox : .production
        return batch.append(text: environment.text)
    }

    /// Takes app and environment from the first unknown object that has one of them; the object itself is kept raw.
    private mutating func adoptUnknownContainer(_ row: inout NotificationRow, _ batch: inout RowBatch) {
        row.rawContent = row.notification.unknownMembers
        var index = 1
        while index < decoder.parser[0].next {
            let value = index + 1
            index = decoder.parser[value].next
            guard decoder.parser[value].kind == .object else { continue }
            row.bundleId = decoder.loneText("bundleId", in: value, into: &batch)
            row.environment = decoder.loneText("environment", in: value, into: &batch)
            if row.bundleId != nil || row.environment != nil { return }
        }
    }

    private func slice(_ value: FieldValue) -> ByteSlice? {
        guard case .text(let slice) = value else { return nil }
        return slice
    }
}

extension SignedPart {
    /// The object that the part's payload is.
    package var object: WireObject {
        switch self {
        case .notification: .notification
        case .transaction: .transaction
        case .renewal: .renewal
        case .appTransaction: .appTransaction
        }
    }
}
