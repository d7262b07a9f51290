internal import ByteParsing
internal import NotificationModel

/// Reads the attempts to deliver a notification; nothing odd in them is an error, because no signature covers them.
///
/// An attempt without a result, or with one longer than any name of a result, says nothing and is left out; one whose
/// date is no integer keeps its result.
enum SendAttemptReader {
    private static let longestResult = 128

    /// Appends the attempts of an item, in the input's order; of an older item the one result that it tells.
    ///
    /// - Complexity: linear in the values.
    static func append(
        _ members: RecordShape.Members,
        _ parser: borrowing JSONParser,
        _ bytes: Span<UInt8>,
        base: Int,
        to attempts: inout [SendAttempt]
    ) {
        let first = attempts.count
        if let list = members.attempts, parser[list].kind == .array {
            var index = list + 1
            let end = parser[list].next
            while index < end {
                if let attempt = attempt(index, parser, bytes, base: base) { attempts.append(attempt) }
                index = parser[index].next
            }
        }
        if attempts.count == first, let told = members.firstResult,
            let result = result(parser[told], bytes, base: base)
        {
            attempts.append(SendAttempt(attemptDate: nil, result: result))
        }
    }

    private static func attempt(
        _ object: Int,
        _ parser: borrowing JSONParser,
        _ bytes: Span<UInt8>,
        base: Int
    ) -> SendAttempt? {
        guard parser[object].kind == .object else { return nil }
        var date: Int64?
        var text: String?
        var index = object + 1
        let end = parser[object].next
        while index < end {
            let name = parser[index]
            let node = parser[index + 1]
            if node.kind == .number, JSONText.equals(name, in: bytes, base: base, "attemptDate") {
                let number = bytes.extracting(node.offset - base..<node.offset - base + node.length)
                if case .integer(let value) = JSONNumber(number) { date = value }
            } else if JSONText.equals(name, in: bytes, base: base, "sendAttemptResult") {
                text = result(node, bytes, base: base)
            }
            index = node.next
        }
        return text.map { SendAttempt(attemptDate: date, result: $0) }
    }

    private static func result(_ node: JSONNode, _ bytes: Span<UInt8>, base: Int) -> String? {
        guard node.kind == .string, node.length > 0, node.length <= longestResult else { return nil }
        if !node.hasEscapes,
            let known = SendAttemptResult(
                wire: bytes.extracting(node.offset - base..<node.offset - base + node.length)
            )
        {
            return known.sharedText
        }
        return JSONText.string(node, of: bytes, base: base)
    }
}
