/// Strings for the texts of rows, one for many: most long texts of a ledger are a few products, types and accounts.
///
/// Holds at most 256 texts. Belongs to one thread.
final class TextPool {
    private static let slotCount = 256
    /// A text of up to 15 bytes needs no storage of its own.
    private static let inlineCount = 15

    private var slots = [String](repeating: "", count: slotCount)

    /// A text of the statement's present row; nil for NULL.
    func text(of row: borrowing Statement, at index: Int) -> String? {
        guard row.form(at: index) != .null else { return nil }
        return row.withBytes(at: index) { string(of: $0) }
    }

    private func string(of bytes: Span<UInt8>) -> String {
        guard bytes.count > Self.inlineCount else { return Self.made(of: bytes) }
        var hash = bytes.count
        for index in stride(from: bytes.count - 1, through: 0, by: -5) { hash = hash &* 31 &+ Int(bytes[index]) }
        let slot = hash & (Self.slotCount - 1)
        if Self.holds(slots[slot], bytes) { return slots[slot] }
        slots[slot] = Self.made(of: bytes)
        return slots[slot]
    }

    private static func holds(_ text: String, _ bytes: Span<UInt8>) -> Bool {
        let own = text.utf8.span
        guard own.count == bytes.count else { return false }
        for index in bytes.indices where own[index] != bytes[index] { return false }
        return true
    }

    private static func made(of bytes: Span<UInt8>) -> String {
        // Safe: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
