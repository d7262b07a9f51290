internal import NotificationModel

/// Takes the members of an object one by one; what nobody took, or no reader understood, stays as JSON text.
///
/// Wrong types are never an error here: they leave the property nil and the member among the unknown.
struct MemberReader {
    private var members: [JSONTree.Member]

    /// A reader of a tree's members; nil when the tree is no object.
    init?(_ tree: JSONTree) {
        guard case .object(let members) = tree else { return nil }
        self.members = members
    }

    /// The members that were not taken, as one JSON object; nil when there are none.
    var leftover: String? {
        members.isEmpty ? nil : "{" + members.map(\.literal).joined(separator: ",") + "}"
    }

    /// Takes the first member of this name if `read` understands its value.
    mutating func take<Value>(_ name: String, as read: (JSONTree) -> Value?) -> Value? {
        guard let position = members.firstIndex(where: { $0.name == name }) else { return nil }
        if case .null = members[position].value {
            members.remove(at: position)
            return nil
        }
        guard let value = read(members[position].value) else { return nil }
        members.remove(at: position)
        return value
    }

    mutating func text(_ name: String) -> String? {
        take(name) { $0.text }
    }

    mutating func integer(_ name: String) -> Int64? {
        take(name) { $0.integer }
    }

    mutating func instant(_ name: String) -> Milliseconds? {
        integer(name).map { Milliseconds($0) }
    }

    mutating func listed<Known>(_ name: String) -> OpenValue<Known>? {
        text(name).map { OpenValue($0) }
    }

    mutating func numbered<Known>(_ name: String) -> OpenNumber<Known>? {
        integer(name).map { OpenNumber($0) }
    }
}

extension JSONTree {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int64? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The texts of an array that holds nothing else.
    var texts: [String]? {
        list { $0.text }
    }

    /// The elements of an array of which `read` understands every one; a list is read whole or not at all.
    func list<Element>(_ read: (JSONTree) -> Element?) -> [Element]? {
        guard case .array(let elements) = self else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
    }
}
