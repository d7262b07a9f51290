/// The members of one wire object, found by name in constant time and addressed by position.
public final class FieldTable: Sendable {
    /// The fields; a field's position here is its slot in a row and its place in the ledger's columns.
    public let fields: [WireField]
    /// What the decoder asks of each field's value, by position.
    package let rules: [FieldRule]
    private let names: [UInt8]
    private let slots: [Slot]

    /// A place of the hash table; a length of zero marks an empty one.
    private struct Slot {
        var start: UInt16 = 0
        var length: UInt8 = 0
        var position: UInt8 = 0
    }

    init(_ fields: [WireField]) {
        precondition(fields.count <= 64, "a slot table of 256 serves at most 64 fields")
        self.fields = fields
        rules = fields.map { FieldRule($0) }
        var names: [UInt8] = []
        var slots = [Slot](repeating: Slot(), count: Self.slotCount)
        for (position, field) in fields.enumerated() {
            let name = Array(field.name.utf8)
            precondition(!name.isEmpty && name.count < 256, "a name has 1 to 255 bytes")
            var slot = Self.hash(name.span)
            while slots[slot].length > 0 { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = Slot(
                start: UInt16(names.count),
                length: UInt8(name.count),
                position: UInt8(position)
            )
            names.append(contentsOf: name)
        }
        self.names = names
        self.slots = slots
    }

    /// The number of fields.
    public var count: Int { fields.count }

    /// The position of the member with exactly this name.
    public func position(of name: Span<UInt8>) -> Int? {
        guard !name.isEmpty else { return nil }
        var place = Self.hash(name)
        while true {
            let slot = slots[place]
            guard slot.length > 0 else { return nil }
            if Int(slot.length) == name.count, isName(name, at: Int(slot.start)) { return Int(slot.position) }
            place = (place + 1) & (Self.slotCount - 1)
        }
    }

    /// The position of the member with exactly this name.
    public func position(of name: String) -> Int? {
        position(of: name.utf8.span)
    }

    private static let slotCount = 256

    private static func hash(_ name: Span<UInt8>) -> Int {
        let last = name.count - 1
        let mix =
            Int(name[0]) &* 31 &+ Int(name[last]) &* 7 &+ Int(name[last / 2]) &* 131 &+ name.count &* 37
        return mix & (slotCount - 1)
    }

    private func isName(_ name: Span<UInt8>, at start: Int) -> Bool {
        // Safe: a slot's name lies within the names, and has as many bytes as this one.
        unsafe names.withUnsafeBufferPointer { known in
            unsafe name.withUnsafeBufferPointer { name in
                for index in 0..<name.count where unsafe known[start + index] != name[index] { return false }
                return true
            }
        }
    }
}
