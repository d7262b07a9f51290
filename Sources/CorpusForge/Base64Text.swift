import Foundation

/// The two base64 alphabets of a JWS.
package enum Base64Text {
    /// Standard base64 with padding: the certificates of `x5c`.
    package static func standard(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Base64url without padding: the three parts of a JWS.
    package static func url(_ bytes: [UInt8]) -> String {
        standard(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes of standard base64; nil where it is none.
    package static func bytes(standard text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { Array($0) }
    }

    /// The bytes of base64url without padding; nil where it is none.
    package static func bytes(url text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return bytes(standard: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
