internal import NotificationModel

/// Identities and digests as the bytes that columns hold, made without a string or an array on the heap.
enum IdentityText {
    /// The 36 characters of a UUID, lower case.
    static func bytes(of identity: Identity128) -> [36 of UInt8] {
        var text = [36 of UInt8](repeating: UInt8(ascii: "-"))
        var place = 0
        for digit in 0..<32 {
            if place == 8 || place == 13 || place == 18 || place == 23 { place += 1 }
            let word = digit < 16 ? identity.high : identity.low
            text[place] = hexadecimal(UInt8(truncatingIfNeeded: word >> (60 - 4 * UInt64(digit % 16))) & 15)
            place += 1
        }
        return text
    }

    /// The 32 bytes of a digest.
    static func bytes(of digest: Digest256) -> [32 of UInt8] {
        var bytes = [32 of UInt8](repeating: 0)
        for index in 0..<8 {
            let shift = UInt64(56 - 8 * index)
            bytes[index] = UInt8(truncatingIfNeeded: digest.words.0 >> shift)
            bytes[8 + index] = UInt8(truncatingIfNeeded: digest.words.1 >> shift)
            bytes[16 + index] = UInt8(truncatingIfNeeded: digest.words.2 >> shift)
            bytes[24 + index] = UInt8(truncatingIfNeeded: digest.words.3 >> shift)
        }
        return bytes
    }

    /// A UUID's text, then a digest: what the columns of every fact begin with.
    static func bytes(of identity: Identity128, _ digest: Digest256) -> [68 of UInt8] {
        var bytes = [68 of UInt8](repeating: 0)
        let (text, hash) = (Self.bytes(of: identity), Self.bytes(of: digest))
        for index in text.indices { bytes[index] = text[index] }
        for index in hash.indices { bytes[text.count + index] = hash[index] }
        return bytes
    }

    private static func hexadecimal(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

extension Statement {
    /// A UUID of the present row; nil for NULL and for what is no UUID.
    func identity(at index: Int) -> Identity128? {
        withBytes(at: index) { Identity128(text: $0) }
    }

    /// A digest of the present row; nil for NULL and for another length.
    func digest(at index: Int) -> Digest256? {
        withBytes(at: index) { $0.count == 32 ? Digest256(bytes: $0) : nil }
    }
}
