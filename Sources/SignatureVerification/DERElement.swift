/// Finds elements in DER that OpenSSL has already read and found canonical.
enum DERElement {
    /// The bytes, header included, of the first element inside an element; nil where lengths do not fit.
    static func firstChild(of der: [UInt8]) -> ArraySlice<UInt8>? {
        guard let outer = content(of: der[...]), let inner = content(of: outer) else { return nil }
        return outer[outer.startIndex..<inner.endIndex]
    }

    private static func content(of element: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard element.count >= 2 else { return nil }
        var start = element.startIndex + 2
        var length = Int(element[element.startIndex + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...4).contains(count), element.endIndex - start >= count else { return nil }
            length = element[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
            start += count
        }
        guard length <= element.endIndex - start else { return nil }
        return element[start..<start + length]
    }
}
