internal import NotificationModel
internal import SignatureVerification

/// An id in two machine words: numbers and UUIDs as they are, everything else by its digest.
package struct PurchaseID: Hashable {
    let high: UInt64
    let low: UInt64

    /// Reads an id; nil for none: no text, or the UUID of zeros that stands for a missing account token.
    ///
    /// Account tokens are the same in any letter case.
    package init?(_ text: Span<UInt8>, isToken: Bool) {
        guard text.count > 0 else { return nil }
        if isToken {
            if let identity = Identity128(text: text) {
                guard identity.high != 0 || identity.low != 0 else { return nil }
                (high, low) = (identity.high, identity.low)
                return
            }
        } else if let number = Self.number(text) {
            (high, low) = (0, number)
            return
        }
        var hasher = SHA256Hasher()
        hasher.update(text)
        let digest = hasher.finalize()
        // No number has this bit.
        (high, low) = (digest.words.0 | 1 << 63, digest.words.1)
    }

    /// Whether a text is a number with an exponent or a fraction: an id that went through a floating-point number.
    ///
    /// The fraction may follow a comma, as some locales write it.
    static func isDecimal(_ text: Span<UInt8>) -> Bool {
        var index = 0
        func digits() -> Bool {
            let start = index
            while index < text.count, (0x30...0x39).contains(text[index]) { index += 1 }
            return index > start
        }
        guard digits(), index < text.count else { return false }
        if text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
            index += 1
            guard digits() else { return false }
        }
        guard index < text.count else { return true }
        guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
        index += 1
        if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
        return digits() && index == text.count
    }

    /// A number of at most 19 digits that begins with another one than 0.
    private static func number(_ text: Span<UInt8>) -> UInt64? {
        guard text.count <= 19, text[0] != UInt8(ascii: "0") else { return nil }
        var value: UInt64 = 0
        for index in text.indices {
            guard (0x30...0x39).contains(text[index]) else { return nil }
            value = value * 10 + UInt64(text[index] - 0x30)
        }
        return value
    }
}

/// Finds the purchases that share an id.
struct PurchaseIndex {
    private struct Entry {
        let id: PurchaseID
        let purchase: UInt32
        /// The next entry with the same id, plus one; 0 for none.
        var next: UInt32
    }

    private var entries: [Entry] = []
    /// The first entry of an id, plus one; 0 for a free place.
    ///
    /// A power of two of them.
    private var slots = [UInt32](repeating: 0, count: 1024)
    private var used = 0

    /// Adds a purchase under an id.
    mutating func insert(_ id: PurchaseID, _ purchase: Int) {
        if used * 3 > slots.count * 2 { grow() }
        let slot = slot(of: id)
        if slots[slot] == 0 {
            entries.append(Entry(id: id, purchase: UInt32(purchase), next: 0))
            slots[slot] = UInt32(entries.count)
            used += 1
        } else {
            let first = Int(slots[slot]) - 1
            entries.append(Entry(id: id, purchase: UInt32(purchase), next: entries[first].next))
            entries[first].next = UInt32(entries.count)
        }
    }

    /// Calls `body` with every purchase under an id; one may come twice.
    func forEach(_ id: PurchaseID, _ body: (Int) -> Void) {
        var entry = Int(slots[slot(of: id)])
        while entry != 0 {
            body(Int(entries[entry - 1].purchase))
            entry = Int(entries[entry - 1].next)
        }
    }

    /// The place of an id, or the free one where it belongs.
    private func slot(of id: PurchaseID) -> Int {
        var hash = (id.low ^ (id.high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0, entries[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        let firsts = slots.filter { $0 != 0 }
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for first in firsts { slots[slot(of: entries[Int(first) - 1].id)] = first }
    }
}
