import Foundation
import NotificationModel
import SignatureVerification

/// Text forms that tests need.
enum Text {
    static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        base64(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func bytes(hexadecimal text: String) -> [UInt8] {
        stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
            UInt8(text.dropFirst(offset).prefix(2), radix: 16)
        }
    }

    static func pem(_ certificates: [[UInt8]]) -> [UInt8] {
        let blocks = certificates.map { der in
            "-----BEGIN CERTIFICATE-----\n"
                + Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
                + "\n-----END CERTIFICATE-----\n"
        }
        return Array(blocks.joined(separator: "a line between\n").utf8)
    }
}

extension JWSVerifier {
    /// The reason why a token is refused, nil if it verifies.
    mutating func reason(_ token: [UInt8]) -> RejectionReason? {
        switch verify(token.span) {
        case .success: nil
        case .failure(let rejection): rejection.reason
        }
    }
}
