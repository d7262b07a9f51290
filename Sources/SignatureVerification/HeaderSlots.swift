/// One worker's headers, found without a lock or a hash: those that verified, and a few whose JWS has still to verify.
struct HeaderSlots {
    private static let limit = 8

    private var verified: [HeaderSlot] = []
    private var unproven: [HeaderSlot] = []

    /// The slot of a header; the latest used first.
    ///
    /// - Complexity: a comparison for a header that is used all the time.
    mutating func slot(_ text: Span<UInt8>) -> HeaderSlot? {
        Self.find(text, in: &verified) ?? Self.find(text, in: &unproven)
    }

    /// Takes in a header of which a JWS verified; of too many the one unused for longest is dropped.
    mutating func insert(verified slot: HeaderSlot) {
        Self.insert(slot, into: &verified)
    }

    /// Takes in a header whose path is trusted, though no JWS with it has verified yet.
    mutating func insert(unproven slot: HeaderSlot) {
        Self.insert(slot, into: &unproven)
    }

    /// Notes that a JWS with the header verified; false if that was known.
    mutating func prove(_ slot: HeaderSlot) -> Bool {
        guard !verified.contains(where: { $0 === slot }) else { return false }
        unproven.removeAll { $0 === slot }
        guard !verified.contains(where: { $0.text == slot.text }) else { return false }
        insert(verified: slot)
        return true
    }

    private static func insert(_ slot: HeaderSlot, into slots: inout [HeaderSlot]) {
        if slots.count == limit { slots.removeLast() }
        slots.insert(slot, at: 0)
    }

    private static func find(_ text: Span<UInt8>, in slots: inout [HeaderSlot]) -> HeaderSlot? {
        for index in slots.indices where ByteWords.equal(text, slots[index].text) {
            let slot = slots[index]
            if index > 0 {
                slots.remove(at: index)
                slots.insert(slot, at: 0)
            }
            return slot
        }
        return nil
    }
}
