import Foundation

/// The two base64 alphabets of a JWS.
package enum Base64Text {
    /// Standard base64 with padding: the certificates of `x5c`.
    package static func standard(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Base64url without padding: the three parts of a JWS.
    package static func url(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64Writing.append(url: bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of standard base64; nil where it is none.
    package static func bytes(standard text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { Array($0) }
    }

    /// The bytes of base64url without padding; nil where it is none.
    package static func bytes(url text: String) -> [UInt8]? {
        let standard = text.utf8.map { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: Data(standard + padding)).map { Array($0) }
    }
}
