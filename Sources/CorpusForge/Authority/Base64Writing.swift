/// Base64url without padding, appended to bytes: twelve bits of input at a time.
enum Base64Writing {
    /// The two characters of each twelve bits, the first one in the low byte.
    private static let pairs: [UInt16] = {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return (0..<4096).map { UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8 }
    }()

    /// Appends the text of some bytes.
    ///
    /// - Complexity: linear in the bytes.
    static func append(url bytes: [UInt8], to text: inout [UInt8]) {
        let whole = bytes.count / 3
        let rest = bytes.count % 3
        let start = text.count
        let count = whole * 4 + (rest == 0 ? 0 : rest + 1)
        text.append(contentsOf: [UInt8](repeating: 0, count: count))
        unsafe text.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe pairs.withUnsafeBufferPointer { pairs in
                    // Three bytes at 3·i lie within the source for i < whole, and give four at start + 4·i, within the
                    // bytes just appended; twelve bits stay below the table's 4096 entries.
                    for group in 0..<whole {
                        let first = unsafe UInt32(source[3 * group])
                        let second = unsafe UInt32(source[3 * group + 1])
                        let third = unsafe UInt32(source[3 * group + 2])
                        let bits = first << 16 | second << 8 | third
                        let place = start + 4 * group
                        unsafe target.storeBytes(
                            of: pairs[Int(bits >> 12)].littleEndian,
                            toByteOffset: place,
                            as: UInt16.self
                        )
                        unsafe target.storeBytes(
                            of: pairs[Int(bits & 0xFFF)].littleEndian,
                            toByteOffset: place + 2,
                            as: UInt16.self
                        )
                    }
                }
            }
        }
        guard rest > 0 else { return }
        let first = UInt32(bytes[3 * whole])
        let bits = first << 16 | (rest == 2 ? UInt32(bytes[3 * whole + 1]) << 8 : 0)
        let high = pairs[Int(bits >> 12)]
        text[start + 4 * whole] = UInt8(truncatingIfNeeded: high)
        text[start + 4 * whole + 1] = UInt8(truncatingIfNeeded: high >> 8)
        if rest == 2 { text[start + 4 * whole + 2] = UInt8(truncatingIfNeeded: pairs[Int(bits & 0xFFF)]) }
    }
}
