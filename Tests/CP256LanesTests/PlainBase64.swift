import TestSupport

import CP256Lanes

/// Base64 without padding by its definition, bit by bit: slow, and nothing in common with the kernels.
struct PlainBase64 {
    let characters: [UInt8]

    init(_ alphabet: base64_alphabet) {
        let shared = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        characters = Array((shared + (alphabet == .url ? "-_" : "+/")).utf8)
    }

    /// The bytes that a text stands for; nil if it is not exactly what encoding them gives.
    func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var bitCount = 0
        for character in text {
            guard let value = characters.firstIndex(of: character) else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(bits >> bitCount))
                bits &= 1 << bitCount - 1
            }
        }
        return bits == 0 ? bytes : nil
    }

    /// A text of this length that stands for bytes; its length may not be one more than a multiple of four.
    func randomText(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var text = (0..<count).map { _ in characters[Int(generator.next() % 64)] }
        // Two or three characters behind the last four leave four or two bits unused.
        if count % 4 == 2 { text[count - 1] = characters[Int(generator.next() % 4) << 4] }
        if count % 4 == 3 { text[count - 1] = characters[Int(generator.next() % 16) << 2] }
        return text
    }
}
