/// A run of bytes in a batch's arena.
public struct ByteSlice: Sendable, Hashable {
    /// The first byte's place in the arena.
    public var offset: UInt32
    /// The number of bytes.
    public var length: UInt32

    /// A run of `length` bytes at `offset`.
    public init(offset: UInt32, length: UInt32) {
        self.offset = offset
        self.length = length
    }

    /// The run as a range of array positions.
    public var range: Range<Int> {
        Int(offset)..<Int(offset) + Int(length)
    }
}

/// One decoded member: absent, a number, a truth value, or bytes in the arena.
public enum FieldValue: Sendable, Hashable {
    case absent
    case integer(Int64)
    case boolean(Bool)
    /// UTF-8 text with escapes resolved.
    case text(ByteSlice)
    /// JSON text of an object, an array or an unknown value, as it came.
    case json(ByteSlice)
}

/// The decoded members of one wire object: where its values begin, and what no table knows.
public struct ObjectColumns: Sendable, Hashable {
    /// The position in ``RowBatch/values`` of the object's first field; the rest follow in table order.
    public var base: Int
    /// The unknown and dropped members as one JSON object, or nil when there were none.
    public var unknownMembers: ByteSlice?

    /// Columns that begin at `base`.
    public init(base: Int, unknownMembers: ByteSlice? = nil) {
        self.base = base
        self.unknownMembers = unknownMembers
    }
}

/// One attempt to deliver a notification, as the history page tells it; not covered by the signature.
public struct SendAttempt: Sendable, Hashable {
    /// When Apple tried, milliseconds since 1970; nil where only a result is told.
    public var attemptDate: Int64?
    /// The result's text.
    public var result: String

    /// An attempt with its result.
    public init(attemptDate: Int64?, result: String) {
        self.attemptDate = attemptDate
        self.result = result
    }
}

/// One verified notification as fixed-width columns; texts are slices of the batch's arena.
public struct NotificationRow: Sendable {
    /// `notificationUUID`.
    public var notificationUUID: Identity128
    /// SHA-256 of the outer payload with each inner JWS replaced by the SHA-256 of its payload.
    public var contentDigest: Digest256
    /// Outer `signedDate`, else the newest inner one; nil for an undated record.
    public var saidAt: Int64?
    /// Position in ``NotificationTable/pairs``; nil for an unknown type or an undocumented pair.
    public var pair: Int?
    /// The payload object present; nil for none of the known.
    public var container: PayloadContainer?
    /// Remarks.
    public var notes: RecordNotes
    /// Serial number of the leaf that signed the outer JWS, lower-case hexadecimal.
    public var leafSerial: ByteSlice
    /// The app's bundle id: the container's, nil where it has none.
    public var bundleId: ByteSlice?
    /// The environment's text: the container's (derived from the token id for external purchase tokens), nil if unknown.
    public var environment: ByteSlice?
    /// The top-level members.
    public var notification: ObjectColumns
    /// The members of ``container``.
    public var content: ObjectColumns?
    /// The members of an unknown container or of `unclaimInfo`, as JSON text.
    public var rawContent: ByteSlice?
    /// The members of the signed transaction.
    public var transaction: ObjectColumns?
    /// The members of the signed renewal info.
    public var renewal: ObjectColumns?
    /// The members of the signed app transaction.
    public var appTransaction: ObjectColumns?

    /// A row with its identity; everything else is filled in by the decoder.
    public init(notificationUUID: Identity128, notification: ObjectColumns, leafSerial: ByteSlice) {
        self.notificationUUID = notificationUUID
        self.notification = notification
        self.leafSerial = leafSerial
        contentDigest = Digest256(words: (0, 0, 0, 0))
        notes = []
    }
}

/// What a worker hands on for one slab: rows over one arena of bytes and one array of values.
public struct RowBatch: Sendable {
    /// Decoded payloads and resolved texts; every ``ByteSlice`` points in here.
    public var arena: [UInt8] = []
    /// The decoded members of all rows, object after object.
    public var values: [FieldValue] = []
    /// The verified notifications, in input order.
    public var rows: [NotificationRow] = []

    /// An empty batch.
    public init() {}

    /// The value of a member of a row's object; absent for a name that the table lacks.
    public func value(_ object: WireObject, _ columns: ObjectColumns?, _ name: String) -> FieldValue {
        guard let columns, let position = object.table.position(of: name) else { return .absent }
        return values[columns.base + position]
    }

    /// The value at a position of an object's table; absent without columns or a position.
    @inlinable
    public func value(_ columns: ObjectColumns?, at position: Int?) -> FieldValue {
        guard let columns, let position else { return .absent }
        return values[columns.base + position]
    }

    /// The integer at a position of an object's table; nil when it is absent or no integer.
    @inlinable
    public func integer(_ columns: ObjectColumns?, at position: Int?) -> Int64? {
        guard case .integer(let value) = value(columns, at: position) else { return nil }
        return value
    }

    /// A slice's bytes as text.
    public func text(_ slice: ByteSlice) -> String {
        String(decoding: arena[slice.range], as: UTF8.self)
    }

    /// A member's text; nil when it is absent or no text.
    public func text(_ object: WireObject, _ columns: ObjectColumns?, _ name: String) -> String? {
        switch value(object, columns, name) {
        case .text(let slice), .json(let slice): text(slice)
        case .absent, .integer, .boolean: nil
        }
    }

    /// A member's integer; nil when it is absent or no integer.
    public func integer(_ object: WireObject, _ columns: ObjectColumns?, _ name: String) -> Int64? {
        guard case .integer(let value) = value(object, columns, name) else { return nil }
        return value
    }
}
