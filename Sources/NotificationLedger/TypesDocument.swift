internal import NotificationModel

/// The table of types and pairs as documents.
public enum TypesDocument {
    /// An array of one object a pair: `notificationType`, `subtype`, `event`, `effect`, `payload`, `inner`, `since`,
    /// `documented`.
    public static var json: String {
        var writer = JSONWriter()
        writer.beginArray()
        for pair in NotificationTable.pairs {
            writer.beginObject()
            writer.name("notificationType")
            writer.value(pair.type.text)
            writer.name("subtype")
            writer.value(pair.subtype?.text)
            writer.name("event")
            writer.value(pair.event)
            writer.name("effect")
            writer.value(pair.effect.rawValue)
            writer.name("payload")
            writer.value(pair.payload.text)
            writer.name("inner")
            writer.value(pair.inner.rawValue)
            writer.name("since")
            writer.value(pair.since)
            writer.name("documented")
            writer.value(pair.isDocumented)
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// One table row a pair.
    public static var markdown: String {
        let head = "| type | subtype | what happened | event | effect | payload | inner | since |\n"
        let rule = "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        let rows = NotificationTable.pairs.map { pair in
            "| `\(pair.type.text)` | \(pair.subtype.map { "`\($0.text)`" } ?? "(none)") | \(pair.story) "
                + "| `\(pair.event)` | \(pair.effect.rawValue) | `\(pair.payload.text)` | \(pair.inner.rawValue) "
                + "| \(pair.since ?? "unknown")\(pair.isDocumented ? "" : ", legacy") |\n"
        }
        return head + rule + rows.joined()
    }
}
