internal import ByteParsing
package import NotificationModel

/// Takes history pages apart by a simdjson document each; knows plain pages of plain items and nothing else.
package struct PlainPage: ~Copyable {
    private static let longestPayload = 1 << 20
    private static let longestResult = 128
    private var parser = JSONParser()

    /// An item of a page: where its JWS stands in the line, and the attempts to deliver it.
    package struct Item: Equatable {
        package let payload: Range<Int>
        package let attempts: [SendAttempt]
    }

    package init() {}

    /// The items of a page; nil for anything that is unusual in any way.
    ///
    /// - Complexity: linear in the line.
    package mutating func items(of line: Span<UInt8>) -> [Item]? {
        do { try parser.parse(line) } catch { return nil }
        guard parser[0].kind == .object else { return nil }
        var list: Int?
        var index = 1
        while index < parser[0].next {
            let name = parser[index]
            if name.hasEscapes || isOfItem(name, line) { return nil }
            if JSONText.equals(name, in: line, "notificationHistory") {
                guard list == nil, parser[index + 1].kind == .array else { return nil }
                list = index + 1
            } else if !JSONText.equals(name, in: line, "hasMore"), !JSONText.equals(name, in: line, "paginationToken") {
                return nil
            }
            index = parser[index + 1].next
        }
        guard let list else { return nil }
        var items: [Item] = []
        index = list + 1
        while index < parser[list].next {
            guard let item = item(index, line) else { return nil }
            items.append(item)
            index = parser[index].next
        }
        return items
    }

    private func isOfItem(_ name: JSONNode, _ line: Span<UInt8>) -> Bool {
        JSONText.equals(name, in: line, "signedPayload") || JSONText.equals(name, in: line, "sendAttempts")
            || JSONText.equals(name, in: line, "firstSendAttemptResult")
    }

    private func item(_ object: Int, _ line: Span<UInt8>) -> Item? {
        guard parser[object].kind == .object else { return nil }
        var payload: Int?
        var attempts: Int?
        var first: Int?
        var index = object + 1
        while index < parser[object].next {
            let name = parser[index]
            guard !name.hasEscapes else { return nil }
            if JSONText.equals(name, in: line, "signedPayload") {
                guard payload == nil else { return nil }
                payload = index + 1
            } else if JSONText.equals(name, in: line, "sendAttempts") {
                guard attempts == nil else { return nil }
                attempts = index + 1
            } else if JSONText.equals(name, in: line, "firstSendAttemptResult") {
                guard first == nil else { return nil }
                first = index + 1
            } else {
                return nil
            }
            index = parser[index + 1].next
        }
        guard let payload, parser[payload].kind == .string, !parser[payload].hasEscapes,
            parser[payload].length <= Self.longestPayload
        else { return nil }
        var found: [SendAttempt] = []
        if let attempts {
            guard parser[attempts].kind == .array else { return nil }
            var index = attempts + 1
            while index < parser[attempts].next {
                guard let attempt = attempt(index, line) else { return nil }
                found.append(attempt)
                index = parser[index].next
            }
        }
        if found.isEmpty, let first {
            guard let result = result(first, line) else { return nil }
            found.append(SendAttempt(attemptDate: nil, result: result))
        }
        return Item(payload: parser[payload].range, attempts: found)
    }

    private func attempt(_ object: Int, _ line: Span<UInt8>) -> SendAttempt? {
        guard parser[object].kind == .object, parser[object].next == object + 5 else { return nil }
        var date: Int64?
        var text: String?
        for name in [object + 1, object + 3] {
            if JSONText.equals(parser[name], in: line, "attemptDate") {
                guard parser[name + 1].kind == .number,
                    case .integer(let value) = JSONNumber(line.extracting(parser[name + 1].range))
                else { return nil }
                date = value
            } else if JSONText.equals(parser[name], in: line, "sendAttemptResult") {
                text = result(name + 1, line)
            }
        }
        guard let date, let text else { return nil }
        return SendAttempt(attemptDate: date, result: text)
    }

    private func result(_ value: Int, _ line: Span<UInt8>) -> String? {
        let node = parser[value]
        guard node.kind == .string, !node.hasEscapes, node.length > 0, node.length <= Self.longestResult else {
            return nil
        }
        return JSONText.string(node, of: line)
    }
}
