import ByteParsing
import ReferencePath

/// base64url of payloads and signatures, against one table look-up a character.
struct Base64URL {
    let material: BenchmarkMaterial

    var scenarios: [Scenario] { [Scenario(name: "stage/base64url", isPortable: true, prepare: trial)] }

    private func trial() throws -> Trial {
        let tokens = material.tokens
        var output: [UInt8] = []
        func pass(_ decode: (Span<UInt8>, inout [UInt8]) -> Bool) {
            for token in tokens {
                output.removeAll(keepingCapacity: true)
                guard decode(token.payloadText.span, &output),
                    decode(token.signatureText.span, &output)
                else { fatalError("refused") }
            }
        }
        return Trial(
            yardstickName: "byte table",
            amount: .init(
                notifications: material.notifications.count,
                bytes: tokens.reduce(0) { $0 + $1.payloadText.count + $1.signatureText.count }
            ),
            compare: {
                for token in tokens {
                    let text = token.payloadText.span
                    var fast: [UInt8] = []
                    guard Base64.decode(text, .url, appendingTo: &fast) else { throw WrongAnswer("base64url refused") }
                    try WrongAnswer.unlessEqual(fast, token.payload, "decoded payloads")
                }
                try Self.compareOnDamage(tokens[0])
            },
            yardstick: { pass { ByteTableBase64.decode($0, appendingTo: &$1) } },
            subject: { pass { Base64.decode($0, .url, appendingTo: &$1) } }
        )
    }

    /// Puts each of the 256 bytes at places in all parts of a vector.
    private static func compareOnDamage(_ token: BenchmarkMaterial.Token) throws {
        let whole = Array(token.payloadText.prefix(259))
        for length in 190...259 {
            for byte in UInt8.min...UInt8.max {
                var text = Array(whole.prefix(length))
                text[(length * 31 + Int(byte)) % length] = byte
                var fast: [UInt8] = []
                var plain: [UInt8] = []
                let accepts = Base64.decode(text.span, .url, appendingTo: &fast)
                try WrongAnswer.unlessEqual(accepts, ByteTableBase64.decode(text.span, appendingTo: &plain), "verdict")
                try WrongAnswer.unlessEqual(fast, plain, "decoded bytes")
            }
        }
    }
}
