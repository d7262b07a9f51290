/// A file's path as the system knows it: bytes, which need not be UTF-8.
package struct ArchivePath: Hashable, Sendable {
    /// The path's bytes, without a terminator.
    package let bytes: [UInt8]

    /// A path from its bytes; they end before the first zero byte.
    package init(bytes: [UInt8]) {
        self.bytes = [UInt8](bytes.prefix { $0 != 0 })
    }

    /// A path from text.
    package init(_ text: String) {
        self.init(bytes: [UInt8](text.utf8))
    }

    /// The path as text for people: control characters and bytes that are no UTF-8 are shown as `\xNN`.
    ///
    /// - Complexity: linear in the path.
    package var text: String {
        var text = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), scalar.properties.generalCategory != .control
            {
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(String(scalar).utf8.count)
            } else if let byte = rest.popFirst() {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
            }
        }
        return text
    }

    /// The directory that the path names an entry of, without a slash at its end; empty for the working directory.
    package var folder: ArchivePath {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ArchivePath(bytes: []) }
        return ArchivePath(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
    }

    /// The path of an entry in this directory.
    func appending(_ name: [UInt8]) -> ArchivePath {
        ArchivePath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// Calls `body` with the path as a terminated C text.
    func withCString<R, E>(_ body: (UnsafePointer<CChar>) throws(E) -> R) throws(E) -> R {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        // Safe: the array is never empty and outlives the call.
        return try unsafe terminated.withUnsafeBufferPointer { (buffer) throws(E) in
            guard let start = buffer.baseAddress else { preconditionFailure("a terminated text is never empty") }
            return try unsafe body(start)
        }
    }
}
