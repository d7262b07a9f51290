import ByteParsing
import Foundation
import Testing

@Suite("Strict base64")
struct Base64Tests {
    static func decode(_ text: String, _ variant: Base64.Variant) -> [UInt8]? {
        var output: [UInt8] = [7]
        let isValid = Base64.decode(Array(text.utf8).span, variant, appendingTo: &output)
        guard isValid else {
            #expect(output == [7])
            return nil
        }
        return Array(output.dropFirst())
    }

    @Test("every length round-trips in both alphabets")
    func roundTrip() {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 89 + length * 31) }
            let standard = Data(bytes).base64EncodedString()
            let url = standard.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Self.decode(standard, .standard) == bytes)
            #expect(Self.decode(url, .url) == bytes)
        }
    }

    @Test("all 64 characters of an alphabet have their value")
    func alphabets() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let expected = [UInt8](Data(base64Encoded: letters + "+/") ?? Data())
        #expect(expected.count == 48)
        #expect(Self.decode(letters + "+/", .standard) == expected)
        #expect(Self.decode(letters + "-_", .url) == expected)
    }

    @Test(
        "what is not exactly base64url is refused",
        arguments: ["A", "AAAAA", "QQ==", "Q Q", "QQ\n", "+AAA", "/AAA", "QR", "QUF", "AA\u{0}A", "ÄAA", "===="]
    )
    func notURL(_ text: String) {
        #expect(Self.decode(text, .url) == nil)
    }

    @Test(
        "what is not exactly padded base64 is refused",
        arguments: ["QQ", "QQ=", "QR==", "QUF=", "-AAA", "_AAA", "Q===", "====", "=AAA", "QQ==QQ==", "AA=A", " QQ=="]
    )
    func notStandard(_ text: String) {
        #expect(Self.decode(text, .standard) == nil)
    }
}
