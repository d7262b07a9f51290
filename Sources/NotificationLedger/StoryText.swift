internal import HistoryArchive
internal import LedgerStore
internal import NotificationModel

/// One notification in words, and the small phrases that stories share.
enum StoryText {
    /// An app with its environment.
    static func app(_ app: String, _ environment: String) -> String {
        let name = app.isEmpty ? "an unnamed app" : PrintableText.escape(app)
        return "\(name) (\(environment.isEmpty ? "environment unknown" : PrintableText.escape(environment)))"
    }

    /// A span of time; an open end is `…`.
    static func span(_ start: Int64, _ end: Int64?) -> String {
        "\(Instant.text(start)) to \(end.map(Instant.text) ?? "…")"
    }

    /// A notification as one line: when it was said, what happened, the dates it told, its UUID and its source.
    static func line(_ row: NotificationStory) -> String {
        let said = row.saidAt.map(Instant.text) ?? "undated"
        let name = row.type + (row.subtype.map { " / \($0)" } ?? "")
        var facts: [String] = []
        if let product = row.productId { facts.append("product \(product)") }
        if let transaction = row.transactionId { facts.append("transaction \(transaction)") }
        if let start = row.purchaseDate { facts.append("period \(span(start, row.expiresDate))") }
        if let revoked = row.revocationDate { facts.append("revoked from \(Instant.text(revoked))") }
        if let grace = row.gracePeriodExpiresDate { facts.append("grace until \(Instant.text(grace))") }
        if let renewal = row.renewalDate { facts.append("renewal \(Instant.text(renewal))") }
        if let status = row.autoRenewStatus { facts.append("auto-renew \(status == 0 ? "off" : "on")") }
        if let status = row.status { facts.append("status \(status)\(statusWord(status))") }
        if row.isConflict { facts.append("outranked by another content under the same UUID") }
        let source = "\(ArchivePath(bytes: row.sourcePath).text) #\(row.recordIndex)"
        let line = "\(said)  \(name): \(story(row))"
        return PrintableText.escape(line, limit: 400) + "\n      "
            + PrintableText.escape(facts.joined(separator: "; "), limit: 600)
            + "\n      \(row.notificationUUID)  \(PrintableText.escape(source))"
    }

    /// What happened, from the table of types.
    private static func story(_ row: NotificationStory) -> String {
        guard let type = NotificationType(row.type) else { return "a type that this version does not know" }
        let subtype = row.subtype.flatMap { NotificationSubtype($0) }
        guard row.subtype == nil || subtype != nil, let pair = NotificationTable.pair(type, subtype) else {
            return "a pair of type and subtype that this version does not know"
        }
        return pair.story
    }

    private static func statusWord(_ status: Int64) -> String {
        let words = ["active", "expired", "billing retry", "billing grace period", "revoked"]
        return (1...5).contains(status) ? " (\(words[Int(status) - 1]))" : ""
    }

    /// Writes a notification as a JSON object.
    static func write(_ row: NotificationStory, to writer: inout JSONWriter) {
        writer.beginObject()
        let texts: [(String, String?)] = [
            ("notificationUUID", row.notificationUUID.description), ("notificationType", row.type),
            ("subtype", row.subtype), ("event", row.event), ("effect", row.effect), ("productId", row.productId),
            ("transactionId", row.transactionId), ("source", ArchivePath(bytes: row.sourcePath).text),
        ]
        let numbers: [(String, Int64?)] = [
            ("index", row.recordIndex), ("saidAt", row.saidAt), ("status", row.status),
            ("purchaseDate", row.purchaseDate), ("expiresDate", row.expiresDate),
            ("revocationDate", row.revocationDate), ("gracePeriodExpiresDate", row.gracePeriodExpiresDate),
            ("renewalDate", row.renewalDate), ("autoRenewStatus", row.autoRenewStatus),
        ]
        for (name, text) in texts {
            writer.name(name)
            writer.value(text)
        }
        for (name, number) in numbers {
            writer.name(name)
            writer.value(number)
        }
        writer.name("conflict")
        writer.value(row.isConflict)
        writer.endObject()
    }
}
