/// The members of one wire object, found by name in constant time and addressed by position.
public struct FieldTable: Sendable {
    /// The fields; a field's position here is its slot in a row and its place in the ledger's columns.
    public let fields: [WireField]
    private let names: [UInt8]
    private let starts: [Int]
    private let slots: [Int16]

    init(_ fields: [WireField]) {
        precondition(fields.count <= 64, "a slot table of 256 serves at most 64 fields")
        self.fields = fields
        var names: [UInt8] = []
        var starts: [Int] = []
        var slots = [Int16](repeating: -1, count: Self.slotCount)
        for (position, field) in fields.enumerated() {
            starts.append(names.count)
            names.append(contentsOf: field.name.utf8)
            var slot = Self.hash(Array(field.name.utf8).span)
            while slots[slot] >= 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = Int16(position)
        }
        starts.append(names.count)
        self.names = names
        self.starts = starts
        self.slots = slots
    }

    /// The number of fields.
    public var count: Int { fields.count }

    /// The position of the member with exactly this name.
    public func position(of name: Span<UInt8>) -> Int? {
        var slot = Self.hash(name)
        while slots[slot] >= 0 {
            let position = Int(slots[slot])
            if isName(name, at: position) { return position }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// The position of the member with exactly this name.
    public func position(of name: String) -> Int? {
        position(of: name.utf8.span)
    }

    private static let slotCount = 256

    private static func hash(_ name: Span<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        let last = name.count - 1
        let mix =
            Int(name[0]) &* 31 &+ Int(name[last]) &* 7 &+ Int(name[last / 2]) &* 131 &+ name.count &* 37
        return mix & (slotCount - 1)
    }

    private func isName(_ name: Span<UInt8>, at position: Int) -> Bool {
        let start = starts[position]
        guard starts[position + 1] - start == name.count else { return false }
        return name.indices.allSatisfy { names[start + $0] == name[$0] }
    }
}
