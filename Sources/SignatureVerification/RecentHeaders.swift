/// One worker's headers that verified, in front of the shared store: found without a lock or a hash.
struct RecentHeaders {
    /// A header with its key, and the hash state behind `header.`: the same for every JWS under it.
    final class Entry {
        let text: [UInt8]
        let key: SigningKey
        fileprivate let prefix: SHA256Hasher

        init(text: [UInt8], key: SigningKey) {
            self.text = text
            self.key = key
            var prefix = SHA256Hasher()
            prefix.update(text.span)
            prefix.update([UInt8(ascii: ".")].span)
            self.prefix = prefix
        }

        /// Sets a hasher to the state behind this header and its dot.
        func resume(_ hasher: inout SHA256Hasher) {
            hasher.resume(from: prefix)
        }
    }

    private static let limit = 8
    private var entries: [Entry] = []

    /// The entry of a header, the latest used first.
    mutating func entry(_ text: Span<UInt8>) -> Entry? {
        for index in entries.indices where ByteWords.equal(text, entries[index].text) {
            let entry = entries[index]
            if index > 0 {
                entries.remove(at: index)
                entries.insert(entry, at: 0)
            }
            return entry
        }
        return nil
    }

    /// Takes a header in; the one unused for longest is dropped.
    mutating func insert(_ entry: Entry) {
        if entries.count == Self.limit { entries.removeLast() }
        entries.insert(entry, at: 0)
    }
}
