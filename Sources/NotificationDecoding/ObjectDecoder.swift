internal import ByteParsing
internal import NotificationModel

/// Decodes wire objects from verified payload bytes into the columns of a batch.
///
/// Each worker owns one; texts without escapes stay where they are in the arena, nothing else is copied.
struct ObjectDecoder: ~Copyable {
    var parser = JSONParser()
    /// Remarks of the objects decoded since the last ``takeNotes()``.
    private var notes: RecordNotes = []
    private var scratch: [UInt8] = []
    private var leftover: [UInt8] = []

    /// The remarks gathered since the last call.
    mutating func takeNotes() -> RecordNotes {
        defer { notes = [] }
        return notes
    }

    mutating func note(_ note: RecordNotes) {
        notes.insert(note)
    }

    /// Parses a payload in the arena; its root becomes node 0.
    mutating func parse(_ payload: ByteSlice, in batch: borrowing RowBatch) throws(Rejection) {
        do {
            try parser.parse(batch.arena.span.extracting(payload.range), base: Int(payload.offset))
        } catch {
            switch error {
            case .malformed(let offset):
                throw Rejection(
                    .malformedJSON,
                    "the payload is not JSON at its byte \(offset - Int(payload.offset))"
                )
            case .tooDeep: throw Rejection(.limitExceeded, "the payload nests more than 64 levels deep")
            case .notUTF8: throw Rejection(.malformedJSON, "the payload is not UTF-8")
            case .tooLarge: throw Rejection(.limitExceeded, "the payload has too many values")
            case .empty: throw Rejection(.payloadNotObject, "the payload is empty")
            }
        }
    }

    /// Decodes the members of one object; unknown members are kept as JSON text.
    ///
    /// - Parameters:
    ///   - object: which table names the members.
    ///   - node: the object's number on the tape.
    ///   - batch: where the payload stands and the columns go.
    ///   - truncatesFractions: reads dates with a fraction, as unsigned Xcode data has them.
    /// - Returns: where the object's values stand, one for each field of its table.
    /// - Throws: a repeated known member, or an identifier or date of the wrong type.
    mutating func decode(
        _ object: WireObject,
        node: Int,
        into batch: inout RowBatch,
        truncatesFractions: Bool
    ) throws(Rejection) -> ObjectColumns {
        let table = object.table
        var columns = ObjectColumns(base: batch.values.count)
        batch.values.append(contentsOf: repeatElement(.absent, count: table.count))
        leftover.removeAll(keepingCapacity: true)
        var seen: UInt64 = 0
        let end = parser[node].next
        var name = node + 1
        while name < end {
            let key = parser[name]
            let member = parser[name + 1]
            name = member.next
            guard let position = position(of: key, in: table, batch) else {
                keep(key, member, batch)
                continue
            }
            guard seen & (1 << UInt64(position)) == 0 else {
                throw Rejection(.repeatedMember, "the member \(table.fields[position].name) occurs more than once")
            }
            seen |= 1 << UInt64(position)
            let place = FieldPlace(table: table, position: position)
            guard let read = try value(member, as: place, into: &batch, truncatesFractions: truncatesFractions) else {
                notes.insert(.optionalFieldDropped)
                keep(key, member, batch)
                continue
            }
            batch.values[columns.base + position] = read
        }
        if !leftover.isEmpty {
            leftover.append(UInt8(ascii: "}"))
            columns.unknownMembers = Self.append(leftover, to: &batch)
        }
        return columns
    }

    /// The text of a member that an object, known to no table, has exactly once and as a string.
    ///
    /// Only the names that every container with an app has are looked for; another type or a repeated name tells
    /// nothing and is no fault.
    mutating func loneText(_ name: String, in object: Int, into batch: inout RowBatch) -> ByteSlice? {
        let table = WireObject.unclaimInfo.table
        guard let wanted = table.position(of: name) else { return nil }
        var found: Int?
        var key = object + 1
        while key < parser[object].next {
            if position(of: parser[key], in: table, batch) == wanted {
                guard found == nil else { return nil }
                found = key + 1
            }
            key = parser[key + 1].next
        }
        guard let found, parser[found].kind == .string,
            case .text(let slice) = text(parser[found], FieldPlace(table: table, position: wanted), into: &batch)
        else { return nil }
        return slice
    }

    /// Appends bytes to the arena and tells where they stand.
    static func append(_ bytes: [UInt8], to batch: inout RowBatch) -> ByteSlice {
        let slice = ByteSlice(offset: UInt32(batch.arena.count), length: UInt32(bytes.count))
        batch.arena.append(contentsOf: bytes)
        return slice
    }

    /// A member's place in its table.
    private struct FieldPlace {
        let table: FieldTable
        let position: Int

        var rule: FieldRule { table.rules[position] }
        var name: String { table.fields[position].name }
    }

    private mutating func position(of key: JSONNode, in table: FieldTable, _ batch: borrowing RowBatch) -> Int? {
        guard key.hasEscapes else { return table.position(of: batch.arena.span.extracting(key.range)) }
        scratch.removeAll(keepingCapacity: true)
        JSONText.append(key, of: batch.arena.span, to: &scratch)
        return table.position(of: scratch.span)
    }

    /// Adds a member to the JSON object of those that no column holds, exactly as it stands.
    private mutating func keep(_ key: JSONNode, _ value: JSONNode, _ batch: borrowing RowBatch) {
        leftover.append(leftover.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        Bytes.append(batch.arena.span.extracting(key.literalRange), to: &leftover)
        leftover.append(UInt8(ascii: ":"))
        Bytes.append(batch.arena.span.extracting(value.literalRange), to: &leftover)
    }

    /// Reads one known member; nil drops it.
    private mutating func value(
        _ node: JSONNode,
        as field: FieldPlace,
        into batch: inout RowBatch,
        truncatesFractions: Bool
    ) throws(Rejection) -> FieldValue? {
        if node.kind == .null { return .absent }
        switch field.rule.form {
        case .identifier, .signed:
            guard node.kind == .string else { throw wrongType(field, "a string") }
            return text(node, field, into: &batch)
        case .text:
            return node.kind == .string ? text(node, field, into: &batch) : nil
        case .boolean:
            switch node.kind {
            case .true: return .boolean(true)
            case .false: return .boolean(false)
            default: return nil
            }
        case .json:
            return .json(
                ByteSlice(offset: UInt32(node.literalRange.lowerBound), length: UInt32(node.literalRange.count))
            )
        case .instant, .integerIdentifier, .integer:
            return try integer(node, field, batch, truncatesFractions: truncatesFractions)
        }
    }

    private mutating func integer(
        _ node: JSONNode,
        _ field: FieldPlace,
        _ batch: borrowing RowBatch,
        truncatesFractions: Bool
    ) throws(Rejection) -> FieldValue? {
        guard node.kind == .number else {
            guard field.rule.form == .integer else { throw wrongType(field, "an integer") }
            return nil
        }
        switch JSONNumber(batch.arena.span.extracting(node.range)) {
        case .integer(let value):
            if !field.rule.permits(value) { notes.insert(.unknownValue) }
            return .integer(value)
        case .fraction(let truncated):
            if truncatesFractions, field.rule.form == .instant { return .integer(truncated) }
            guard field.rule.form == .integer else { throw wrongType(field, "an integer, not a fraction") }
            return nil
        case .outOfRange:
            throw wrongType(field, "an integer of 64 bits")
        }
    }

    private mutating func text(_ node: JSONNode, _ field: FieldPlace, into batch: inout RowBatch) -> FieldValue {
        var slice = ByteSlice(offset: UInt32(node.offset), length: UInt32(node.length))
        if node.hasEscapes {
            scratch.removeAll(keepingCapacity: true)
            JSONText.append(node, of: batch.arena.span, to: &scratch)
            slice = Self.append(scratch, to: &batch)
        }
        if !field.rule.permits(batch.arena.span.extracting(slice.range)) {
            notes.insert(.unknownValue)
        }
        return .text(slice)
    }

    private func wrongType(_ field: FieldPlace, _ expected: String) -> Rejection {
        Rejection(.wrongFieldType, "\(field.name) is not \(expected)")
    }
}
