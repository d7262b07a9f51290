internal import NotificationModel

/// The texts that columns share with the table of types, one after the other, so that no row makes them anew.
struct FactTexts {
    let bytes: [UInt8]
    /// The event of each pair in ``NotificationTable/pairs``.
    let events: [ByteSlice]
    /// The effect of each pair.
    let effects: [ByteSlice]
    /// The name of each container, by its raw value.
    let containers: [ByteSlice]

    init() {
        var bytes: [UInt8] = []
        func add(_ text: String) -> ByteSlice {
            defer { bytes.append(contentsOf: text.utf8) }
            return ByteSlice(offset: UInt32(bytes.count), length: UInt32(text.utf8.count))
        }
        events = NotificationTable.pairs.map { add($0.event) }
        effects = NotificationTable.pairs.map { add($0.effect.rawValue) }
        containers = PayloadContainer.allCases.map { add($0.text) }
        self.bytes = bytes
    }
}
