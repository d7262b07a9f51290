extension RowBatch {
    /// Appends a text to the arena and tells where it stands.
    package mutating func append(text: String) -> ByteSlice {
        let start = arena.count
        arena.append(contentsOf: text.utf8)
        return ByteSlice(offset: UInt32(start), length: UInt32(arena.count - start))
    }
}
