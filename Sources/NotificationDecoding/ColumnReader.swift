internal import NotificationModel

/// Reads the columns of one object of a row, and remembers which JSON columns nobody could read.
struct ColumnReader {
    private let object: WireObject
    private let columns: ObjectColumns
    private let batch: RowBatch
    private var unread: [String] = []

    init(_ object: WireObject, _ columns: ObjectColumns, _ batch: RowBatch) {
        self.object = object
        self.columns = columns
        self.batch = batch
    }

    func text(_ name: String) -> String? {
        batch.text(object, columns, name)
    }

    func integer(_ name: String) -> Int64? {
        batch.integer(object, columns, name)
    }

    func instant(_ name: String) -> Milliseconds? {
        integer(name).map { Milliseconds($0) }
    }

    func boolean(_ name: String) -> Bool? {
        guard case .boolean(let value) = batch.value(object, columns, name) else { return nil }
        return value
    }

    func environment(_ name: String) -> StoreEnvironment? {
        text(name).map { StoreEnvironment($0) }
    }

    func listed<Known>(_ name: String) -> OpenValue<Known>? {
        text(name).map { OpenValue($0) }
    }

    func numbered<Known>(_ name: String) -> OpenNumber<Known>? {
        integer(name).map { OpenNumber($0) }
    }

    /// Reads a column of JSON text; a value that `read` does not understand goes to the unknown members.
    mutating func nested<Value>(_ name: String, as read: (JSONTree) -> Value?) -> Value? {
        guard case .json(let slice) = batch.value(object, columns, name) else { return nil }
        if let value = JSONTree(slice, in: batch).flatMap(read) { return value }
        unread.append("\"\(name)\":" + batch.text(slice))
        return nil
    }

    /// The members that no column holds, with those that no reader understood, as a reader of their own.
    var unknown: String? {
        let kept = columns.unknownMembers.map { batch.text($0) }
        guard !unread.isEmpty else { return kept }
        let added = unread.joined(separator: ",")
        guard let kept else { return "{\(added)}" }
        return "\(kept.dropLast()),\(added)}"
    }

    /// A member among those that the object's table does not know.
    func unknownMember<Value>(_ name: String, as read: (JSONTree) -> Value?) -> Value? {
        columns.unknownMembers.flatMap { JSONTree($0, in: batch) }.flatMap { MemberReader($0) }.flatMap { members in
            var members = members
            return members.take(name, as: read)
        }
    }
}
