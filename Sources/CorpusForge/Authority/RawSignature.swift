/// An ES256 signature as a JWS carries it: r and s side by side, 32 bytes each.
package enum RawSignature {
    /// The 64 bytes of a signature in ASN.1 form.
    ///
    /// - Precondition: `der` begins with SEQUENCE { INTEGER r, INTEGER s } of two positive numbers below 2^256.
    package static func bytes(der: [UInt8]) -> [UInt8] {
        var raw = [UInt8](repeating: 0, count: 64)
        // Each number may have a leading zero, or be shorter than 32 bytes.
        var place = 2
        for end in [32, 64] {
            let count = Int(der[place + 1])
            let number = der[place + 2..<place + 2 + count].suffix(32)
            raw.replaceSubrange(end - number.count..<end, with: number)
            place += 2 + count
        }
        return raw
    }
}
