internal import LedgerStore
internal import NotificationModel
internal import Reconciliation

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

    /// The story for people, in which runs of equal renewals are told together.
    public var text: String { text(isFull: false) }

    /// The story for people, each notification and each period for itself.
    public var fullText: String { text(isFull: true) }

    private func text(isFull: Bool) -> String {
        let asked = Identity128(id)
        let told = Set(purchases.map(\.derived.key))
        var lines = heading
        for story in purchases {
            lines.append("")
            let named = story.rows.filter { $0.notificationUUID == asked }
            if !named.isEmpty {
                lines.append("The notification \(PrintableText.escape(id))")
                lines += named.flatMap { StoryText.lines($0) } + [""]
            }
            lines += story.lines(isFull: isFull, apart: asked.map { [$0] } ?? [], told: told)
        }
        if !notifications.isEmpty {
            lines += ["", "Notifications without a purchase"]
            lines += notifications.flatMap { StoryText.lines($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the id is, and where it leads to more than one purchase a line about each.
    private var heading: [String] {
        var kinds: [String] = []
        for match in matches {
            let word = match.kind.replacingHyphens
            let kind = ("aeiou".contains(word.first ?? " ") ? "an " : "a ") + word
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        let leads =
            purchases.isEmpty
            ? "no purchase of it is known" : "it concerns \(TextLayout.count(purchases.count, "purchase"))"
        var lines = TextLayout.lines(
            "\(PrintableText.escape(id)) is \(Self.list(kinds)); \(leads)",
            first: "",
            hanging: 2
        )
        guard purchases.count > 1 else { return lines }
        for story in purchases { lines += TextLayout.lines(story.summary.line, first: "  ", hanging: 6) }
        return lines
    }

    /// `a, b and c`.
    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "known" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// The story as one JSON object.
    public var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.members([("id", id)])
        writer.array("matches", matches) { match, writer in
            writer.members([
                ("kind", match.kind), ("bundleId", match.app.isEmpty ? nil : match.app),
                ("environment", match.environment.isEmpty ? nil : match.environment),
                ("originalTransactionId", match.originalTransactionId),
            ])
        }
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
