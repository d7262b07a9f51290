/// The raw r||s signature of a JWS (RFC 7518, 3.4) and its way to the DER that OpenSSL takes.
enum ECDSASignature {
    /// Appends the ECDSA-Sig-Value of a 64-byte P-256 signature; false unless 1 <= r, s < n.
    ///
    /// A high s is as valid as a low one: half of the genuine signatures have one.
    ///
    /// - Precondition: `raw.count == 64`.
    static func appendDER(_ raw: ArraySlice<UInt8>, to der: inout [UInt8]) -> Bool {
        precondition(raw.count == 64, "r||s has 64 bytes")
        guard isInRange(raw.prefix(32)), isInRange(raw.suffix(32)) else { return false }
        let start = der.count
        der.append(contentsOf: [0x30, 0])
        appendInteger(raw.prefix(32), to: &der)
        appendInteger(raw.suffix(32), to: &der)
        der[start + 1] = UInt8(der.count - start - 2)
        return true
    }

    private static func isInRange(_ value: ArraySlice<UInt8>) -> Bool {
        value.contains { $0 != 0 } && value.lexicographicallyPrecedes(order)
    }

    private static func appendInteger(_ value: ArraySlice<UInt8>, to der: inout [UInt8]) {
        let digits = value.drop { $0 == 0 }
        let needsZero = (digits.first ?? 0) >= 0x80
        der.append(0x02)
        der.append(UInt8(digits.count + (needsZero ? 1 : 0)))
        if needsZero { der.append(0) }
        der.append(contentsOf: digits)
    }

    /// The order n of P-256 (FIPS 186-4, D.1.2.3).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
}
