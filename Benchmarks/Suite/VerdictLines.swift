import Foundation
import ReferencePath

/// Reads the lines of `verify` back into verdicts.
enum VerdictLines {
    static func verdicts(_ lines: [UInt8]) throws -> [ReferenceVerdict] {
        try lines.split(separator: UInt8(ascii: "\n")).map { line in
            guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
                let source = object["source"] as? String, let verdict = object["verdict"] as? String
            else { throw WrongAnswer("a line of verify that is no verdict") }
            return ReferenceVerdict(
                source: source,
                index: object["index"] as? Int,
                verdict: verdict,
                reason: object["reason"] as? String,
                notificationUUID: object["notificationUUID"] as? String
            )
        }
    }
}
