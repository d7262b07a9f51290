import CP256Lanes
import TestSupport
import Testing

@Suite("Every base64 kernel gives the plain decoder's answers")
struct Base64URLKernelTests {
    static let kernels = [base64_kernel.scalar, .avx2, .avx512VBMI].filter { base64_kernel_is_supported($0) }
    static let cases = kernels.flatMap { kernel in [(kernel, base64_alphabet.standard), (kernel, .url)] }

    /// Decodes between two closed pages; the bytes around the output must stay as they were.
    static func decode(
        _ kernel: base64_kernel,
        _ alphabet: base64_alphabet,
        _ text: [UInt8],
        atEnd: Bool = true,
        shift: Int = 0
    ) -> [UInt8]? {
        let count = base64_decoded_count(text.count)
        let source = GuardedBytes(atLeast: text.count + shift)
        let target = GuardedBytes(atLeast: count + shift + 64)
        let input = unsafe atEnd ? source.last(text.count + shift) : source.first(text.count + shift)
        let output = unsafe atEnd ? target.last(count + shift + 64) : target.first(count + shift + 64)
        unsafe output.update(repeating: 0xA5)
        // At the end of the memory the shift lies behind the bytes, else before them; 64 bytes of output are watched.
        let inputStart = atEnd ? 0 : shift
        let outputStart = atEnd ? 64 : shift
        for index in text.indices { unsafe input[inputStart + index] = text[index] }
        guard let from = input.baseAddress, let to = output.baseAddress else { return nil }
        let isValid = unsafe base64_decode(kernel, alphabet, from + inputStart, text.count, to + outputStart)
        for index in output.indices where index < outputStart || index >= outputStart + count {
            unsafe #expect(output[index] == 0xA5)
        }
        guard isValid else { return nil }
        return unsafe Array(output[outputStart..<outputStart + count])
    }

    @Test("there is always a kernel, and the fastest one is supported")
    func supported() {
        #expect(base64_kernel_is_supported(.scalar))
        #expect(Self.kernels.contains(base64_fastest_kernel()))
    }

    @Test("all lengths to 300, intact, with one random byte, and with random last bits", arguments: cases)
    func lengths(_ kernel: base64_kernel, _ alphabet: base64_alphabet) {
        var generator = SeededGenerator(seed: 1)
        let plain = PlainBase64(alphabet)
        for count in 0...300 {
            for round in 0..<6 {
                var text = plain.randomText(count, &generator)
                if round > 1, count > 0 {
                    let place = round < 4 ? Int(generator.next() % UInt64(count)) : count - 1
                    text[place] =
                        round == 4
                        ? plain.characters[Int(generator.next() % 64)] : UInt8(truncatingIfNeeded: generator.next())
                }
                let expected = plain.decode(text)
                if round < 2 { #expect((expected != nil) == (count % 4 != 1)) }
                let decoded = Self.decode(kernel, alphabet, text, atEnd: round % 2 == 0, shift: 0)
                #expect(decoded == expected, "\(count) characters")
            }
        }
    }

    @Test("long texts of random length at odd addresses", arguments: cases)
    func long(_ kernel: base64_kernel, _ alphabet: base64_alphabet) {
        var generator = SeededGenerator(seed: 2)
        let plain = PlainBase64(alphabet)
        for round in 0..<60 {
            let count = Int(generator.next() % 6000)
            let text = plain.randomText(count, &generator)
            let decoded = Self.decode(kernel, alphabet, text, atEnd: round % 2 == 0, shift: Int(generator.next() % 65))
            #expect(decoded == plain.decode(text))
        }
    }

    @Test("each of 256 bytes at each of 200 places", arguments: cases)
    func everyByteEverywhere(_ kernel: base64_kernel, _ alphabet: base64_alphabet) {
        var generator = SeededGenerator(seed: 3)
        let plain = PlainBase64(alphabet)
        let members = Set(plain.characters)
        let intact = plain.randomText(200, &generator)
        let digits = intact.map { character in plain.characters.firstIndex(of: character) ?? 0 }
        var output = [UInt8](repeating: 0, count: 150)
        for place in 0..<200 {
            for byte in UInt8.min...UInt8.max {
                var text = intact
                text[place] = byte
                let isValid = unsafe base64_decode(kernel, alphabet, text, text.count, &output)
                guard isValid == members.contains(byte) else {
                    Issue.record("byte \(byte) at \(place)")
                    return
                }
                guard isValid else { continue }
                // Only the group of four around the place may differ from the intact text's bytes.
                var group = digits[place / 4 * 4..<place / 4 * 4 + 4].map { $0 }
                group[place % 4] = plain.characters.firstIndex(of: byte) ?? 0
                let bits = group.reduce(0) { $0 << 6 | $1 }
                let start = place / 4 * 3
                let found = output[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
                guard found == bits else {
                    Issue.record("byte \(byte) at \(place) is decoded wrongly")
                    return
                }
            }
        }
        let isValid = unsafe base64_decode(kernel, alphabet, intact, intact.count, &output)
        #expect(isValid)
        #expect(output == plain.decode(intact))
    }
}
