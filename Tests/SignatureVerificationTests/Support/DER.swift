/// Writes DER elements.
enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
        if content.count < 0x100 { return [tag, 0x81, UInt8(content.count)] + content }
        return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] {
        element(0x30, Array(parts.joined()))
    }

    /// A name with a common name only.
    static func name(_ commonName: String) -> [UInt8] {
        let value = element(0x0C, Array(commonName.utf8))
        return sequence(element(0x31, sequence(element(0x06, [0x55, 0x04, 0x03]), value)))
    }

    static func bitString(_ content: [UInt8]) -> [UInt8] {
        element(0x03, [0] + content)
    }

    /// The two integers of an ECDSA-Sig-Value in 32 bytes each.
    static func raw(ofSignature der: [UInt8]) -> [UInt8] {
        let lengthOfR = Int(der[3])
        let r = der[4..<4 + lengthOfR]
        let s = der[(6 + lengthOfR)...]
        return [r, s].flatMap { integer in
            let digits = integer.drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
    }
}
