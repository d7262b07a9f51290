import NotificationDecoding
import NotificationModel

/// Literal payloads in one batch, decoded as the pipeline does it after their signatures were verified.
struct Payload {
    static let uuid = "\"notificationUUID\":\"0a1b2c3d-4e5f-6071-8293-A4B5C6D7E8F9\""
    static let head = "\"notificationType\":\"TEST\",\(uuid)"
    static let dataApp = "\"bundleId\":\"com.example.app\",\"environment\":\"Sandbox\""

    /// A batch whose decoded payloads stay readable.
    var batch = RowBatch()
    var row: NotificationRow
    var signedDate: Int64?
    var parts: [NotificationEnvelope.Part]

    /// Decodes an outer payload, then the inner payloads that are given.
    init(
        _ outer: some Sequence<UInt8>,
        transaction: String? = nil,
        renewal: String? = nil,
        appTransaction: String? = nil,
        truncatesFractions: Bool = false
    ) throws {
        var decoder = NotificationDecoder()
        // Bytes ahead of the payload show that every offset counts from the arena's start.
        batch.arena = Array("ahead".utf8)
        let serial = Self.append("1f2e", to: &batch)
        var found: [NotificationEnvelope.Part] = []
        let envelope = try decoder.envelope(
            Self.append(outer, to: &batch),
            leafSerial: serial,
            truncatesFractions: truncatesFractions,
            into: &batch,
            parts: &found
        )
        parts = found
        row = envelope.row
        signedDate = envelope.signedDate
        for (part, text) in [
            (SignedPart.transaction, transaction), (.renewal, renewal), (.appTransaction, appTransaction),
        ] {
            guard let text else { continue }
            let decoded = try decoder.part(
                part,
                Self.append(text.utf8, to: &batch),
                truncatesFractions: truncatesFractions,
                into: &batch
            )
            row.notes.formUnion(decoded?.notes ?? [])
            switch part {
            case .notification: break
            case .transaction: row.transaction = decoded?.columns
            case .renewal: row.renewal = decoded?.columns
            case .appTransaction: row.appTransaction = decoded?.columns
            }
        }
    }

    init(
        _ outer: String,
        transaction: String? = nil,
        renewal: String? = nil,
        appTransaction: String? = nil,
        truncatesFractions: Bool = false
    ) throws {
        try self.init(
            Array(outer.utf8),
            transaction: transaction,
            renewal: renewal,
            appTransaction: appTransaction,
            truncatesFractions: truncatesFractions
        )
    }

    /// A notification whose `data` holds the members given and an app.
    static func data(_ members: String) -> String {
        "{\(head),\"data\":{\(dataApp)\(members.isEmpty ? "" : ",")\(members)}}"
    }

    /// The reason for which an outer payload is refused; nil when it is accepted.
    static func reason(_ outer: String, transaction: String? = nil, renewal: String? = nil) -> RejectionReason? {
        reason { try Payload(outer, transaction: transaction, renewal: renewal) }
    }

    static func reason(_ decode: () throws -> Payload) -> RejectionReason? {
        do {
            _ = try decode()
            return nil
        } catch {
            return (error as? Rejection)?.reason
        }
    }

    func text(_ slice: ByteSlice?) -> String? {
        slice.map { batch.text($0) }
    }

    var model: DecodedNotification {
        NotificationModels.make(row, batch)
    }

    private static func append(_ bytes: some Sequence<UInt8>, to batch: inout RowBatch) -> ByteSlice {
        let start = batch.arena.count
        batch.arena.append(contentsOf: bytes)
        return ByteSlice(offset: UInt32(start), length: UInt32(batch.arena.count - start))
    }

    private static func append(_ text: String, to batch: inout RowBatch) -> ByteSlice {
        append(Array(text.utf8), to: &batch)
    }
}
