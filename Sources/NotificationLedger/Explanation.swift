internal import LedgerStore
internal import NotificationModel

/// The answer to `explain`: what an id names, and the story of each purchase behind it.
public struct Explanation {
    struct Match {
        let kind: String
        let app: String
        let environment: String
        let originalTransactionId: String?
    }

    let id: String
    var matches: [Match] = []
    var purchases: [PurchaseStory] = []
    /// Notifications that concern no purchase.
    var notifications: [NotificationStory] = []

    init(id: String) {
        self.id = id
    }

    /// The story for people.
    public var text: String {
        var lines: [String] = []
        for match in matches {
            let key = match.originalTransactionId.map { ", of the purchase history \(PrintableText.escape($0))" } ?? ""
            lines.append(
                "\(PrintableText.escape(id)) is a known \(match.kind.replacingHyphens) of "
                    + "\(StoryText.app(match.app, match.environment))\(key)"
            )
        }
        for story in purchases { lines += [""] + story.lines }
        if !notifications.isEmpty {
            lines += ["", "Notifications without a purchase"]
            lines += notifications.map { "  " + StoryText.line($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The story as one JSON object.
    public var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("id")
        writer.value(id)
        writer.name("matches")
        writer.beginArray()
        for match in matches {
            writer.beginObject()
            writer.name("kind")
            writer.value(match.kind)
            writer.name("bundleId")
            writer.value(match.app.isEmpty ? nil : match.app)
            writer.name("environment")
            writer.value(match.environment.isEmpty ? nil : match.environment)
            writer.name("originalTransactionId")
            writer.value(match.originalTransactionId)
            writer.endObject()
        }
        writer.endArray()
        writer.name("purchases")
        writer.beginArray()
        for story in purchases { story.write(to: &writer) }
        writer.endArray()
        writer.name("notifications")
        writer.beginArray()
        for row in notifications { StoryText.write(row, to: &writer) }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate var replacingHyphens: String {
        String(map { $0 == "-" ? " " : $0 })
    }
}
